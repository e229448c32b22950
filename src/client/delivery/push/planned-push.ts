import type { CatalogState } from '../../api/catalog-state.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Tally } from '../../profile/tally.ts';
import type { FileIdentity, PushPart } from '../../state/push-run.ts';
import type { Comparison } from '../kept/compare-catalogs.ts';
import type { PreparedBody } from '../prepare-body.ts';
import type { Plan } from './plan.ts';

/** What is to be sent, ready on disk and checked. Nothing for a catalog that the service holds already. */
export interface PlannedPush {
  plan: Plan;
  /** When it was looked at what the service holds. */
  plannedAt: string;
  /** Requests to this catalog that were known then, and had their effect. */
  knownIds: string[];
  catalog: FileIdentity;
  /** The user's own base, when one was given. */
  base?: FileIdentity;
  /** With the catalog that is kept, where that was possible line by line. */
  comparison?: Comparison;
  /** What the service said that it held, where it tells. */
  state?: CatalogState;
  /** Of the catalog; undefined where it is sent in parts of which nothing is known. */
  profile?: Profile;
  /** Counters of its products, kept with it for the next push. */
  tally?: Tally;
  family: 'products' | 'items';
  parts: PushPart[];
  /** The checked contents of the parts. */
  bodies: PreparedBody[];
}
