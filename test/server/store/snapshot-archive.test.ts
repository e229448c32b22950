import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/server/server.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

test.each([
  ['5 MB that are no gzip', Buffer.alloc(5_000_000, 7), 'incorrect header check'],
  ['a few bytes that are no gzip', Buffer.alloc(5, 7), 'incorrect header check'],
  ['gzip of nothing', gzipSync(''), 'it has no manifest.json'],
  ['gzip of zeros', gzipSync(Buffer.alloc(1_024_000)), 'it has no manifest.json'],
  ['gzip that is cut', gzipSync(Buffer.alloc(1_000_000)).subarray(0, -20), 'unexpected end of file'],
])('an archive of %s is refused, and the client is told', async (_what, body, why) => {
  const archive = new URL('/_brctl/snapshots/kept/archive', emulator.ready.catalogUrl);
  const answer = await fetch(archive, {
    method: 'PUT',
    headers: { 'content-type': 'application/gzip' },
    body: Uint8Array.from(body),
  });
  const message = `not a snapshot archive: ${why}`;
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: { code: 'invalid_parameter', message } },
  ]);
});
