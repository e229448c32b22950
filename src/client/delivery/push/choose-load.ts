import type { DiffSummary } from '../../../catalog/delta/diff-options.ts';
import type { CatalogContent } from '../../../protocol/control-documents.ts';
import { LIMITS } from '../../../protocol/limits.ts';

export interface LoadChoice {
  mode: 'delta' | 'full';
  why: LoadReason;
}

/** Why this load was chosen. Reasons with figures compare the cost of a delta and of a full load. */
export type LoadReason =
  | OutOfSyncReason
  | { kind: 'full-asked-for' | 'nothing-differs' }
  | { kind: 'nothing-applied'; catalog: string; environment: string }
  | { kind: 'base-damaged'; damage: string }
  | { kind: FiguredReason; figures: ChoiceFigures };

/** Why the service may be out of sync with the last push. A full load is safe in every case. */
export type OutOfSyncReason =
  | { kind: 'outcome-unknown' | 'delta-failed' | 'search-refused' }
  | { kind: 'request-since'; source: string | undefined; at: string }
  | { kind: 'other-content'; stored: CatalogContent | undefined; versionBefore: number | undefined }
  | { kind: 'other-job' | 'unknown-job'; jobId: string };

type FiguredReason =
  | 'delta-asked-for'
  | 'keeps-vanished'
  | 'no-product-left'
  | 'touches-many'
  | 'delta-is-larger'
  | 'takes-several-jobs'
  | 'delta-is-smaller';

export interface ChoiceFigures {
  touchedShare: number;
  operations: number;
  jobs: number;
  maxOperations: number;
  deltaBytes: number;
  products: number;
  catalogBytes: number;
}

/** The requested load mode is impossible. The CLI turns this into a message. */
export class LoadRefusal extends Error {
  override readonly name = 'LoadRefusal';
  /** Nothing to take a delta from; or only a full load is possible, which deletes what `--missing ignore` keeps. */
  readonly code: 'push.no_base' | 'push.would_delete';
  readonly why: LoadReason;

  constructor(code: LoadRefusal['code'], why: LoadReason) {
    super(`${code}: ${why.kind}`);
    this.code = code;
    this.why = why;
  }
}

export interface LoadFigures {
  asked: 'auto' | 'delta';
  summary: Pick<DiffSummary, 'operations' | 'bytes' | 'newCatalogBytes' | 'touchedShare' | 'newProducts'>;
  maxOperations: number;
  /** A product that vanished is left as it is: a full load would delete it. */
  keepsVanished: boolean;
  split: boolean;
}

/**
 * Full if over 20 % of products change, the delta is larger than the catalog, or it needs several jobs without --split
 * (spec: Limits). Never full with --missing ignore.
 */
export function chooseLoad({ asked, summary, maxOperations, split, keepsVanished }: LoadFigures): LoadChoice {
  const { operations, bytes, newCatalogBytes, newProducts, touchedShare } = summary;
  if (operations === 0) return { mode: 'delta', why: { kind: 'nothing-differs' } };
  const jobs = Math.ceil(operations / maxOperations);
  const choose = (mode: LoadChoice['mode'], kind: FiguredReason): LoadChoice => {
    const of = { products: newProducts, catalogBytes: newCatalogBytes };
    const figures = { touchedShare, operations, jobs, maxOperations, deltaBytes: bytes, ...of };
    return { mode, why: { kind, figures } };
  };
  if (asked === 'delta') return choose('delta', 'delta-asked-for');
  if (keepsVanished) return choose('delta', 'keeps-vanished');
  if (newProducts === 0) return choose('delta', 'no-product-left');
  if (touchedShare > LIMITS.fullLoadAdvisedShare) return choose('full', 'touches-many');
  if (bytes > newCatalogBytes) return choose('full', 'delta-is-larger');
  if (jobs > 1 && !split) return choose('full', 'takes-several-jobs');
  return choose('delta', 'delta-is-smaller');
}
