import type { CodedRows, Codes, ValueSets } from '../columns/column.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/**
 * How many of the documents have each code, by code; `greatest` is the greatest code there is. Lists that the snapshot
 * keeps are counted once. Callers must not change the counts, and keep them no longer than the query.
 */
export function countCodes(
  snapshot: Snapshot,
  rows: CodedRows,
  greatest: number,
  ids: Uint32Array,
): Uint32Array {
  // Counts that are larger than the list are not worth their memory.
  const cache = greatest < ids.length ? snapshot.countsOf(ids) : undefined;
  if (cache === undefined) return count(snapshot, rows, greatest, ids);
  const counts = cache.get(rows) ?? count(snapshot, rows, greatest, ids).slice();
  cache.set(rows, counts);
  return counts;
}

function count(snapshot: Snapshot, rows: CodedRows, greatest: number, ids: Uint32Array): Uint32Array {
  const { sets } = rows;
  if (sets === null) return countNumbers(snapshot, rows.values, greatest, ids);
  const counts = snapshot.scratch.list(Uint32Array, greatest + 1).fill(0);
  const setCount = sets.ends.length - 1;
  if (setCount > ids.length) {
    for (let index = 0; index < ids.length; index++)
      addSet(sets, rows.values[ids[index] ?? 0] ?? 0, 1, counts);
    return counts;
  }
  // Few sets are shared by many documents: those are counted by set, and the sets taken apart once.
  const bySet = countNumbers(snapshot, rows.values, setCount, ids);
  for (let number = 1; number <= setCount; number++) {
    const documents = bySet[number] ?? 0;
    if (documents > 0) addSet(sets, number, documents, counts);
  }
  return counts;
}

function countNumbers(snapshot: Snapshot, values: Codes, greatest: number, ids: Uint32Array): Uint32Array {
  const counts = snapshot.scratch.list(Uint32Array, greatest + 1).fill(0);
  for (let at = 0; at < ids.length; at++) {
    const number = values[ids[at] ?? 0] ?? 0;
    // Most documents lack most fields: to count those at one place would wait for the write before.
    if (number !== 0) counts[number] = (counts[number] ?? 0) + 1;
  }
  return counts;
}

function addSet({ ends, codes }: ValueSets, number: number, documents: number, counts: Uint32Array): void {
  const end = ends[number] ?? 0;
  for (let at = number === 0 ? end : (ends[number - 1] ?? 0); at < end; at++) {
    const code = codes[at] ?? 0;
    counts[code] = (counts[code] ?? 0) + documents;
  }
}
