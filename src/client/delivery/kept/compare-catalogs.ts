import { closeSync, openSync, readSync } from 'node:fs';
import { BrctlError } from '../../../base/errors.ts';
import { diffCatalogs } from '../../../catalog/delta/diff.ts';
import { type DiffOptions, type DiffSummary, touchedShare } from '../../../catalog/delta/diff-options.ts';
import type { LineTable } from '../../../catalog/delta/join/line-table.ts';
import type { LineMatch } from '../../../catalog/delta/match-lines.ts';
import type { FeedProfiler } from '../../profile/feed-profiler.ts';
import type { BaseIndex } from './base-index.ts';
import { findDifferingLines } from './differing-lines.ts';
import type { EarlyComparison } from './early-comparison.ts';
import { type LineNumberLookup, lineNumbersInSubset, linesOf } from './lines-at.ts';
import { CorruptBaseError, Pieces, readBaseLines } from './read-base-lines.ts';

/** A delta that is being written; it can be started again. */
export interface DeltaSink {
  restart(): Promise<void>;
  write(lines: Uint8Array): Promise<void>;
}

/** A catalog to compare with; the index is that of a kept one. */
export interface OldCatalog {
  path: string;
  index?: BaseIndex;
}

export interface CompareOptions extends DiffOptions {
  /** How messages call the new catalog; its path by default. */
  name?: string;
  signal: AbortSignal;
  /** Sees what passes of the catalogs: all lines, or, on the quick way, those that differ. */
  watch?: FeedProfiler;
  /** Has been looking for what differs since before this was called. */
  ahead?: EarlyComparison;
}

/** What a comparison came to. */
export interface ComparedCatalogs {
  summary: DiffSummary;
  /** Of the quick way. */
  comparison?: Comparison;
  /** Of the new catalog, by the positions that the watch saw. */
  linesAt: LineNumberLookup;
}

/** What the quick way found out about the new catalog: it saves work when that is kept in its turn. */
export interface Comparison {
  /** The kept catalog. */
  base: string;
  index: BaseIndex;
  /** Of the new catalog. */
  lines: LineTable;
  /** For each of them the kept line of the same text, or -1. */
  sameAs: Int32Array;
}

/**
 * As `diffCatalogs`; where the index of the old catalog is at hand, lines that are unchanged in the new one are
 * neither inflated nor compared. The result is the same. What is wrong with a catalog is left to the whole comparison,
 * which knows the lines.
 */
export async function compareCatalogs(
  old: OldCatalog,
  catalog: string,
  sink: DeltaSink,
  options: CompareOptions,
): Promise<ComparedCatalogs> {
  try {
    const quick = old.index && (await compareChanged(old.path, old.index, catalog, sink, options));
    if (quick !== undefined) return quick;
  } catch (error) {
    const isLeftToTheWhole =
      error instanceof BrctlError ? error.kind === 'input' : error instanceof CorruptBaseError;
    if (!isLeftToTheWhole) throw error;
  }
  await sink.restart();
  const named = options.name === undefined ? { path: catalog } : { path: catalog, name: options.name };
  const { watch } = options;
  watch?.begin('whole');
  const summary = await diffCatalogs({ path: old.path }, named, (lines) => sink.write(lines), {
    ...options,
    ...(watch && { sample: watch }),
  });
  return { summary, linesAt: linesOf(catalog) };
}

/** Undefined when too little is unchanged, or the lines of a catalog cannot be told apart. */
async function compareChanged(
  base: string,
  index: BaseIndex,
  catalog: string,
  sink: DeltaSink,
  options: CompareOptions,
): Promise<ComparedCatalogs | undefined> {
  const ahead = await options.ahead?.take(base, catalog, options.signal);
  const found = ahead === undefined ? await findDifferingLines(base, index, catalog, options.signal) : ahead;
  if (!found) return undefined;
  const { lines, match } = found;
  const whole = (reduced: DiffSummary) => withUnchanged(reduced, match, lines);
  const comparison = { base, index, lines, sameAs: match.sameAs };
  const reduced = await diffLines(comparison, match, catalog, sink, {
    ...options,
    beforeEmit: (summary) => options.beforeEmit?.(whole(summary)),
  });
  const starts = match.news.map((line) => lines.startOf(line));
  const lengths = match.news.map((line) => lines.endOf(line) - lines.startOf(line));
  return { summary: whole(reduced), comparison, linesAt: lineNumbersInSubset(catalog, starts, lengths) };
}

/** Compares once more what differed: the lines that are unchanged are not looked at. */
export async function compareFurther(
  comparison: Comparison,
  catalog: string,
  sink: DeltaSink,
  options: CompareOptions,
): Promise<void> {
  const { index, sameAs } = comparison;
  const isKept = new Uint8Array(index.lines.count);
  const news: number[] = [];
  for (const [line, old] of sameAs.entries()) {
    if (old < 0) news.push(line);
    else isKept[old] = 1;
  }
  const olds = Array.from({ length: index.lines.count }, (_, line) => line).filter((line) => !isKept[line]);
  await diffLines(comparison, { olds, news }, catalog, sink, options);
}

async function diffLines(
  { base, index, lines }: Comparison,
  { olds, news }: { olds: readonly number[]; news: readonly number[] },
  catalog: string,
  sink: DeltaSink,
  options: CompareOptions,
): Promise<DiffSummary> {
  const { watch } = options;
  watch?.begin('changed');
  return await diffCatalogs(
    { stream: readBaseLines(base, index, olds), name: base },
    { stream: linesOfFile(catalog, lines, news), name: options.name ?? catalog },
    (operations) => sink.write(operations),
    { ...options, ...(watch && { sample: watch }) },
  );
}

function withUnchanged(reduced: DiffSummary, match: LineMatch, lines: LineTable): DiffSummary {
  const unchanged = reduced.unchanged + match.unchanged;
  return {
    ...reduced,
    family: lines.family ?? reduced.family,
    oldProducts: reduced.oldProducts + match.unchanged,
    newProducts: reduced.newProducts + match.unchanged,
    unchanged,
    touchedShare: touchedShare({ ...reduced, unchanged }),
    newCatalogBytes: lines.startOf(lines.count),
  };
}

/** Some lines of a plain catalog, in order; the last ends with a line feed like the others. */
async function* linesOfFile(
  file: string,
  lines: LineTable,
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
