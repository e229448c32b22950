/** A word is shorter; texts that differ later than this are not compared. */
const MAX_LENGTH = 255;
/** Rows of the table of edits, used again: a word is compared with thousands. */
const ROWS = [0, 1, 2].map(() => new Uint16Array(MAX_LENGTH + 1)) as [Uint16Array, Uint16Array, Uint16Array];

/**
 * Edits between two words: letters put in, left out, replaced, or two neighbours exchanged (optimal string alignment).
 * Anything beyond `limit` is `limit + 1`.
 */
export function countEdits(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let start = 0;
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  const width = b.length - start;
  if (width > MAX_LENGTH) return limit + 1;
  let [beforeLast, last, current] = ROWS;
  for (let column = 0; column <= width; column++) last[column] = column;
  for (let row = 1; row <= a.length - start; row++) {
    const letter = a.charCodeAt(start + row - 1);
    const before = row > 1 ? a.charCodeAt(start + row - 2) : -1;
    current[0] = row;
    let least = row;
    for (let column = 1; column <= width; column++) {
      const other = b.charCodeAt(start + column - 1);
      const replaced = (last[column - 1] ?? 0) + (letter === other ? 0 : 1);
      let edits = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced);
      const isExchanged = column > 1 && before === other && letter === b.charCodeAt(start + column - 2);
      if (isExchanged) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current[column] = edits;
      if (edits < least) least = edits;
    }
    if (least > limit) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(limit + 1, last[width] ?? 0);
}
