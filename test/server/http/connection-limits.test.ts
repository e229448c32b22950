import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CONNECTION_LIMITS, type TlsFiles } from '../../../src/server/http/server-options.ts';
import { type Frame, startFrame } from './frame.ts';

type Change = NonNullable<Parameters<typeof startFrame>[0]>;

async function start(change: Change): Promise<Frame> {
  const frame = await startFrame(change);
  onTestFinished(() => frame.http.close());
  return frame;
}

async function dial({ http }: Frame): Promise<Socket> {
  const socket = connect(http.port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** What the server says until it closes the connection; the client says no more than this. */
async function answerTo(socket: Socket, text = ''): Promise<string> {
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  if (text !== '') socket.write(text);
  await once(socket, 'close');
  return answer;
}

const SEARCH = 'GET /api/v1/core/?q=a HTTP/1.1\r\nhost: 127.0.0.1\r\n';

test('the bounds are those of the documentation', () => {
  expect(CONNECTION_LIMITS).toEqual({
    connections: 8_192,
    handshakeMs: 15_000,
    headersMs: 15_000,
    idleMs: 72_000,
  });
});

test('a connection beyond the bound is closed, and those that are there go on', async () => {
  const frame = await start({ limits: { connections: 3 } });
  const kept: Socket[] = [];
  for (let count = 0; count < 3; count++) kept.push(await dial(frame));
  await expect.poll(() => frame.http.connections()).toBe(3);
  expect(await answerTo(await dial(frame), `${SEARCH}\r\n`)).toBe('');
  expect(await frame.http.connections()).toBe(3);
  kept[0]?.destroy();
  await expect.poll(() => frame.http.connections()).toBe(2);
  const again = await dial(frame);
  expect(await answerTo(again, `${SEARCH}connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 \d{3} /);
});

test('a client that does not agree on keys is closed', async () => {
  const frame = await start({ tls: {} as TlsFiles, limits: { handshakeMs: 50 } });
  expect(await answerTo(await dial(frame))).toBe('');
});

test('a client that speaks HTTP to a port of TLS is closed', async () => {
  const frame = await start({ tls: {} as TlsFiles });
  expect(await answerTo(await dial(frame), `${SEARCH}\r\n`)).not.toMatch(/^HTTP/);
});

test('a client that does not end its headers is answered and closed', async () => {
  const frame = await start({ limits: { headersMs: 50 } });
  expect(await answerTo(await dial(frame), SEARCH)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a connection is closed that has been idle after an answer', async () => {
  const frame = await start({ limits: { idleMs: 50 } });
  expect(await answerTo(await dial(frame), `${SEARCH}\r\n`)).toMatch(/^HTTP\/1\.1 \d{3} .*keep-alive/is);
});
