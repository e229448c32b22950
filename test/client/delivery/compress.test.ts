import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compressStream } from '../../../src/client/delivery/compress.ts';

async function gzip(content: Buffer, pieceBytes = 65_536): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of compressStream(pieces(content, pieceBytes))) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function* pieces(content: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}

function text(bytes: number): Buffer {
  const lines: string[] = [];
  for (let at = 0, length = 0; length < bytes; at++) {
    const line = `{"op":"add","path":"/products/p${at}","value":{"attributes":{"price":${(at * 7919) % 1000}}}}\n`;
    lines.push(line);
    length += line.length;
  }
  return Buffer.from(lines.join('')).subarray(0, bytes);
}

test.each([0, 1, 1_048_575, 1_048_576, 1_048_577, 5_300_000])(
  '%i bytes come out of gunzip as they went in',
  async (bytes) => {
    const content = text(bytes);
    expect(gunzipSync(await gzip(content)).equals(content)).toBe(true);
  },
);

test('the result depends on the content alone, not on its pieces', async () => {
  const content = text(4_700_000);
  const one = await gzip(content);
  expect((await gzip(content, 777_777)).equals(one)).toBe(true);
  expect(one.length).toBeLessThan(content.length / 5);
});

test('there is one member, for readers that know but one', async () => {
  const packed = await gzip(text(3_500_000));
  const trailer = packed.readUInt32LE(packed.length - 4);
  expect(trailer).toBe(3_500_000);
});

test('whatever the bytes, gunzip gives them back', async () => {
  const anything = fc.uint8Array({ maxLength: 5_000 });
  const check = async (bytes: Uint8Array) => gunzipSync(await gzip(Buffer.from(bytes), 99)).equals(bytes);
  await fc.assert(fc.asyncProperty(anything, check), { numRuns: 50 });
});
