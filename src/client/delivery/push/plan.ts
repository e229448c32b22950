import type { Problem } from '../../../base/errors.ts';
import type { MissingPolicy } from '../../../catalog/delta/diff-options.ts';
import type { CatalogContent } from '../../api/catalog-state.ts';
import type { Changes } from './changes.ts';
import type { LoadReason } from './choose-load.ts';
import type { GuardVerdict } from './guards.ts';

/** Products that the service holds and a full load deletes: which, is not known here; or at most this many that vanished earlier. */
export type Loss = { kind: 'not-known' } | { kind: 'vanished'; products: number };

/** What is known of what the service holds, and by what. */
export type ServiceContent =
  | { kind: 'no-push-known' | 'not-known' | 'not-asked' }
  | { kind: 'counted'; products: number }
  | { kind: 'pushed'; at: string; byJob?: string; byContent?: CatalogContent }
  | { kind: 'content'; stored: CatalogContent | undefined };

/** What a push would do, decided before anything is sent. */
export interface Plan {
  mode: 'delta' | 'full';
  via: 'payload' | 'sftp';
  why: LoadReason;
  /** What becomes of products that the new catalog lacks. */
  missing: MissingPolicy;
  /** Products of the new catalog. */
  products: number;
  /** Against the catalog that was pushed last; undefined where that is not known. */
  changes?: Changes;
  /** Products that the catalog lacks and a full load sends all the same, so that they are not deleted. */
  carried: number;
  /** What a full load takes away. */
  losses: Loss[];
  operations: number;
  /** Of the bodies, uncompressed. */
  bytes: number;
  /** Requests that are sent; 0 where the service holds the catalog already. */
  jobs: number;
  /** What the service would take and is hardly meant. */
  warnings: number;
  /** The first of them. */
  problems: Problem[];
  held: ServiceContent;
  guards: GuardVerdict[];
}
