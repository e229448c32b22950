import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { type Frame, startFrame } from '../frame.ts';

const CALLS = 250;
/** What a call of each kind leaves in the log at most: its address, headers, bodies and notes are shortened. */
const CALL_BYTES = 70_000;

let frame: Frame | undefined;
afterEach(async () => {
  await frame?.http.close();
});

setFlagsFromString('--expose_gc');
// The client of this test would keep the addresses that it fetches.
performance.setResourceTimingBufferSize(0);
const collect = runInNewContext('gc') as () => void;

function usedBytes(): number {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = memoryUsage();
  return heapUsed + arrayBuffers;
}

const LOAD = '/dataconnect/api/v1/accounts/6702/catalogs/products_en/products';
const manyHeaders = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`x-${at}`, '']));

const KINDS: Record<string, (at: number) => [path: string, init?: RequestInit]> = {
  'a long address': (at) => [`/api/v1/core/?q=${at}${'x'.repeat(200_000)}`],
  'a long parameter': (at) => [`/api/v2/widgets/item/w?${'y'.repeat(15_000)}${at}=1`],
  'a long header': (at) => ['/api/v1/core/?q=lamp', { headers: { 'x-long': `${at}${'z'.repeat(200_000)}` } }],
  'many headers': () => ['/api/v1/core/?q=lamp', { headers: manyHeaders }],
  'a long body': (at) => [LOAD, { method: 'PUT', body: `${at}${'b'.repeat(100_000)}` }],
  'a small body': (at) => [LOAD, { method: 'PUT', body: `${at}` }],
};

test.for(Object.entries(KINDS))('%s takes no more memory than the log says', async ([, call]) => {
  frame = await startFrame();
  const { origin, host } = frame;
  const send = async (at: number) => {
    const [path, init] = call(at);
    const headers = { authorization: 'Bearer local-key-of-the-test', ...init?.headers };
    await (await fetch(origin + path, { ...init, headers })).arrayBuffer();
  };
  // What the first calls bring along stays: code, connections, what is counted by operation.
  for (let at = 0; at < CALLS / 5; at++) await send(at);
  host.requests.clear();
  const before = usedBytes();
  for (let at = 0; at < CALLS; at++) await send(at);
  expect(host.requests.list()).toHaveLength(CALLS);
  expect(host.requests.bytes).toBeLessThan(CALLS * CALL_BYTES);
  expect(usedBytes() - before).toBeLessThan(1.25 * host.requests.bytes + 2_000_000);
});
