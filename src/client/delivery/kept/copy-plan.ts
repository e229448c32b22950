import type { LineTable } from '../../../catalog/delta/join/line-table.ts';
import type { BaseIndex } from './base-index.ts';

/** A piece of a new catalog: blocks that the kept one has unchanged, or bytes of the new file. */
export type CatalogPiece = { firstBlock: number; blocks: number } | { start: number; end: number };

/**
 * How a new catalog is put together from the blocks of the kept one and its own bytes. Only those have to be compressed.
 *
 * @param sameAs the old line of the same text for each new line, or -1
 */
export function planCopy(
  { lines: olds, blocks }: BaseIndex,
  news: LineTable,
  sameAs: Int32Array,
): CatalogPiece[] {
  const firstLines = firstLinesOf(olds, blocks);
  const segments: CatalogPiece[] = [];
  let textStart = 0;
  for (let line = 0; line < news.count; ) {
    const old = sameAs[line] as number;
    const block = old < 0 ? undefined : firstLines.get(old);
    const count = block === undefined ? 0 : linesAlike(olds, old, block.lines, news, line, sameAs);
    if (block === undefined || count < block.lines) {
      line++;
      continue;
    }
    const start = news.startOf(line);
    if (start > textStart) segments.push({ start: textStart, end: start });
    addBlock(segments, block.nth);
    line += count;
    textStart = news.endOf(line - 1);
  }
  const end = news.startOf(news.count);
  if (end > textStart) segments.push({ start: textStart, end });
  return segments;
}

/** Blocks that follow each other are copied together. */
function addBlock(segments: CatalogPiece[], nth: number): void {
  const last = segments.at(-1);
  if (last !== undefined && 'blocks' in last && last.firstBlock + last.blocks === nth) last.blocks++;
  else segments.push({ firstBlock: nth, blocks: 1 });
}

/** Blocks of whole lines, by their first line. */
function firstLinesOf(
  olds: LineTable,
  blocks: BaseIndex['blocks'],
): Map<number, { nth: number; lines: number }> {
  const found = new Map<number, { nth: number; lines: number }>();
  let line = 0;
  let start = 0;
  for (const [nth, { bytes }] of blocks.entries()) {
    const first = line;
    const end = start + bytes;
    while (line < olds.count && olds.startOf(line) < end) line++;
    const isWhole = line > first && olds.startOf(first) === start && olds.endOf(line - 1) === end;
    if (isWhole) found.set(first, { nth, lines: line - first });
    start = end;
  }
  return found;
}

/** How many lines from here on are the same, one after the other, and take the same room. */
function linesAlike(
  olds: LineTable,
  old: number,
  most: number,
  news: LineTable,
  line: number,
  sameAs: Int32Array,
): number {
  let count = 0;
  while (count < most && line + count < news.count && sameAs[line + count] === old + count) {
    const oldBytes = olds.endOf(old + count) - olds.startOf(old + count);
    if (news.endOf(line + count) - news.startOf(line + count) !== oldBytes) break;
    count++;
  }
  return count;
}
