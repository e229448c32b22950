import type { RecordFamily } from '../../protocol/paths.ts';
import type { KernelPlan } from '../kernel/create-kernel.ts';
import type { TouchedPiece } from '../output/touched-pieces.ts';
import type { Counts, RunSettings } from './diff-run.ts';
import type { JoinedFile } from './file-range.ts';
import type { RangePair, Schedule } from './join-thread.ts';
import type { ThreadLogs } from './partition-join.ts';

/** What a thread is started with. */
export interface JoinJob {
  readonly files: readonly [JoinedFile, JoinedFile];
  readonly settings: RunSettings;
  readonly kernel: KernelPlan;
  readonly schedule: Schedule;
}

/** What a thread is told next: the ranges, then what all threads found in theirs. */
export type JoinOrder = { ranges: readonly RangePair[] } | { logs: readonly ThreadLogs[] };

/** What a thread found in all that it took. */
export interface ThreadResult {
  readonly counts: Counts;
  /** The family of its records, where it read any. */
  readonly family: RecordFamily | undefined;
}

/** What a thread says. `undecided`: see `isUndecided`. */
export type JoinReport =
  | { kind: 'touched'; piece: TouchedPiece }
  | { kind: 'ranges'; logs: ThreadLogs }
  | { kind: 'done'; result: ThreadResult }
  | { kind: 'undecided' };
