import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';
import { addRequestOptions } from '../search/search-options.ts';

const EXAMPLES = `
Examples:
  brctl suggest flo
  brctl suggest flo --views 'products_en:store_nl|guides_en' --json`;

/** `brctl suggest <prefix>`: autosuggest. */
export function suggestCommand(frame: Frame): Command {
  return addRequestOptions(new Command('suggest'))
    .summary('Suggest queries, products and attributes for what a shopper has typed so far')
    .argument('<prefix>', 'what has been typed so far')
    .option(
      '--views <catalog_views>',
      'catalogs and their views, such as a:view1,view2|b (default: the configured catalog)',
    )
    .description(EXAMPLES)
    .action(action(frame, async () => (await import('../search/suggest-run.ts')).runSuggest));
}
