import { stat } from 'node:fs/promises';
import { diffCatalogs } from '../../delta/diff.ts';
import type { DiffOptions, DiffSummary, MissingPolicy } from '../../delta/diff-options.ts';
import { touchedShare } from '../../delta/touched-share.ts';
import { BrctlError } from '../../errors.ts';
import { readHead } from '../file-head.ts';
import type { BlockIndex } from './block-index.ts';
import { fingerprintOf, idOfLine } from './record-id.ts';
import { type LeftOut, leaveOutUnchanged } from './unchanged-blocks.ts';

/** A delta that is being written; it can be begun anew. */
export interface DeltaSink {
  restart(): Promise<void>;
  write(lines: Uint8Array): Promise<void>;
}

export interface CompareOptions extends DiffOptions {
  /** How messages call the new catalog; its path by default. */
  name?: string;
  signal: AbortSignal;
  /** Where what is left of either catalog goes, when blocks are left out. */
  temporaryFile(ending: string): string;
}

/** The quick way could not be gone to its end; the slow one tells why, or does better. */
class NotConclusive extends Error {}

const LINE_FEED = 10;

/**
 * As `diffCatalogs`; where the index of the old catalog's blocks is at hand, those that stand unchanged in the new one
 * are neither inflated nor read line by line. The result is the same. What is wrong with a catalog is left to the
 * whole comparison, which knows the lines.
 */
export async function compareCatalogs(
  base: string,
  index: BlockIndex | undefined,
  catalog: string,
  sink: DeltaSink,
  options: CompareOptions,
): Promise<DiffSummary> {
  try {
    const summary = index && (await compareChanged(base, index, catalog, sink, options));
    if (summary !== undefined) return summary;
  } catch (error) {
    const isOurs = error instanceof NotConclusive || (error instanceof BrctlError && error.kind === 'input');
    if (!isOurs) throw error;
  }
  await sink.restart();
  const named = options.name === undefined ? { path: catalog } : { path: catalog, name: options.name };
  return await diffCatalogs({ path: base }, named, (lines) => sink.write(lines), options);
}

/** Undefined when too little is unchanged, or the catalog is compressed. */
async function compareChanged(
  base: string,
  index: BlockIndex,
  catalog: string,
  sink: DeltaSink,
  options: CompareOptions,
): Promise<DiffSummary | undefined> {
  if (!(await isIndexOf(index, base)) || (await readHead(catalog)).gzip) return undefined;
  const [oldTarget, newTarget] = [options.temporaryFile('.old'), options.temporaryFile('.new')];
  const { signal } = options;
  const leftOut = await leaveOutUnchanged({ base, index, catalog, oldTarget, newTarget, signal });
  if (leftOut === undefined) return undefined;
  const whole = (summary: DiffSummary) => withLeftOut(summary, leftOut, options.missing);
  let ids: Set<number> | undefined;
  const summary = await diffCatalogs(
    { path: oldTarget },
    { path: newTarget },
    async (lines) => {
      if (ids !== undefined) refuseKnownIds(lines, ids);
      await sink.write(lines);
    },
    {
      ...options,
      async beforeEmit(reduced) {
        if (reduced.added > 0) ids = leftOut.ids();
        await options.beforeEmit?.(whole(reduced));
      },
    },
  );
  return whole(summary);
}

async function isIndexOf({ blocks }: BlockIndex, base: string): Promise<boolean> {
  const { size } = await stat(base);
  return blocks.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0) === size;
}

/** A product that seems new but stands in what was left out is in the catalog twice. */
function refuseKnownIds(lines: Uint8Array, ids: ReadonlySet<number>): void {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf(LINE_FEED, start);
    const end = feed === -1 ? text.length : feed;
    const id = idOfLine(text, start, end);
    if (id !== undefined && ids.has(fingerprintOf(id))) throw new NotConclusive();
    start = end + 1;
  }
}

function withLeftOut(
  summary: DiffSummary,
  { records, bytes }: LeftOut,
  missing: MissingPolicy | undefined,
): DiffSummary {
  const unchanged = summary.unchanged + records;
  return {
    ...summary,
    oldProducts: summary.oldProducts + records,
    newProducts: summary.newProducts + records,
    unchanged,
    touchedShare: touchedShare({ ...summary, unchanged }, missing),
    newCatalogBytes: summary.newCatalogBytes + bytes,
  };
}
