/**
 * Edits between two words: letters put in, left out, replaced, or two neighbours exchanged (optimal string alignment).
 * Anything beyond `limit` is `limit + 1`.
 */
export function countEdits(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let start = 0;
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length - start + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length - start; row++) {
    const current = nextRow(a, b, start, row, last, beforeLast);
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(limit + 1, last[b.length - start] ?? limit + 1);
}

function nextRow(
  a: string,
  b: string,
  start: number,
  row: number,
  last: readonly number[],
  beforeLast: readonly number[],
): number[] {
  const current = [row];
  const letter = a[start + row - 1];
  for (let column = 1; column < last.length; column++) {
    const other = b[start + column - 1];
    let edits = Math.min(
      (last[column] ?? 0) + 1,
      (current[column - 1] ?? 0) + 1,
      (last[column - 1] ?? 0) + (letter === other ? 0 : 1),
    );
    const exchanged =
      row > 1 && column > 1 && letter === b[start + column - 2] && a[start + row - 2] === other;
    if (exchanged) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
    current.push(edits);
  }
  return current;
}
