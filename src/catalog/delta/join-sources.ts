import { DEFAULT_MAX_PROBLEMS } from '../findings/findings.ts';
import { type DiffOptions, type DiffSummary, touchedShare } from './diff-options.ts';
import { PlacedFindings } from './findings/placed-findings.ts';
import { CatalogJoin } from './join/catalog-join.ts';
import type { DiffRun } from './join/diff-run.ts';
import { Pace } from './join/pace.ts';
import { Kernel, type KernelSetup } from './kernel/kernel.ts';
import { TouchedProducts } from './output/touched-products.ts';
import { NEW, OLD } from './side.ts';
import type { ByteSource } from './source/byte-source.ts';
import { LineTooLong, lineTooLong } from './source/line-limit.ts';

const DEFAULT_MAX_MEMORY_BYTES = 512_000_000;

type Sources = readonly [ByteSource, ByteSource];

function newRun(options: DiffOptions, touched: TouchedProducts, setup?: KernelSetup): DiffRun {
  const { family = 'auto' } = options;
  return {
    recordFormat: options.recordFormat ?? 'operations',
    missing: options.missing ?? 'unavailable',
    strict: options.strict ?? false,
    explaining: options.onExplain !== undefined,
    maxMemoryBytes: options.maxMemoryBytes ?? DEFAULT_MAX_MEMORY_BYTES,
    tempDir: options.tempDir,
    kernel: new Kernel(setup),
    findings: new PlacedFindings(options.maxProblems ?? DEFAULT_MAX_PROBLEMS),
    touched,
    counts: { records: [0, 0], unchanged: 0, changed: 0, added: 0, removed: 0 },
    pace: new Pace(options.signal),
    sample: options.sample,
    family: family === 'auto' ? undefined : family,
  };
}

function summarize({ counts, family, findings, touched }: DiffRun, newCatalogBytes: number): DiffSummary {
  const { records, unchanged, changed, added, removed } = counts;
  return {
    family: family ?? 'products',
    oldProducts: records[OLD],
    newProducts: records[NEW],
    added,
    removed,
    changed,
    unchanged,
    touched: touched.count,
    touchedShare: touchedShare({ ...counts, touched: touched.count }),
    operations: touched.operations,
    bytes: touched.bytes,
    newCatalogBytes,
    warnings: findings.warningCount,
  };
}

/** What is left of a join: its tables go before the delta is handed over. */
export type Joined = { summary: DiffSummary; touched: TouchedProducts };

/**
 * Joins two catalogs; the operations between them are put aside.
 *
 * @param setup of the kernel: for tests
 * @throws BrctlError as `diffCatalogs`
 */
export async function joinSources(
  sources: Sources,
  options: DiffOptions,
  setup?: KernelSetup,
): Promise<Joined> {
  options.signal?.throwIfAborted();
  const touched = new TouchedProducts(options.tempDir);
  try {
    const run = newRun(options, touched, setup);
    const join = new CatalogJoin(run, sources);
    await join.join();
    const newCatalogBytes = join.windows[NEW].readBytes;
    await run.findings.settle(sources, options.onWarning);
    return { summary: summarize(run, newCatalogBytes), touched };
  } catch (error) {
    touched.close();
    if (error instanceof LineTooLong) throw await lineTooLong(sources[error.side], error.position);
    throw error;
  }
}
