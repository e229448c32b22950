import { BrctlError } from '../../base/errors.ts';
import { DEFAULT_MAX_PROBLEMS } from '../findings/findings.ts';
import { computeTouchedShare, type DiffOptions, type DiffSummary } from './diff-options.ts';
import { PositionedFindings } from './findings/placed-findings.ts';
import { CatalogJoin, FingerprintCollision } from './join/catalog-join.ts';
import { createPace } from './join/cooperative-yield.ts';
import type { DiffRun } from './join/diff-run.ts';
import { Kernel } from './kernel/kernel.ts';
import { TouchedProducts } from './output/touched-products.ts';
import { NEW, OLD } from './side.ts';
import type { ByteSource } from './source/byte-source.ts';

const DEFAULT_MAX_MEMORY_BYTES = 512_000_000;

type Sources = readonly [ByteSource, ByteSource];

function createRun(options: DiffOptions, touched: TouchedProducts, idMask?: bigint): DiffRun {
  const { family = 'auto', sample } = options;
  return {
    recordFormat: options.recordFormat ?? 'operations',
    missing: options.missing ?? 'unavailable',
    strict: options.strict ?? false,
    explaining: options.onExplain !== undefined,
    maxMemoryBytes: options.maxMemoryBytes ?? DEFAULT_MAX_MEMORY_BYTES,
    kernel: new Kernel(idMask),
    findings: new PositionedFindings(options.maxProblems ?? DEFAULT_MAX_PROBLEMS),
    touched,
    counts: { records: [0, 0], changed: 0, added: 0, removed: 0 },
    hasCollided: false,
    pace: createPace(options.signal),
    sample,
    family: family === 'auto' ? undefined : family,
  };
}

function summarize({ counts, family, findings, touched }: DiffRun, newCatalogBytes: number): DiffSummary {
  const { records, changed, added, removed } = counts;
  const unchanged = records[OLD] - changed - removed;
  return {
    family: family ?? 'products',
    oldProducts: records[OLD],
    newProducts: records[NEW],
    added,
    removed,
    changed,
    unchanged,
    touched: touched.count,
    touchedShare: computeTouchedShare({ ...counts, unchanged, touched: touched.count }),
    operations: touched.operations,
    bytes: touched.bytes,
    newCatalogBytes,
    warnings: findings.warningCount,
  };
}

/** Fingerprints of ten million ids collide once in 300,000 runs: more than once, something else is wrong. */
const MAX_ATTEMPTS = 4;

/**
 * Joins two catalogs; the operations between them are put aside. Where different ids turn out to have one fingerprint, all is
 * done again under another key.
 *
 * @param idMask of the first attempt's kernel: for tests
 * @throws BrctlError as `diffCatalogs`
 */
export async function joinSources(sources: Sources, options: DiffOptions, idMask?: bigint) {
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted();
    try {
      return await joinOnce(sources, options, idMask);
    } catch (error) {
      if (!(error instanceof FingerprintCollision)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new BrctlError('different ids share a 64-bit fingerprint, under several keys', {
          kind: 'unexpected',
          code: 'diff.collisions',
          why: 'this happens once in hundreds of thousands of catalogs',
          hint: 'report this with the two files',
        });
    }
    // The sample has been shown all lines.
    const { sample: _, ...rest } = options;
    options = rest;
    idMask = undefined;
    for (const source of sources) await source.rewind();
  }
}

/** The join's tables are freed before the delta is handed over. */
async function joinOnce(sources: Sources, options: DiffOptions, idMask?: bigint) {
  const touched = new TouchedProducts(options.tempDir);
  try {
    const run = createRun(options, touched, idMask);
    const join = new CatalogJoin(run, sources);
    await join.join();
    const newCatalogBytes = join.windows[NEW].readBytes;
    await run.findings.settle(sources, options.onWarning);
    return { summary: summarize(run, newCatalogBytes), touched };
  } catch (error) {
    touched.close();
    throw error;
  }
}
