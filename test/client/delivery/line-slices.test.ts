import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sliceAtLines } from '../../../src/client/delivery/line-slices.ts';
import { openSliceSource } from '../../../src/client/delivery/upload-source.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const { signal } = new AbortController();
const folder = temporaryFolder();

function write(text: string, isCompressed: boolean): string {
  const file = path.join(folder, isCompressed ? 'a.jsonl.gz' : 'a.jsonl');
  writeFileSync(file, isCompressed ? gzipSync(text) : text);
  return file;
}

test.each([
  ['', 10, ['']],
  ['a\nb\n', 4, ['a\nb\n']],
  ['a\nb\n', 3, ['a\n', 'b\n']],
  ['aaa\nb\nc', 4, ['aaa\n', 'b\nc']],
  ['a\n\n\n\n\n', 2, ['a\n', '\n\n', '\n\n']],
])('%j in files of %i bytes', async (text, maxBytes, pieces) => {
  expect(await cut(write(text, false), maxBytes, false)).toEqual(pieces);
});

test('a line that no file has room for is refused', async () => {
  const options = { maxBytes: 3, name: 'a.jsonl', signal };
  await expect(sliceAtLines(write('a\nbbbb\n', false), options)).rejects.toMatchObject({
    code: 'input.line_too_large',
  });
});

test('the pieces are the text, none too long, each of whole lines', async () => {
  const lines = fc.array(fc.integer({ min: 0, max: 700_000 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(lines, fc.boolean(), fc.boolean(), async (lengths, endsLine, isCompressed) => {
      const whole = lengths.map((length, at) => String(at % 10).repeat(length)).join('\n');
      const text = endsLine ? `${whole}\n` : whole;
      const pieces = await cut(write(text, isCompressed), 1_000_000, isCompressed);
      expect(pieces.join('') === text).toBe(true);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1_000_000);
      expect(pieces.slice(0, -1).every((piece) => piece.endsWith('\n'))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

async function cut(file: string, maxBytes: number, isCompressed: boolean): Promise<string[]> {
  const slices = await sliceAtLines(file, { maxBytes, name: 'a.jsonl', signal });
  const pieces: string[] = [];
  for (const slice of slices) {
    let read = 0;
    const source = openSliceSource(file, slice, isCompressed, (bytes) => {
      read += bytes;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of source.open()) chunks.push(Buffer.from(chunk));
    const piece = Buffer.concat(chunks);
    expect([read, source.sizeBytes]).toEqual([piece.length, piece.length]);
    pieces.push(piece.toString());
  }
  return pieces;
}
