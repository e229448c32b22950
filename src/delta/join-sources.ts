import { availableParallelism } from 'node:os';
import { BrctlError } from '../errors.ts';
import type { DiffOptions, DiffSummary } from './diff-options.ts';
import { noteDuplicateIds } from './findings/duplicate-ids.ts';
import { EnoughFindings } from './findings/findings.ts';
import {
  type DiffRun,
  DuplicateSuspected,
  FingerprintCollision,
  MemoryExceeded,
  type RunSettings,
} from './join/diff-run.ts';
import { ExternalJoin } from './join/external-join.ts';
import type { JoinedFile } from './join/file-range.ts';
import { joinCatalogs } from './join/join-catalogs.ts';
import { newRun } from './join/new-run.ts';
import { Pace } from './join/pace.ts';
import { isUndecided } from './join/undecided.ts';
import { createKernel } from './kernel/create-kernel.ts';
import { TouchedProducts } from './output/touched-products.ts';
import { NEW, OLD } from './side.ts';
import type { ByteSource } from './source/byte-source.ts';
import { LineTooLong, lineTooLong } from './source/line-limit.ts';
import { touchedShare } from './touched-share.ts';

const DEFAULT_MAX_PROBLEMS = 20;
const DEFAULT_MAX_MEMORY_BYTES = 512_000_000;
/** A collision of 62-bit fingerprints is rare; several in a row do not happen by chance. */
const MAX_ATTEMPTS = 4;

/**
 * Two threads take less time than one from here on. Below, one leaves the other core to V8, which compiles what runs often
 * there; two threads have to share it (docs/delta.md).
 */
const TWO_THREAD_BYTES = 1_000_000_000;
/** Operations that two threads find are in no order: to read them one by one from a file would take longer than to find them. */
const TWO_THREAD_SPOOL_BYTES = 32 << 20;

type Sources = readonly [ByteSource, ByteSource];

function settingsOf(options: DiffOptions): RunSettings {
  const { family = 'auto' } = options;
  return {
    recordFormat: options.recordFormat ?? 'operations',
    missing: options.missing ?? 'unavailable',
    strict: options.strict ?? false,
    explaining: options.onExplain !== undefined,
    tempDir: options.tempDir,
    maxMemoryBytes: options.maxMemoryBytes ?? DEFAULT_MAX_MEMORY_BYTES,
    maxProblems: options.maxProblems ?? DEFAULT_MAX_PROBLEMS,
    family: family === 'auto' ? undefined : family,
  };
}

function summarize(run: DiffRun, touched: TouchedProducts, newCatalogBytes: number): DiffSummary {
  const { counts, family, findings } = run;
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

type TwoFiles = readonly [JoinedFile, JoinedFile];

function isFile(source: ByteSource): source is ByteSource & JoinedFile {
  return source.handle !== undefined;
}

function fileOf({ handle, name, sizeBytes }: JoinedFile): JoinedFile {
  return { handle, name, sizeBytes };
}

/** How to continue after a pass over the catalogs. */
type Outcome = 'done' | 'another-seed' | 'external';

/** Joins the catalogs, in memory or by way of files; with `done` nothing is wrong with them. */
async function attempt(
  run: DiffRun,
  sources: Sources,
  options: DiffOptions,
  pace: Pace,
  external: boolean,
): Promise<Outcome> {
  try {
    await (external ? new ExternalJoin(run, pace).run() : joinCatalogs(run, pace));
  } catch (error) {
    if (error instanceof FingerprintCollision) return 'another-seed';
    if (error instanceof MemoryExceeded) return 'external';
    if (error instanceof LineTooLong) throw await lineTooLong(sources[error.side], error.position);
    if (error instanceof DuplicateSuspected) {
      if (!(await hasDuplicates(run, pace))) return 'another-seed';
    } else if (!(error instanceof EnoughFindings)) throw error;
  }
  await run.findings.settle(sources, options.onWarning);
  return 'done';
}

async function hasDuplicates(run: DiffRun, pace: Pace): Promise<boolean> {
  try {
    return (await noteDuplicateIds(run, pace)) > 0;
  } catch (error) {
    if (error instanceof EnoughFindings) return true;
    throw error;
  }
}

/** What is left of a join: its tables go before the delta is handed over. */
export type Joined = { summary: DiffSummary; touched: TouchedProducts };

/**
 * Joins two catalogs, on one thread or two; the operations between them are put aside.
 *
 * @throws BrctlError as `diffCatalogs`
 */
export async function joinSources(sources: Sources, options: DiffOptions): Promise<Joined> {
  options.signal?.throwIfAborted();
  const pace = new Pace(options.signal);
  const files = filesForTwoThreads(sources, options);
  return (await joinedOnTwo(files, options, pace)) ?? (await joinedOnOne(sources, options, pace));
}

/** The files that two threads can read, where that is asked for or takes less time than on one. */
function filesForTwoThreads(sources: Sources, { threads = 'auto' }: DiffOptions): TwoFiles | undefined {
  const [oldFile, newFile] = sources;
  if (threads === 1 || !isFile(oldFile) || !isFile(newFile)) return undefined;
  const isWorthIt = oldFile.sizeBytes + newFile.sizeBytes >= TWO_THREAD_BYTES && availableParallelism() > 1;
  return threads === 2 || isWorthIt ? [fileOf(oldFile), fileOf(newFile)] : undefined;
}

/** Joins the catalogs on two threads. Undefined: that is for one thread to do. */
async function joinedOnTwo(
  files: TwoFiles | undefined,
  options: DiffOptions,
  pace: Pace,
): Promise<Joined | undefined> {
  if (files === undefined) return undefined;
  const { joinOnTwoThreads } = await import('./join/two-threads.ts');
  const { signal, kernel = 'auto' } = options;
  const touched = new TouchedProducts(options.tempDir, TWO_THREAD_SPOOL_BYTES);
  try {
    const run = await joinOnTwoThreads({
      files,
      settings: settingsOf(options),
      kernel,
      touched,
      pace,
      signal,
    });
    return { summary: summarize(run, touched, files[NEW].sizeBytes), touched };
  } catch (error) {
    touched.close();
    if (isUndecided(error)) return undefined;
    throw error;
  }
}

async function joinedOnOne(sources: Sources, options: DiffOptions, pace: Pace): Promise<Joined> {
  let external = false;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    for (const source of sources) await source.rewind();
    const touched = new TouchedProducts(options.tempDir);
    const run = newRun(settingsOf(options), sources, createKernel(options.kernel).kernel, touched, pace);
    try {
      const outcome = await attempt(run, sources, options, pace, external);
      const { base, filled } = run.windows[NEW];
      if (outcome === 'done') return { summary: summarize(run, touched, base + filled), touched };
      external ||= outcome === 'external';
      touched.close();
    } catch (error) {
      touched.close();
      throw error;
    }
  }
  throw new BrctlError('ids of the catalogs collide again and again', {
    kind: 'unexpected',
    code: 'diff.collisions',
    why: '62-bit fingerprints of different ids were equal under several seeds',
    hint: 'report this with the two files',
  });
}
