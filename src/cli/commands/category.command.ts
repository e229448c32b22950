import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';
import { addPastOption, addSearchOptions } from '../search/search-options.ts';

const EXAMPLES = `
Examples:
  brctl category 110 --sort 'price asc'
  brctl category 100 --facet-range price --json
  brctl category 110 --at 41`;

/** `brctl category <id>`: the products of a category and of all below it. */
export function categoryCommand(frame: Frame): Command {
  return addPastOption(addSearchOptions(new Command('category').summary('List the products of a category')))
    .argument('<id>', 'category id as in the catalog, without accents')
    .description(EXAMPLES)
    .action(action(frame, async () => (await import('../search/category-run.ts')).runCategory));
}
