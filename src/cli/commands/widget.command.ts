import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';
import { addRequestOptions } from '../search/search-options.ts';

const EXAMPLES = `
Examples:
  brctl widget https://shop.example/p/pell-storage-jar-40001
  brctl widget https://shop.example/c/110 --ptype category --json`;

/** `brctl widget <url>`: the JSON widget of a page. */
export function widgetCommand(frame: Frame): Command {
  return addRequestOptions(new Command('widget'))
    .summary('Fetch the JSON widget of a page: related categories, related items, more results')
    .argument('<url>', 'absolute URL of the page')
    .option('--ptype <type>', 'page type: product, category or search', 'product')
    .option('--pstatus <status>', 'page status of a product page, such as ok or outofstock')
    .option('--ref <url>', 'referring URL', '')
    .option('--user-agent <text>', "the visitor's user agent", 'brctl')
    .description(EXAMPLES)
    .action(action(frame, async () => (await import('../search/widget-run.ts')).runWidget));
}
