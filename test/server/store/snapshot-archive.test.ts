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

test('an imported snapshot is exported without what its readers left beside it, and imported again', async () => {
  const { origin } = new URL(emulator.ready.catalogUrl);
  const { BRCTL_API_KEY, BRCTL_ACCOUNT_ID, BRCTL_CATALOG } = emulator.ready.env;
  const catalog = `${emulator.ready.catalogUrl}/accounts/${BRCTL_ACCOUNT_ID}/catalogs/${BRCTL_CATALOG}`;
  const headers = {
    authorization: `Bearer ${BRCTL_API_KEY}`,
    'content-type': 'application/json-patch+jsonlines',
  };
  const body =
    '{"op":"add","path":"/products/p","value":{"attributes":{"title":"Lamp","price":1,"url":"https://shop.example"}}}';
  await fetch(`${catalog}/products`, { method: 'PUT', headers, body });
  await fetch(`${catalog}/indexes`, { method: 'POST', headers });
  await emulator.catalogs.settled();
  await fetch(`${origin}/_brctl/snapshots/first`, { method: 'PUT' });
  for (const [from, to] of [
    ['first', 'second'],
    ['second', 'third'],
  ]) {
    const archive = await (await fetch(`${origin}/_brctl/snapshots/${from}/archive`)).arrayBuffer();
    const answer = await fetch(`${origin}/_brctl/snapshots/${to}/archive`, {
      method: 'PUT',
      headers: { 'content-type': 'application/gzip' },
      body: archive,
    });
    expect([to, answer.status, await answer.json()]).toEqual([to, 200, { saved: to }]);
  }
});
