import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';
import { addPastOption, addSearchOptions } from '../search/search-options.ts';

const EXAMPLES = `
Examples:
  brctl search "floor lamp" --rows 5
  brctl search lamp --fq 'brand:"Kestrel"' --fq 'price:[50 TO 200]' --sort 'price asc'
  brctl search lamp --ll 52.37,4.89 --fq 'store_lat_lon:"25"' --fl pid,title,store_lat_lon
  brctl search lamp --vs production
  brctl search lamp --at 2026-01-31T12:00:00Z`;

/** `brctl search <query>`: product search. */
export function searchCommand(frame: Frame): Command {
  return addPastOption(addSearchOptions(new Command('search').summary('Search the products of the catalog')))
    .argument('<query>', 'what a shopper types; * for everything')
    .option('--vs <environment>', 'compare with the results of another environment')
    .description(EXAMPLES)
    .action(action(frame, async () => (await import('../search/search-run.ts')).runSearch));
}
