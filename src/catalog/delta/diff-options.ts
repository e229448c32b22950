import type { Problem } from '../../base/errors.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { Side } from './side.ts';

/** A catalog to compare: a file or a stream such as standard input, plain or gzip; the name is for messages. */
export type DiffInput = { path: string; name?: string } | { stream: AsyncIterable<Uint8Array>; name: string };

/** Treatment of a missing product (spec: Catalog patch operation). */
export type MissingPolicy = 'unavailable' | 'remove' | 'ignore';

/** How a catalog spells its records: `add` operations of whole records, as exports are, or `{"id",…}` objects. */
export type RecordFormat = 'operations' | 'records';

export interface DiffOptions {
  /** Default `unavailable`. */
  missing?: MissingPolicy;
  /** Default `operations`. */
  recordFormat?: RecordFormat;
  /** Default `auto`: the family of the first record; products for plain records. */
  family?: RecordFamily | 'auto';
  /** Check lines too that are the same bytes in both files. */
  strict?: boolean;
  /** @deprecated Without effect: threads of Node's own inflate gzip files. */
  threads?: 1 | 2 | 'auto';
  /** Memory of the tables before the catalogs are read in several passes. Default 512 MB; at least 1 MB, at most 1.5 GB. */
  maxMemoryBytes?: number;
  /** Where temporary files go. Default: the system's. */
  tempDir?: string;
  signal?: AbortSignal;
  /** Problems to collect before giving up. Default 20. */
  maxProblems?: number;
  onWarning?: (warning: Problem) => void;
  /** Called once per changed product, in the order of the delta, with what changed in it. */
  onExplain?: (explanation: Explanation) => void | Promise<void>;
  /** Is shown some of the lines of both catalogs as they are passed over. */
  sample?: LineSample;
  /** Called when all is known and nothing is emitted yet; throws to stop before the first byte. */
  beforeEmit?: (summary: DiffSummary) => void | Promise<void>;
}

/** A line of a catalog: where it is in bytes that are not to be held on to, and at which byte of its catalog it starts. */
export interface PassedLine {
  bytes: Buffer;
  start: number;
  end: number;
  position: number;
}

/**
 * Sees the lines of a part of the products, chosen by their ids: always the same ones, whatever the catalog. Lines whose ids
 * are not spelled plainly are all shown.
 */
export interface LineSample {
  /** One product in this many, a power of 2: those whose path's FNV-1a, of 32 bits and mixed, is a multiple of it. */
  readonly oneIn: number;
  /** A line that is the same bytes in both catalogs, as it is in the new one; not certain where its id is not spelled plainly. */
  same(line: PassedLine, isCertain: boolean): void;
  /** Two lines of one product, which may be the same. */
  pair(old: PassedLine, fresh: PassedLine): void;
  /** A line whose counterpart is not near, or that has none. */
  alone(side: Side, line: PassedLine): void;
}

/** Change at one path as JSON texts. Without `old`: added. Without `new`: removed. */
export interface ExplainedChange {
  path: string;
  old?: string;
  new?: string;
}

/** All that changed in one product. */
export interface Explanation {
  product: string;
  /** `removed`: it vanished from the new catalog; what the delta makes of it is up to the policy. */
  kind: 'added' | 'removed' | 'changed';
  changes: ExplainedChange[];
}

export interface DiffSummary {
  family: RecordFamily;
  oldProducts: number;
  newProducts: number;
  /** Products only in the new catalog. */
  added: number;
  /** Products only in the old catalog. */
  removed: number;
  /** Products in both that differ by value. */
  changed: number;
  unchanged: number;
  /** Products with an operation in the delta; of those that vanished, what is unavailable already or ignored has none. */
  touched: number;
  /** Products that the delta touches, of those in either catalog: 0 to 1. */
  touchedShare: number;
  operations: number;
  /** Size of the delta as JSON Lines. */
  bytes: number;
  /** Size of the new catalog, uncompressed. */
  newCatalogBytes: number;
  warnings: number;
}

type Counts = Pick<DiffSummary, 'touched' | 'added' | 'removed' | 'changed' | 'unchanged'>;

/** Share of the products, of those in either catalog, that a delta touches. */
export function computeTouchedShare({ touched, added, removed, changed, unchanged }: Counts): number {
  const products = added + removed + changed + unchanged;
  return products === 0 ? 0 : touched / products;
}
