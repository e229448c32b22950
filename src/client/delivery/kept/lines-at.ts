import { lineNumbersOf } from '../../../catalog/delta/source/line-numbers.ts';
import { openSource } from '../../../catalog/delta/source/open-source.ts';

/** Numbers of lines, from 1, by where they start in what passed of a catalog. */
export type LineNumberLookup = (positions: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Where all lines of a catalog file passed, plain or gzip: it is read once more for their numbers. */
export function linesOf(path: string): LineNumberLookup {
  return async (positions) => {
    if (positions.length === 0) return new Map();
    const { source, close } = await openSource({ path }, {});
    try {
      return await lineNumbersOf(source, positions);
    } finally {
      await close();
    }
  };
}

/**
 * Where some of its lines passed, one behind the other.
 *
 * @param starts where each of these starts in the file
 * @param lengths of each
 */
export function lineNumbersInSubset(
  path: string,
  starts: readonly number[],
  lengths: readonly number[],
): LineNumberLookup {
  return async (positions) => {
    const wanted = new Set(positions);
    const inFile = new Map<number, number>();
    let position = 0;
    for (const [nth, start] of starts.entries()) {
      if (wanted.has(position)) inFile.set(position, start);
      position += lengths[nth] as number;
    }
    const numbers = await linesOf(path)([...inFile.values()]);
    return new Map([...inFile].map(([passed, start]) => [passed, numbers.get(start) as number]));
  };
}
