import type { MissingPolicy } from '../../delta/diff-options.ts';
import type { Problem } from '../../errors.ts';
import type { Changes } from './changes.ts';
import type { LoadReason } from './choose-load.ts';
import type { GuardVerdict } from './guards.ts';

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
  /** What a full load takes away, in sentences. */
  losses: string[];
  operations: number;
  /** Of the bodies, uncompressed. */
  bytes: number;
  /** Requests that are sent; 0 where the service holds the catalog already. */
  jobs: number;
  /** What the service would take and is hardly meant. */
  warnings: number;
  /** The first of them. */
  problems: Problem[];
  /** What is known of what the service holds, in one sentence. */
  held: string;
  guards: GuardVerdict[];
}
