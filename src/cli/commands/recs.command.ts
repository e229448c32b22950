import { Argument, Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { action, type Frame } from '../frame.ts';
import { collect, wholeNumber } from '../options.ts';
import { addRequestOptions } from '../search/search-options.ts';
import type { PrintOptions } from '../search/search-run.ts';

interface RecsOptions extends PrintOptions {
  item?: string[];
  cat?: string;
  query?: string;
  user?: string;
  fields: string;
  filter?: string[];
  filterFacet?: string[];
  facet?: boolean;
  rows?: number;
  start?: number;
  sort?: string;
  segment?: string;
  param?: string[];
}

const DEFAULT_FIELDS = 'pid,title,brand,price,sale_price,url';

const EXAMPLES = `
Examples:
  brctl recs item similar --item 40001 --rows 5
  brctl recs category bestsellers --cat 110
  brctl recs keyword picks --query "floor lamp" --facet
  brctl recs global trending --json`;

/** What widgets recommend for; each but the last needs an option that names it. */
const TYPES = ['item', 'category', 'keyword', 'personalized', 'global'];

/** `brctl recs <type> [widget-id]`: recommendation and pathways widgets. */
export function recsCommand(frame: Frame): Command {
  return addRequestOptions(new Command('recs'))
    .summary('Fetch a recommendation or pathways widget')
    .addArgument(new Argument('<type>', 'the kind of widget').choices(TYPES))
    .argument('[widget-id]', 'id of the widget', 'default')
    .option('--item <pid>', 'product to recommend for; may be repeated', collect)
    .option('--cat <id>', 'category, for category widgets')
    .option('--query <text>', 'query, for keyword widgets')
    .option('--user <id>', 'user, for personalized widgets')
    .option('--fields <fields>', 'fields to return', DEFAULT_FIELDS)
    .option('--filter <filter>', 'boolean filter; may be repeated', collect)
    .option(
      '--filter-facet <filter>',
      'facet filter, which keeps the counts of its other values; may be repeated',
      collect,
    )
    .option('--facet', 'also return facets')
    .option('--rows <n>', 'products to return, at most 200', wholeNumber(0))
    .option('--start <n>', 'offset of the first product, at most 10000', wholeNumber(0))
    .option('--sort <keys>', "order, such as 'price asc'")
    .option('--segment <name:value>', 'rank by the preferences of this segment')
    .description(EXAMPLES)
    .action(
      action(frame, (context, type: string, widgetId: string, options: RecsOptions) =>
        runRecs(context, type, widgetId, options),
      ),
    );
}

async function runRecs(
  context: CommandContext,
  type: string,
  widgetId: string,
  options: RecsOptions,
): Promise<undefined> {
  const { widgetPath, recommendationPairs } = await import('../../client/recommendations.ts');
  const { searcherOf } = await import('../search/search-run.ts');
  const { answerProducts } = await import('../search/search-products.ts');
  const config = await context.config();
  const base = `${config.require('pathwaysUrl').replace(/\/*$/, '/')}${widgetPath(type, widgetId)}`;
  const pairs = recommendationPairs(await searcherOf(context, config), type, {
    ...options,
    viewId: config.get('viewId'),
  });
  const plan = { base, pairs, subject: `widget ${widgetId}` };
  const asked = { query: options.query ?? '', schema: 'brctl.recs/1', filterOption: '--filter-facet' };
  const { item: _item, fields, ...printing } = options;
  // Addresses stay out of a table for which no fields were asked.
  const shown = fields === DEFAULT_FIELDS ? printing : { ...printing, fl: fields };
  return await answerProducts(context, config, plan, shown, asked);
}
