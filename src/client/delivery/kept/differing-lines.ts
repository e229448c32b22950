import { stat } from 'node:fs/promises';
import type { LineTable } from '../../../catalog/delta/join/line-table.ts';
import { type LineMatch, matchLines } from '../../../catalog/delta/match-lines.ts';
import { hashLines } from '../../../catalog/delta/read-known-lines.ts';
import { readHead } from '../file-head.ts';
import type { BaseLines } from './base-index.ts';

/** When this share of the catalog has changed, leaving out the rest saves nothing. */
const MAX_CHANGED_SHARE = 0.4;

/** The lines of a new catalog, and which of them differ from the kept one's. */
export interface DifferingLines {
  lines: LineTable;
  match: LineMatch;
}

/** Which lines differ; undefined where that cannot be told, or too many do. */
export async function findDifferingLines(
  base: string,
  index: BaseLines,
  catalog: string,
  signal: AbortSignal,
): Promise<DifferingLines | undefined> {
  if (!(await isIndexOf(index, base)) || (await readHead(catalog)).gzip) return undefined;
  const { secret, lines: olds } = index;
  const lines = await hashLines(catalog, secret, signal, olds.count);
  if (lines === undefined || !areComparable(olds, lines)) return undefined;
  const match = matchLines(olds, lines);
  return match === undefined || isMostlyChanged(olds, lines, match) ? undefined : { lines, match };
}

async function isIndexOf({ keptBytes }: BaseLines, base: string): Promise<boolean> {
  const { size } = await stat(base);
  return keptBytes === size;
}

function areComparable(olds: LineTable, news: LineTable): boolean {
  const sameFamily = olds.family === news.family || olds.count === 0 || news.count === 0;
  return olds.mark === news.mark && sameFamily;
}

function isMostlyChanged(olds: LineTable, news: LineTable, match: LineMatch): boolean {
  return match.olds.length + match.news.length > MAX_CHANGED_SHARE * (olds.count + news.count);
}
