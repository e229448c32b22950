import { createKernel } from '../kernel/create-kernel.ts';
import type { TouchedSink } from '../output/touched-products.ts';
import { NEW, OLD } from '../side.ts';
import { alignedRanges } from './aligned-ranges.ts';
import type { DiffRun, RunSettings } from './diff-run.ts';
import { FileRange, type JoinedFile } from './file-range.ts';
import type { JoinJob, ThreadResult } from './join-job.ts';
import { JoinThread, newSchedule } from './join-thread.ts';
import { newRun } from './new-run.ts';
import type { Pace } from './pace.ts';
import { SecondThread } from './second-thread.ts';
import { Undecided } from './undecided.ts';

/** Ranges are so large that starting one takes no time, and so many that threads end at about the same time. */
const RANGE_BYTES = 8 << 20;
const MIN_RANGES = 4;
const MAX_RANGES = 32;

/** What a join on two threads is about. */
export interface TwoThreadJoin {
  files: readonly [JoinedFile, JoinedFile];
  settings: RunSettings;
  kernel: 'auto' | 'wasm' | 'js';
  /** Gets the operations that both threads find, in no order. */
  touched: TouchedSink;
  pace: Pace;
  signal: AbortSignal | undefined;
}

/**
 * Matches the records of two plain files by id on this thread and another, and puts aside the operations between them:
 * the same as `joinCatalogs` does for files that are sound.
 *
 * @returns the run of this thread, with the counts of both
 * @throws what `isUndecided` tells: then `joinCatalogs` has to do it
 * @throws BrctlError `diff.thread_failed`
 */
export async function joinOnTwoThreads(join: TwoThreadJoin): Promise<DiffRun> {
  const { files, touched, pace } = join;
  const { kernel, plan } = createKernel(join.kernel);
  const settings = { ...join.settings, maxProblems: 1, maxMemoryBytes: join.settings.maxMemoryBytes / 2 };
  const job: JoinJob = { files, settings, kernel: plan, schedule: newSchedule() };
  const second = new SecondThread(job, touched, join.signal);
  try {
    const sources = [new FileRange(files[OLD]), new FileRange(files[NEW])] as const;
    const run = newRun(settings, sources, kernel, touched, pace);
    await joinWith(second, new JoinThread(run, sources, pace, job.schedule), files);
    addResult(run, await second.result());
    return run;
  } finally {
    await second.stop();
  }
}

async function joinWith(
  second: SecondThread,
  first: JoinThread,
  files: readonly [JoinedFile, JoinedFile],
): Promise<void> {
  const bytes = files[OLD].sizeBytes + files[NEW].sizeBytes;
  const count = Math.min(MAX_RANGES, Math.max(MIN_RANGES, Math.ceil(bytes / RANGE_BYTES)));
  const ranges = alignedRanges(files[OLD], files[NEW], count);
  second.order({ ranges });
  const own = await first.joinRanges(ranges);
  const logs = [own, await second.ranges()];
  second.order({ logs });
  await first.joinPartitions(logs);
}

/** @throws Undecided when the threads read records of different families */
function addResult(run: DiffRun, { counts, family }: ThreadResult): void {
  run.family ??= family;
  if (family !== undefined && family !== run.family) throw new Undecided();
  run.counts.records[OLD] += counts.records[OLD];
  run.counts.records[NEW] += counts.records[NEW];
  run.counts.unchanged += counts.unchanged;
  run.counts.changed += counts.changed;
  run.counts.added += counts.added;
  run.counts.removed += counts.removed;
}
