import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { BodyTap } from '../../../../src/server/http/calls/call-context.ts';
import { enforceMinBodyRate } from '../../../../src/server/http/calls/slow-body.ts';
import { startFrame } from '../frame.ts';

const PERIOD_MS = 15_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

/** A request whose body the test pushes in, read as fast as it comes unless `paused`. */
function watchedBody(paused = false) {
  const request = Object.assign(new Readable({ read() {} }), {
    complete: false,
  }) as unknown as IncomingMessage;
  let received = 0;
  const send = (chunk: Buffer) => {
    received += chunk.length;
    request.push(chunk);
  };
  enforceMinBodyRate(request, () => received);
  if (paused) request.pause();
  else request.resume();
  return { request, send };
}

test('a body that trickles is broken off after a period', async () => {
  const { request, send } = watchedBody();
  send(Buffer.alloc(1_023));
  await setImmediate();
  vi.advanceTimersByTime(PERIOD_MS);
  expect(request.destroyed).toBe(true);
});

test('a body that trickles is broken off also where it is read by iteration', async () => {
  const request = Object.assign(new Readable({ read() {} }), {
    complete: false,
  }) as unknown as IncomingMessage;
  enforceMinBodyRate(request, () => 1);
  const chunks = request[Symbol.asyncIterator]();
  request.push(Buffer.from('{'));
  await chunks.next();
  const isBroken = expect(chunks.next()).rejects.toThrow();
  vi.advanceTimersByTime(PERIOD_MS);
  // Looked at first: a reader of a body that lives on would wait for ever.
  expect(request.destroyed).toBe(true);
  await isBroken;
});

test('a slow body that moves lives on, however long it takes', () => {
  const { request, send } = watchedBody();
  for (let period = 0; period < 100; period++) {
    send(Buffer.alloc(2_000));
    request.read();
    vi.advanceTimersByTime(PERIOD_MS);
  }
  expect(request.destroyed).toBe(false);
});

test('a pause of our own does not count', () => {
  const { request } = watchedBody(true);
  request.push(Buffer.from('waits to be read'));
  vi.advanceTimersByTime(10 * PERIOD_MS);
  expect(request.destroyed).toBe(false);
});

test('a body that is complete is left alone', () => {
  const { request } = watchedBody();
  (request as { complete: boolean }).complete = true;
  vi.advanceTimersByTime(10 * PERIOD_MS);
  expect(request.destroyed).toBe(false);
});

test('the tap keeps the beginning and counts the whole', () => {
  const tap = new BodyTap();
  tap.see(Buffer.alloc(16_383, 'a'));
  tap.see(Buffer.from('bcd'));
  expect(tap.end()).toBe(16_384);
  const { text = '', ...size } = tap.capture((whole) => whole) ?? {};
  expect([text.slice(-2), size]).toEqual(['ab', { encoding: 'utf8', bytes: 16_386, truncated: true }]);
});

test('a body that is not read is thrown away in pieces, and its client gets the answer', async () => {
  const { http } = await startFrame();
  onTestFinished(() => http.close());
  let chunks = 0;
  let maxChunks = 0;
  const watch = (message: unknown) =>
    (message as { request: IncomingMessage }).request.prependListener('data', () => {
      // The next turn counts anew.
      if (chunks++ === 0)
        void setImmediate().then(() => {
          maxChunks = Math.max(maxChunks, chunks);
          chunks = 0;
        });
    });
  subscribe('http.server.request.start', watch);
  onTestFinished(() => void unsubscribe('http.server.request.start', watch));
  const socket = connect(http.port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  socket.write('PUT /nowhere HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n');
  socket.write(`${'1\r\nx\r\n'.repeat(100_000)}0\r\n\r\n`);
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 404 .*connection: close.*<h1>404 Not Found/is);
  expect(maxChunks).toBeGreaterThan(0);
  expect(maxChunks).toBeLessThanOrEqual(4_096);
});
