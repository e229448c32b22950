import { Argument, Command } from 'commander';
import { action, type Frame } from '../frame.ts';
import { collect, wholeNumber } from '../options.ts';
import { addRequestOptions, RECS_FIELDS } from '../search/search-options.ts';

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
    .option('--fields <fields>', 'fields to return', RECS_FIELDS)
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
    .action(action(frame, async () => (await import('../search/recs-run.ts')).runRecs));
}
