import type { PackedError } from '../../../process/packed-error.ts';
import type { ClusterOptions } from '../../engine.ts';
import type { RunOrder, RunResult } from '../building/index-run.ts';

/** An index run as its thread is given it. */
export interface IndexTask {
  cluster: ClusterOptions;
  records: string;
  order: RunOrder;
  /** Memory of the gate that is open while the run may ask the cluster. */
  gate: SharedArrayBuffer;
}

export type IndexOutcome = { built: RunResult } | { failure: PackedError };
