import type { LosslessValue } from '../../../base/json/lossless.ts';
import type { ExplainCode } from '../../../protocol/explanation.ts';
import type { Found } from './find-change.ts';

/** One version that was looked at. */
export interface Step {
  version: number;
  /** By the record alone, or by an index of the version. */
  by: 'record' | 'ranking';
  found: boolean;
  code: ExplainCode | null;
  rank: number | null;
  total: number | null;
}

/** `brctl.bisect/1`. */
export interface BisectDocument {
  schema: 'brctl.bisect/1';
  catalog: string;
  product: string;
  query: string | null;
  category: string | null;
  in_top: number;
  /** By what is published. */
  found_now: boolean;
  published_version: number | null;
  oldest_version: number;
  newest_version: number;
  verdict: Found['kind'];
  /** What told it: the record alone, or the ranking. */
  by: Step['by'] | null;
  culprit: Culprit | null;
  before: Step | null;
  after: Step | null;
  steps: Step[];
}

/** What a load did to one product. */
export interface ProductChange {
  kind: 'added' | 'changed' | 'removed';
  /** Of the load; null where it is not known, and where a full load leaves the product out. */
  line: number | null;
  operations: LosslessValue[];
}

/** The load behind a change, with what it did. */
export interface Culprit {
  version: number;
  type: string | null;
  job_id: string | null;
  source: string | null;
  applied_at: string | null;
  /** The call that made the job; members but the id are null where the log no longer has it. */
  request: { id: string; at: string | null; method: string | null; url: string | null } | null;
  /** What it did to the product itself; null where it left it alone. */
  change: ProductChange | null;
  /** Products that took its place, or left it. */
  others: (ProductChange & { product: string; rank_before: number | null; rank_after: number | null })[];
  /** What else the load did; null where nobody has counted. */
  counts: { added: number; changed: number; removed: number } | null;
}
