import type { Problem } from '../../base/errors.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { Tally } from '../profile/tally.ts';

/** How the operations of a body are checked. */
export interface CheckOptions {
  mode: 'delta' | 'full';
  /** Problems to collect before giving up. */
  maxProblems: number;
  /** Bytes that a compressed file may grow to. */
  maxInflatedBytes: number;
  signal?: AbortSignal;
  /** Count the products for a profile, one in this many. */
  tallyOneIn?: number;
}

/** What a body of operations turned out to hold. */
export interface BodyFacts {
  operations: number;
  uncompressedBytes: number;
  family: RecordFamily;
  /** What the service takes and is hardly meant: how many, and the first of them. */
  warnings: number;
  problems: Problem[];
  /** Of its products, where they were to be counted. */
  tally?: Tally;
}

/** What one pass over a body found. */
export interface PassFacts extends BodyFacts {
  /** Is there an operation on a part of a record? */
  hasParts: boolean;
}
