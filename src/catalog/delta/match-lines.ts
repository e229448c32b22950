import { LineIdIndex } from './join/known-line-ids.ts';
import type { LineTable } from './join/line-table.ts';

/** Which lines of two catalogs differ. */
export interface LineMatch {
  /** Lines of the old catalog that changed or went, in order. */
  olds: number[];
  /** Lines of the new catalog that changed or came, in order. */
  news: number[];
  /** For each line of the new catalog the old line of the same text, or -1. */
  sameAs: Int32Array;
  unchanged: number;
}

/** Lines of the old catalog that are passed over in search of the next one's id: this many may have gone in one place. */
const MAX_GONE = 64;
/** When more than this share of a catalog came or moved, its order tells nothing. */
const MAX_CAME_SHARE = 1 / 16;

/** Is each id in one of these lines only? */
export function hasUniqueIds(lines: LineTable): boolean {
  const ids = new LineIdIndex(lines);
  for (let line = 0; line < lines.count; line++) if (!ids.add(line)) return false;
  return true;
}

/**
 * Pairs the lines of two catalogs by their ids, whatever their order, as a diff does. Ids of the old one are unique.
 *
 * @returns undefined where an id is more than once in the new catalog
 */
export function matchLines(olds: LineTable, news: LineTable): LineMatch | undefined {
  const pairs = pairsInOrder(olds, news) ?? pairsInAnyOrder(olds, news);
  return pairs && compareTexts(olds, news, pairs);
}

/**
 * For each old line the new one of its id, or -1. Catalogs that are written day by day keep their order, apart from what came,
 * went or moved; a table of all ids takes ten times as long.
 *
 * @returns undefined where the order is another, or, as far as it shows, an id is more than once
 */
function pairsInOrder(olds: LineTable, news: LineTable): Int32Array | undefined {
  const pairs = new Int32Array(olds.count).fill(-1);
  const came: number[] = [];
  let next = 0;
  for (let line = 0; line < news.count; line++) {
    const last = Math.min(next + MAX_GONE, olds.count);
    let old = next;
    while (old < last && !olds.hasSameId(old, news, line)) old++;
    if (old < last) {
      pairs[old] = line;
      next = old + 1;
    } else if (came.push(line) > news.count * MAX_CAME_SHARE) return undefined;
  }
  return came.length === 0 || findMoved(olds, news, came, pairs) ? pairs : undefined;
}

/** Adds the pairs of lines that stood elsewhere; false where an id is more than once. */
function findMoved(olds: LineTable, news: LineTable, came: readonly number[], pairs: Int32Array): boolean {
  const ids = new LineIdIndex(news, came.length);
  if (!came.every((line) => ids.add(line))) return false;
  for (let old = 0; old < olds.count; old++) {
    const line = ids.find(olds, old);
    if (line === -1) continue;
    if (pairs[old] !== -1) return false;
    pairs[old] = line;
  }
  return true;
}

function pairsInAnyOrder(olds: LineTable, news: LineTable): Int32Array | undefined {
  const ids = new LineIdIndex(news);
  for (let line = 0; line < news.count; line++) if (!ids.add(line)) return undefined;
  return Int32Array.from({ length: olds.count }, (_, old) => ids.find(olds, old));
}

function compareTexts(olds: LineTable, news: LineTable, pairs: Int32Array): LineMatch {
  const sameAs = new Int32Array(news.count).fill(-1);
  const differing: number[] = [];
  for (let old = 0; old < olds.count; old++) {
    const line = pairs[old] as number;
    if (line >= 0 && olds.hasSameText(old, news, line)) sameAs[line] = old;
    else differing.push(old);
  }
  return {
    olds: differing,
    news: indexesOf(sameAs, -1),
    sameAs,
    unchanged: olds.count - differing.length,
  };
}

function indexesOf(values: Int32Array, wanted: number): number[] {
  const indexes: number[] = [];
  for (let index = 0; index < values.length; index++) if (values[index] === wanted) indexes.push(index);
  return indexes;
}
