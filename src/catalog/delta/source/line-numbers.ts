import { LINE_FEED } from '../../../base/json/ascii.ts';
import type { ByteSource } from './byte-source.ts';

const CHUNK_BYTES = 1 << 18;

/**
 * Line numbers, from 1, of positions in a catalog. The catalog is read once more from its start: lines are
 * numbered only when something is to be said about them.
 */
export async function findLineNumbers(source: ByteSource, positions: readonly number[]) {
  const wanted = [...new Set(positions)].sort((a, b) => a - b);
  const numbers = new Map<number, number>();
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let base = 0;
  let line = 1;
  await source.rewind();
  while (numbers.size < wanted.length) {
    const count = await source.read(chunk, 0, CHUNK_BYTES);
    let index = 0;
    while (numbers.size < wanted.length && (wanted[numbers.size] as number) < base + Math.max(count, 1)) {
      const position = wanted[numbers.size] as number;
      line += countNewlines(chunk, index, position - base);
      index = position - base;
      numbers.set(position, line);
    }
    if (count === 0) break;
    line += countNewlines(chunk, index, count);
    base += count;
  }
  return numbers;
}

function countNewlines(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  let offset = bytes.indexOf(LINE_FEED, start);
  while (offset >= 0 && offset < end) {
    count++;
    offset = bytes.indexOf(LINE_FEED, offset + 1);
  }
  return count;
}
