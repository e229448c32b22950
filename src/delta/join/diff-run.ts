import type { RecordFamily } from '../../protocol/paths.ts';
import type { MissingPolicy, RecordFormat } from '../diff-options.ts';
import type { Findings } from '../findings/findings.ts';
import type { LineKernel } from '../kernel/line-kernel.ts';
import type { TouchedSink } from '../output/touched-products.ts';
import type { IdLog } from './id-log.ts';
import type { LineWindow } from './line-window.ts';
import type { PendingTable } from './pending-table.ts';

/** What happened to the products, counted as lines are met. */
export interface Counts {
  /** Records of the old and the new catalog. */
  records: [number, number];
  unchanged: number;
  changed: number;
  added: number;
  removed: number;
}

/** What of the options concerns a pass. */
export interface RunSettings {
  readonly recordFormat: RecordFormat;
  readonly missing: MissingPolicy;
  readonly strict: boolean;
  readonly explaining: boolean;
  readonly maxMemoryBytes: number;
  readonly maxProblems: number;
  readonly tempDir: string | undefined;
  readonly family: RecordFamily | undefined;
}

/** Everything that one pass over two catalogs shares. */
export interface DiffRun extends Omit<RunSettings, 'family' | 'maxProblems'> {
  readonly kernel: LineKernel;
  readonly windows: readonly [LineWindow, LineWindow];
  readonly pending: PendingTable;
  readonly idLog: IdLog;
  readonly findings: Findings;
  readonly touched: TouchedSink;
  readonly counts: Counts;
  /** The family of all records; undefined until the first one is read, where it is not given. */
  family: RecordFamily | undefined;
}

/** Two lines of one catalog seem to have the same id. */
export class DuplicateSuspected extends Error {}

/** Different ids with the same fingerprint: the run is repeated with another seed. */
export class FingerprintCollision extends Error {}

/** The tables would pass the limit: the run is repeated with tables in files. */
export class MemoryExceeded extends Error {}
