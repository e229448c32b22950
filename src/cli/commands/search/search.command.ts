import { Argument, Command } from 'commander';
import { LIMITS } from '../../../protocol/limits.ts';
import { action, type Frame } from '../../frame.ts';
import { collect, wholeNumber } from '../../options.ts';
import { addPastOption, addRequestOptions, addSearchOptions, RECS_FIELDS } from './search-options.ts';

const SEARCH_EXAMPLES = `
Examples:
  brctl search "floor lamp" --rows 5
  brctl search lamp --fq 'brand:"Kestrel"' --fq 'price:[50 TO 200]' --sort 'price asc'
  brctl search lamp --vs production
  brctl search lamp --at 2026-01-31T12:00:00Z`;

/** `brctl search <query>`: product search. */
export function searchCommand(frame: Frame): Command {
  return addPastOption(addSearchOptions(new Command('search').summary('Search the products of the catalog')))
    .argument('<query>', 'what a shopper types; * for everything')
    .option('--vs <environment>', 'compare with the results of another environment')
    .description(SEARCH_EXAMPLES)
    .action(action(frame, async () => (await import('./search-runs.ts')).runSearch));
}

const CATEGORY_EXAMPLES = `
Examples:
  brctl category 110 --sort 'price asc'
  brctl category 100 --facet-range price --json
  brctl category 110 --at 41`;

/** `brctl category <id>`: the products of a category and of all below it. */
export function categoryCommand(frame: Frame): Command {
  return addPastOption(addSearchOptions(new Command('category').summary('List the products of a category')))
    .argument('<id>', 'category id as in the catalog, without accents')
    .description(CATEGORY_EXAMPLES)
    .action(action(frame, async () => (await import('./search-runs.ts')).runCategory));
}

const CONTENT_EXAMPLES = `
Examples:
  brctl content guides_en "caring for oak"
  brctl content guides_en '*' --rows 5 --json`;

/** `brctl content <catalog-name> <query>`: search in a content catalog. */
export function contentCommand(frame: Frame): Command {
  const command = new Command('content').summary('Search the items of a content catalog');
  return addSearchOptions(command, {
    one: 'item',
    several: 'items',
    rowsMax: LIMITS.contentRowsMax,
    startMax: LIMITS.contentStartMax,
  })
    .argument('<catalog-name>', 'name of the content catalog')
    .argument('<query>', 'what a visitor types; * for everything')
    .description(CONTENT_EXAMPLES)
    .action(action(frame, async () => (await import('./search-runs.ts')).runContent));
}

const WIDGET_EXAMPLES = `
Examples:
  brctl widget https://shop.example/p/pell-storage-jar-40001
  brctl widget https://shop.example/c/110 --ptype category --json`;

/** `brctl widget <url>`: the JSON widget of a page. */
export function widgetCommand(frame: Frame): Command {
  return addRequestOptions(new Command('widget'))
    .summary('Fetch the JSON widget of a page')
    .argument('<url>', 'absolute URL of the page')
    .option('--ptype <type>', 'page type: product, category or search', 'product')
    .option('--pstatus <status>', 'page status of a product page, such as ok or outofstock')
    .option('--ref <url>', 'referring URL', '')
    .option('--user-agent <text>', "the visitor's user agent", 'brctl')
    .description(WIDGET_EXAMPLES)
    .action(action(frame, async () => (await import('./widget-runs.ts')).runWidget));
}

const RECS_EXAMPLES = `
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
    .description(RECS_EXAMPLES)
    .action(action(frame, async () => (await import('./widget-runs.ts')).runRecs));
}

const SUGGEST_EXAMPLES = `
Examples:
  brctl suggest flo
  brctl suggest flo --views 'products_en:store_nl|guides_en' --json`;

/** `brctl suggest <prefix>`: autosuggest. */
export function suggestCommand(frame: Frame): Command {
  return addRequestOptions(new Command('suggest'))
    .summary('Suggest queries, products and attributes for a prefix')
    .argument('<prefix>', 'the text typed so far')
    .option(
      '--views <catalog_views>',
      'catalogs and their views, such as a:view1,view2|b (default: the configured catalog)',
    )
    .description(SUGGEST_EXAMPLES)
    .action(action(frame, async () => (await import('./widget-runs.ts')).runSuggest));
}
