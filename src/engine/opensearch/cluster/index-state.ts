import type { SearchSettings } from '../../engine.ts';
import type { FieldCatalog } from '../../fields/field-survey.ts';

/** State of one version of an index that a reader needs beside the index. */
export interface IndexState {
  index: string;
  catalog: string;
  version: number;
  /** Fencing number of the index run that wrote it: ascends with every run of every writer of the catalog. */
  stamp: number;
  fields: FieldCatalog;
  /** Search documents of the version: bases and views. */
  documents: number;
  records: number;
  /** Mean lengths that weights are measured against: titles in words, the rest in characters. Those of the last full build. */
  means: { title: number; rest: number };
  /** Superseded records whose documents are still there. */
  ended: readonly EndedRecords[];
  /** Ranges of stamps without documents of this version: runs that were given up, or whose writer has lost the lease. */
  gaps: readonly (readonly [number, number])[];
  /** Versions since the full build. */
  deltas: number;
}

/** Records that a version had and the next has not. */
export interface EndedRecords {
  version: number;
  /** When the next version was published, by the steady clock of its writer; null before. */
  atMs: number | null;
  /** Ascending. */
  docids: readonly number[];
  /** Of those with views, how many there are. */
  views: readonly (readonly [docid: number, count: number])[];
}

/** The version that answers for a catalog, for every process that searches it. */
export interface Announcement {
  scope: string;
  catalog: string;
  settings: SearchSettings;
  state: IndexState;
}

/** More index runs than a writer makes while it holds a lease. */
const MAX_RUNS = 2 ** 20;

/** Fencing number of a writer's index run. */
export function toStamp(term: number, run: number): number {
  return term * MAX_RUNS + run;
}

/** Term of the lease under which a version was written. */
export function getLeaseTerm({ stamp }: Pick<IndexState, 'stamp'>): number {
  return Math.floor(stamp / MAX_RUNS);
}
