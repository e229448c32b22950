import { Argument, Command } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';
import { collectValues, readWholeNumber } from '../../options.ts';
import { addRequestOptions } from '../../shared/search-options.ts';

const WIDGET_EXAMPLES = `
Examples:
  brctl widget https://shop.example/p/pell-storage-jar-40001
  brctl widget https://shop.example/c/110 --ptype category --json`;

export function widgetCommand(frame: Frame): Command {
  return addRequestOptions(new Command('widget'))
    .summary('Fetch the JSON widget of a page')
    .argument('<url>', 'absolute URL of the page')
    .option('--ptype <type>', 'page type: product, category or search', 'product')
    .option('--pstatus <status>', 'page status of a product page, such as ok or outofstock')
    .option('--ref <url>', 'referring URL', '')
    .option('--user-agent <text>', "the visitor's user agent", 'brctl')
    .description(WIDGET_EXAMPLES)
    .action(wrapAction(frame, async () => (await import('./widget-runs.ts')).runWidget));
}

const RECS_EXAMPLES = `
Examples:
  brctl recs item similar --item 40001 --rows 5
  brctl recs category bestsellers --cat 110
  brctl recs keyword picks --query "floor lamp" --facet
  brctl recs global trending --json`;

/** Contexts of widgets; each but the last needs an option that names it. */
const TYPES = ['item', 'category', 'keyword', 'personalized', 'global'];

export function recsCommand(frame: Frame): Command {
  return addRequestOptions(new Command('recs'))
    .summary('Fetch a recommendation or pathways widget')
    .addArgument(new Argument('<type>', 'the kind of widget').choices(TYPES))
    .argument('[widget-id]', 'id of the widget', 'default')
    .option('--item <pid>', 'product to recommend for; may be repeated', collectValues)
    .option('--cat <id>', 'category, for category widgets')
    .option('--query <text>', 'query, for keyword widgets')
    .option('--user <id>', 'user, for personalized widgets')
    .option('--fields <fields>', 'fields to return (default: pid,title,brand,price,sale_price,url)')
    .option('--filter <filter>', 'boolean filter; may be repeated', collectValues)
    .option(
      '--filter-facet <filter>',
      'facet filter, which keeps the counts of its other values; may be repeated',
      collectValues,
    )
    .option('--facet', 'also return facets')
    .option('--rows <n>', 'products to return, at most 200', readWholeNumber(0))
    .option('--start <n>', 'offset of the first product, at most 10000', readWholeNumber(0))
    .option('--sort <keys>', "order, such as 'price asc'")
    .option('--segment <name:value>', 'rank by the preferences of this segment')
    .description(RECS_EXAMPLES)
    .action(wrapAction(frame, async () => (await import('./widget-runs.ts')).runRecs));
}

const SUGGEST_EXAMPLES = `
Examples:
  brctl suggest flo
  brctl suggest flo --views 'products_en:store_nl|guides_en' --json`;

export function suggestCommand(frame: Frame): Command {
  return addRequestOptions(new Command('suggest'))
    .summary('Suggest queries, products and attributes for a prefix')
    .argument('<prefix>', 'the text typed so far')
    .option(
      '--views <catalog_views>',
      'catalogs and their views, such as a:view1,view2|b (default: the configured catalog)',
    )
    .description(SUGGEST_EXAMPLES)
    .action(wrapAction(frame, async () => (await import('./widget-runs.ts')).runSuggest));
}
