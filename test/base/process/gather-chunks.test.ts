import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatherChunks } from '../../../src/base/process/gather-chunks.ts';

async function read(stream: Readable): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of gatherChunks(stream)) chunks.push(chunk);
  return chunks;
}

test('whatever the chunks are, their bytes come in order', async () => {
  const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 40_000 })), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(sizes, async (lengths) => {
      const chunks = lengths.map((length, index) => Buffer.alloc(length, index));
      const gathered = await read(Readable.from(chunks, { objectMode: true }));
      expect(Buffer.concat(gathered).equals(Buffer.concat(chunks))).toBe(true);
    }),
  );
});

test('single bytes that have come are joined, and do not wait for more', async () => {
  const stream = new PassThrough();
  const chunks = gatherChunks(stream);
  for (let count = 0; count < 1_000; count++) stream.write('x');
  expect((await chunks.next()).value).toHaveLength(1_000);
  stream.write('y');
  expect(String((await chunks.next()).value)).toBe('y');
  stream.end();
  expect((await chunks.next()).done).toBe(true);
});

test('a stream is not read ahead of who reads its chunks', async () => {
  let made = 0;
  const source = (async function* () {
    for (; made < 100; made++) yield Buffer.alloc(20_000);
  })();
  const chunks = gatherChunks(Readable.from(source, { objectMode: true, highWaterMark: 1 }));
  await chunks.next();
  await delay(50);
  expect(made).toBeLessThan(10);
});

test('a stream that breaks off is told, and the rest of one that is left early is thrown away', async () => {
  const broken = new PassThrough();
  broken.write('x');
  setImmediate(() => broken.destroy(new Error('the connection broke')));
  await expect(read(broken)).rejects.toThrow('the connection broke');
  const left = new PassThrough();
  left.write('x');
  for await (const chunk of gatherChunks(left)) {
    expect(String(chunk)).toBe('x');
    break;
  }
  left.end(Buffer.alloc(200_000));
  await once(left, 'end');
});
