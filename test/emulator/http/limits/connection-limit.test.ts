import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitConnections } from '../../../../src/emulator/http/limits/connection-limit.ts';

/** Answers `/wait` when the test says so, everything else at once. */
const waiting: ServerResponse[] = [];
const server = createServer((request, response) => {
  if (request.url === '/wait') waiting.push(response);
  else response.end('ok');
});
limitConnections(server, 3, 'connection');
let sockets: Socket[] = [];

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  waiting.length = 0;
  server.close();
  await once(server, 'close');
});

const port = () => (server.address() as AddressInfo).port;

/** A connection that has sent one request and stays open. */
async function open(path: string): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  if (path === '/wait') await expect.poll(() => waiting.length).toBeGreaterThanOrEqual(sockets.length);
  else await once(socket, 'data');
  return socket;
}

async function statusOfNew(): Promise<number | undefined> {
  const sent = get({ port: port(), host: '127.0.0.1', agent: false });
  const [answer] = await once(sent, 'response');
  answer.resume();
  return answer.statusCode;
}

test('a new connection takes the place of the one that is idle the longest', async () => {
  await open('/wait');
  const idle = await open('/a');
  const laterIdle = await open('/b');
  const closed = once(idle, 'close');
  idle.resume();
  expect(await statusOfNew()).toBe(200);
  await closed;
  expect([laterIdle.destroyed, sockets[0]?.destroyed]).toEqual([false, false]);
});

test('a new connection is closed where every one is at work', async () => {
  for (let n = 0; n < 3; n++) await open('/wait');
  await expect(statusOfNew()).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});
