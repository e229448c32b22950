import type { MissingPolicy } from '../../delta/diff-options.ts';
import type { Problem } from '../../errors.ts';
import type { Changes } from './changes.ts';
import type { GuardVerdict } from './guards.ts';

/** What a push would do, decided before anything is sent. */
export interface Plan {
  mode: 'delta' | 'full';
  via: 'payload' | 'sftp';
  /** Why this load, in one sentence with the figures. */
  why: string;
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

/** What is sent, in words: `full load by payload`, `delta over SFTP`. */
export function nameLoad({ mode, via }: Pick<Plan, 'mode' | 'via'>): string {
  return `${mode === 'full' ? 'full load' : 'delta'} ${via === 'sftp' ? 'over SFTP' : 'by payload'}`;
}
