import { once } from 'node:events';
import { connect, type Server as NetServer, type Socket } from 'node:net';
import { createServer, connect as secureConnect } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitHandshakes } from '../../../../src/emulator/http/limits/handshake-limit.ts';

/** A key that both sides know: no certificate is needed. */
const psk = Buffer.from('shared');
const ciphers = 'PSK';

let server: NetServer;
const sockets: Socket[] = [];

beforeEach(async () => {
  const secure = createServer({ ciphers, pskCallback: () => psk }, (socket) => {
    socket.on('error', () => undefined).write('hello');
  });
  secure.on('tlsClientError', () => undefined);
  limitHandshakes(secure, 2);
  server = secure.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

function port(): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A client that opens a connection and says nothing. */
async function silentClient(): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  const accepted = once(server, 'connection');
  await once(socket, 'connect');
  await accepted;
  return socket;
}

async function greeting(): Promise<string> {
  const socket = secureConnect({
    port: port(),
    host: '127.0.0.1',
    ciphers,
    pskCallback: () => ({ psk, identity: 'test' }),
    checkServerIdentity: () => undefined,
  });
  sockets.push(socket);
  const [bytes] = await once(socket, 'data');
  return String(bytes);
}

test('silent connections give way to a new one, the oldest first', async () => {
  const first = await silentClient();
  const second = await silentClient();
  const closed = once(first, 'close');
  expect(await greeting()).toBe('hello');
  await closed;
  expect(second.destroyed).toBe(false);
});

test('a connection that has agreed on keys takes no place any more', async () => {
  for (let round = 0; round < 3; round++) expect(await greeting()).toBe('hello');
  const open = sockets.slice();
  await silentClient();
  await silentClient();
  expect(open.every(({ destroyed }) => !destroyed)).toBe(true);
});

test('a silent connection that goes by itself frees its place', async () => {
  const first = await silentClient();
  const second = await silentClient();
  const freed = new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  expect(await freed).toBe(2);
  second.destroy();
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))))
    .toBe(1);
  await silentClient();
  expect(first.destroyed).toBe(false);
});
