import { setImmediate } from 'node:timers/promises';
import { BrctlError } from '../errors.ts';
import type { DiffInput, DiffOptions, DiffSummary } from './diff-options.ts';
import { noteDuplicateIds } from './findings/duplicate-ids.ts';
import { EnoughFindings, Findings } from './findings/findings.ts';
import { type DiffRun, DuplicateSuspected, FingerprintCollision, MemoryExceeded } from './join/diff-run.ts';
import { ExternalJoin } from './join/external-join.ts';
import { IdLog } from './join/id-log.ts';
import { joinCatalogs } from './join/join-catalogs.ts';
import { LineWindow } from './join/line-window.ts';
import { Pace } from './join/pace.ts';
import { PendingTable } from './join/pending-table.ts';
import { createKernel } from './kernel/create-kernel.ts';
import { readExplanation } from './output/explanation.ts';
import { TouchedProducts } from './output/touched-products.ts';
import { NEW, OLD } from './side.ts';
import type { ByteSource } from './source/byte-source.ts';
import { LineTooLong, lineTooLong } from './source/line-limit.ts';
import { type OpenedSource, openSource } from './source/open-source.ts';
import { touchedShare } from './touched-share.ts';

const DEFAULT_MAX_PROBLEMS = 20;
const DEFAULT_MAX_MEMORY_BYTES = 512_000_000;
/** A collision of 62-bit fingerprints is rare; several in a row do not happen by chance. */
const MAX_ATTEMPTS = 4;

type Sources = readonly [ByteSource, ByteSource];

function newRun(sources: Sources, options: DiffOptions, pace: Pace): DiffRun {
  const kernel = createKernel(options.kernel);
  const { family = 'auto' } = options;
  // From the page cache one thread reads faster than two hand pieces over (docs/delta.md); slow disks may differ.
  const readsAhead = options.threads === 2;
  return {
    kernel,
    windows: [
      new LineWindow(OLD, sources[OLD], kernel, pace, readsAhead),
      new LineWindow(NEW, sources[NEW], kernel, pace, readsAhead),
    ],
    pending: new PendingTable(kernel),
    idLog: new IdLog(),
    findings: new Findings(options.maxProblems ?? DEFAULT_MAX_PROBLEMS),
    touched: new TouchedProducts(options.tempDir),
    counts: { records: [0, 0], unchanged: 0, changed: 0, added: 0, removed: 0 },
    recordFormat: options.recordFormat ?? 'operations',
    missing: options.missing ?? 'unavailable',
    strict: options.strict ?? false,
    explaining: options.onExplain !== undefined,
    tempDir: options.tempDir,
    maxMemoryBytes: options.maxMemoryBytes ?? DEFAULT_MAX_MEMORY_BYTES,
    family: family === 'auto' ? undefined : family,
  };
}

function summarize({ counts, family, touched, findings, windows, missing }: DiffRun): DiffSummary {
  const { records, unchanged, changed, added, removed } = counts;
  return {
    family: family ?? 'products',
    oldProducts: records[OLD],
    newProducts: records[NEW],
    added,
    removed,
    changed,
    unchanged,
    touchedShare: touchedShare(counts, missing),
    operations: touched.operations,
    bytes: touched.bytes,
    newCatalogBytes: windows[NEW].base + windows[NEW].filled,
    warnings: findings.warningCount,
  };
}

/** How to go on after a pass over the catalogs. */
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
type Joined = { summary: DiffSummary; touched: TouchedProducts };

async function joined(sources: Sources, options: DiffOptions): Promise<Joined> {
  options.signal?.throwIfAborted();
  const pace = new Pace(options.signal);
  let external = false;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    for (const source of sources) await source.rewind();
    const run = newRun(sources, options, pace);
    try {
      const outcome = await attempt(run, sources, options, pace, external);
      if (outcome === 'done') return { summary: summarize(run), touched: run.touched };
      external ||= outcome === 'external';
      run.touched.close();
    } catch (error) {
      run.touched.close();
      throw error;
    }
  }
  throw new BrctlError('ids of the catalogs collide again and again', {
    kind: 'unexpected',
    code: 'diff.collisions',
    why: 'fingerprints of 62 bits were equal for different ids under several seeds',
    hint: 'report this with the two files',
  });
}

async function diffSources(
  opened: readonly [OpenedSource, OpenedSource],
  sink: (bytes: Uint8Array) => void | Promise<void>,
  options: DiffOptions,
): Promise<DiffSummary> {
  const refuseChanged = () => {
    for (const file of opened) file.refuseChanged();
  };
  const joining = joined([opened[OLD].source, opened[NEW].source], options);
  const { summary, touched } = await joining.catch((error) => {
    refuseChanged(); // then that is what is wrong
    throw error;
  });
  try {
    refuseChanged();
    await options.beforeEmit?.(summary);
    await setImmediate(); // a signal that came while the catalogs were read is told of now
    options.signal?.throwIfAborted();
    const { onExplain } = options;
    await touched.emit(
      sink,
      onExplain === undefined ? undefined : (note) => onExplain(readExplanation(note)),
    );
    return summary;
  } finally {
    touched.close();
  }
}

/**
 * The smallest delta that turns one catalog into another: `sink` gets its operations as JSON Lines, whole lines at a
 * time, all operations of a product together, in the order of the new catalog; last come products that vanished, in
 * the order of the old one. Nothing is handed over before both catalogs were read and found sound.
 *
 * Catalogs may be in any order, plain or gzip, and of any size: lines stay in their files, a record takes some 20
 * bytes of memory. Lines that differ are read strictly, with `strict` all of them.
 *
 * @throws BrctlError `input`: a line that is no record, a duplicate id, with file, line and column; up to
 *   `maxProblems` of them as `problems`
 * @throws BrctlError `not-found`: no such file; `file.changed`: one was written to while it was read
 */
export async function diffCatalogs(
  oldInput: DiffInput,
  newInput: DiffInput,
  sink: (bytes: Uint8Array) => void | Promise<void>,
  options: DiffOptions = {},
): Promise<DiffSummary> {
  const oldOpened = await openSource(oldInput, options);
  try {
    const newOpened = await openSource(newInput, options);
    try {
      return await diffSources([oldOpened, newOpened], sink, options);
    } finally {
      await newOpened.close();
    }
  } finally {
    await oldOpened.close();
  }
}
