import type { Problem } from '../../base/errors.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { Tally } from '../profile/tally.ts';

export interface CheckOptions {
  mode: 'delta' | 'full';
  maxProblems: number;
  maxInflatedBytes: number;
  signal?: AbortSignal;
  tallyOneIn?: number;
}

export interface BodyFacts {
  operations: number;
  uncompressedBytes: number;
  family: RecordFamily;
  warnings: number;
  problems: Problem[];
  tally?: Tally;
}

export interface PassFacts extends BodyFacts {
  hasParts: boolean;
}
