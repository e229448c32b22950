import { controlOrigin } from '../../client/local-control.ts';
import type { Pair } from '../../client/search-request.ts';
import type { Config } from '../../config/config.ts';
import { CALLER_PARAMETERS } from '../../protocol/caller-parameters.ts';
import type { SearchPlan } from './search-plan.ts';

/**
 * The same search of a catalog as it was: a control call of the running `brctl serve`.
 *
 * @param at a version, the id of a job, or a time
 * @throws BrctlError `local.not_local` for an environment that is not on this machine
 */
export function pastPlan(config: Config, plan: SearchPlan, at: string): SearchPlan {
  const origin = controlOrigin(config.require('catalogUrl'), config.environment);
  const catalog = config.require('catalog');
  const asked = plan.pairs.filter(([name]) => !CALLER_PARAMETERS.has(name));
  return {
    base: `${origin}/_brctl/catalogs/${encodeURIComponent(catalog)}/search`,
    pairs: [...asked, ['at', at] satisfies Pair],
    subject: `catalog ${catalog} as of ${at}`,
    isPast: true,
  };
}
