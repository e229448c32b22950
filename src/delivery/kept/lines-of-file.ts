import { closeSync, openSync, readSync } from 'node:fs';
import type { KnownLines } from '../../delta/join/known-lines.ts';
import { Pieces } from './pieces.ts';

/** Some lines of a plain catalog, in order; the last ends with a line feed like the others. */
export async function* linesOfFile(
  file: string,
  lines: KnownLines,
  wanted: readonly number[],
): AsyncGenerator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    const pieces = new Pieces();
    for (const line of wanted) {
      const start = lines.startOf(line);
      const text = Buffer.allocUnsafe(lines.endOf(line) - start);
      const read = readSync(handle, text, 0, text.length, start);
      const full = pieces.add(text.subarray(0, read));
      if (full !== undefined) yield full;
    }
    yield pieces.rest();
  } finally {
    closeSync(handle);
  }
}
