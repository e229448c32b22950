import { BrctlError, type Problem } from '../../../base/errors.ts';
import type { MissingPolicy } from '../../../catalog/delta/diff-options.ts';
import type { CatalogState } from '../../api/catalog-state.ts';
import type { Profile } from '../../profile/profile.ts';
import type { FileIdentity, PushPart } from '../../state/push-run.ts';
import type { PreparedBody } from '../prepare-body.ts';
import type { Changes } from './changes.ts';
import type { GuardVerdict } from './guard-verdict.ts';

/** Plan of a push, made before anything is sent. */
export interface Plan {
  mode: 'delta' | 'full';
  via: 'payload' | 'sftp';
  /** Why this load was chosen. */
  why: string;
  missing: MissingPolicy;
  products: number;
  /** Against the catalog that was pushed last; undefined where that is not known. */
  changes?: Changes;
  /** Products that the catalog lacks and a full load sends all the same, so that they are not deleted. */
  carried: number;
  /** Products that a full load deletes beside the known ones. */
  losses: string[];
  operations: number;
  /** Of the bodies, uncompressed. */
  bytes: number;
  /** Requests that are sent; 0 where the service holds the catalog already. */
  jobs: number;
  /** Warnings: accepted by the service, but hardly intended. */
  warnings: number;
  problems: Problem[];
  /** State of the service's catalog, and its source. */
  held: string;
  guards: GuardVerdict[];
}

/** The load, checked and ready on disk. Nothing if the service is in sync with the catalog. */
export interface PlannedPush {
  plan: Plan;
  plannedAt: string;
  /** Requests to this catalog that were known then, and had their effect. */
  knownIds: string[];
  catalog: FileIdentity;
  /** The user's own base, when one was given. */
  base?: FileIdentity;
  state?: CatalogState;
  /** Of the catalog; undefined where it is sent in parts of which nothing is known. */
  profile?: Profile;
  family: 'products' | 'items';
  parts: PushPart[];
  bodies: PreparedBody[];
}

/** A plan before it is known when it was made, and after which requests. */
export type DraftPlan = Omit<PlannedPush, 'plannedAt' | 'knownIds'>;

export function nameLoad({ mode, via }: Pick<Plan, 'mode' | 'via'>): string {
  return `${mode === 'full' ? 'full load' : 'delta'} ${via === 'sftp' ? 'over SFTP' : 'by payload'}`;
}

/** The error for a catalog file that somebody writes while it is pushed. */
export function catalogChangedError(source: string): BrctlError {
  return new BrctlError(`${source} was changed while it was being pushed`, {
    kind: 'input',
    code: 'push.catalog_changed',
    file: source,
    hint: 'run it again when the file is complete; write feeds to another name, then rename them',
  });
}
