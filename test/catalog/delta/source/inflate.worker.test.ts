import { closeSync, openSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { builtFile } from '../../../../src/base/files/built-file.ts';
import { createRingMemory, RingReader } from '../../../../src/catalog/delta/source/byte-ring.ts';
import type { InflateJob } from '../../../../src/catalog/delta/source/worker-gzip-source.ts';
import { fileOf } from '../run-diff.ts';
import { INFLATERS, isHere } from './inflaters.ts';
import { noise } from './noise.ts';

const file = Buffer.concat([gzipSync(noise(900_000)), gzipSync('the end')]);

async function workedOff(bytes: Uint8Array, inflater: InflateJob['inflater']) {
  const handle = openSync(fileOf(bytes, '.gz'), 'r');
  const memory = createRingMemory();
  const workerData: InflateJob = { handle, memory, ...(inflater && { inflater }) };
  const worker = new Worker(builtFile('inflate.worker.js'), { workerData });
  await new Promise((resolve) => worker.on('exit', resolve));
  closeSync(handle);
  const ring = new RingReader(memory);
  const target = Buffer.alloc(1 << 20);
  const plain = target.subarray(0, ring.take(target, 0, target.length));
  return { end: ring.end, plain };
}

it.each([...INFLATERS, undefined])('inflates a whole file with %s, with nobody to help it', async (name) => {
  if (name !== undefined && !isHere(name)) return;
  const { end, plain } = await workedOff(file, name);
  expect(end).toBe('complete');
  expect(plain.equals(gunzipSync(file))).toBe(true);
});

it('leaves a file that is cut to others', async () => {
  expect(await workedOff(file.subarray(0, -1), undefined)).toMatchObject({ end: 'undecided' });
});
