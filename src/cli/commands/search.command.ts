import { Command } from 'commander';
import { BrctlError } from '../../errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { CommandContext } from '../context.ts';
import { action, type Frame } from '../frame.ts';
import { addPastOption, addSearchOptions, type SearchCommandOptions } from '../search/search-options.ts';

const EXAMPLES = `
Examples:
  brctl search "floor lamp" --rows 5
  brctl search lamp --fq 'brand:"Kestrel"' --fq 'price:[50 TO 200]' --sort 'price asc'
  brctl search lamp --ll 52.37,4.89 --fq 'store_lat_lon:"25"' --fl pid,title,store_lat_lon
  brctl search lamp --vs production
  brctl search lamp --at 2026-01-31T12:00:00Z`;

interface SearchOnlyOptions extends SearchCommandOptions {
  vs?: string;
}

/** `brctl search <query>`: product search. */
export function searchCommand(frame: Frame): Command {
  return addPastOption(addSearchOptions(new Command('search').summary('Search the products of the catalog')))
    .argument('<query>', 'what a shopper types; * for everything')
    .option('--vs <environment>', 'compare with the results of another environment')
    .description(EXAMPLES)
    .action(
      action(frame, (context, query: string, options: SearchOnlyOptions) =>
        runSearch(context, query, options),
      ),
    );
}

async function runSearch(
  context: CommandContext,
  query: string,
  options: SearchOnlyOptions,
): Promise<undefined> {
  const { productPlan, answerProducts } = await import('../search/search-products.ts');
  const { refuseUnusableQuery } = await import('../../client/search-request.ts');
  refuseUnusableQuery(query, "brctl search '*'");
  if (options.at !== undefined && options.vs !== undefined) throw conflict();
  const asked = [
    ['request_type', 'search'],
    ['search_type', 'keyword'],
    ['q', query],
  ] as const;
  const paging = { rowsMax: LIMITS.rowsMax, startMax: LIMITS.startMax };
  const config = await context.config();
  const plan = await productPlan(context, config, asked, options, paging);
  if (options.vs === undefined) return await answerProducts(context, config, plan, options, { query });
  const { runCompare } = await import('../search/search-compare.ts');
  const other = await context.configOf(options.vs, '--vs');
  const otherPlan = await productPlan(context, other, asked, options, paging);
  return await runCompare(context, { config, plan }, { config: other, plan: otherPlan });
}

function conflict(): BrctlError {
  return new BrctlError('--at and --vs cannot both be given', {
    kind: 'usage',
    code: 'usage.conflict',
    hint: 'compare what environments answer now, or look at the past of one',
  });
}
