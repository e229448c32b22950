import type { PackedError } from '../../../process/packed-error.ts';
import type { ClusterOptions } from '../../engine.ts';
import type { RunOrder, RunResult } from '../building/index-run.ts';

/** An index run as its thread is given it. */
export interface IndexTask {
  cluster: ClusterOptions;
  records: string;
  order: RunOrder;
}

export type IndexOutcome = { built: RunResult } | { failure: PackedError };
