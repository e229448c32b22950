import type { CatalogLines } from './catalog-lines.ts';
import { IdTable } from './id-table.ts';

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

const GONE = 0;
const CHANGED = 1;
const SAME = 2;

/**
 * Pairs the lines of two catalogs by their ids, whatever their order.
 *
 * @param olds lines whose ids differ from each other
 * @returns undefined where an id of the new catalog comes twice
 */
export function matchLines(olds: CatalogLines, news: CatalogLines): LineMatch | undefined {
  const states = new Uint8Array(olds.count);
  const sameAs = new Int32Array(news.count).fill(-1);
  const changed: number[] = [];
  let table: IdTable | undefined;
  let expected = 0;
  for (let line = 0; line < news.count; line++) {
    const isNext = expected < olds.count && news.hasSameId(line, olds, expected);
    if (!isNext) table ??= new IdTable(olds);
    const old = isNext ? expected : (table?.find(news, line) ?? -1);
    if (old >= 0) {
      if (states[old] !== GONE) return undefined;
      expected = old + 1;
      if (news.hasSameText(line, olds, old)) {
        states[old] = SAME;
        sameAs[line] = old;
        continue;
      }
      states[old] = CHANGED;
    }
    changed.push(line);
  }
  return {
    olds: linesThatAreNot(SAME, states),
    news: changed,
    sameAs,
    unchanged: news.count - changed.length,
  };
}

function linesThatAreNot(state: number, states: Uint8Array): number[] {
  const lines: number[] = [];
  for (let line = 0; line < states.length; line++) if (states[line] !== state) lines.push(line);
  return lines;
}
