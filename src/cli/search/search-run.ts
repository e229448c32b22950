import { refuseUnusableQuery } from '../../client/search-request.ts';
import { BrctlError } from '../../errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { CommandContext } from '../context.ts';
import type { SearchCommandOptions } from './search-options.ts';
import { answerProducts, productPlan } from './search-products.ts';

/** The options of `brctl search`. */
export interface SearchFlags extends SearchCommandOptions {
  vs?: string;
}

/** Searches products, in one environment or in two beside each other. */
export async function runSearch(context: CommandContext, query: string, flags: SearchFlags): Promise<number> {
  refuseUnusableQuery(query, "brctl search '*'");
  if (flags.at !== undefined && flags.vs !== undefined) throw conflict();
  const asked = [
    ['request_type', 'search'],
    ['search_type', 'keyword'],
    ['q', query],
  ] as const;
  const paging = { rowsMax: LIMITS.rowsMax, startMax: LIMITS.startMax };
  const config = await context.config();
  const plan = await productPlan(context, config, asked, flags, paging);
  if (flags.vs === undefined) return await answerProducts(context, config, plan, flags, { query });
  const { compareSearches } = await import('./search-compare.ts');
  const other = await context.configOf(flags.vs, '--vs');
  const otherPlan = await productPlan(context, other, asked, flags, paging);
  return await compareSearches(context, { config, plan }, { config: other, plan: otherPlan });
}

function conflict(): BrctlError {
  return new BrctlError('--at and --vs cannot both be given', {
    kind: 'usage',
    code: 'usage.conflict',
    hint: 'compare what environments answer now, or look at the past of one',
  });
}
