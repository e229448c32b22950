import { Command } from 'commander';
import { LIMITS } from '../../../protocol/limits.ts';
import { type Frame, wrapAction } from '../../frame.ts';
import { addPastOption, addSearchOptions } from '../../shared/search-options.ts';

const SEARCH_EXAMPLES = `
Examples:
  brctl search "floor lamp" --rows 5
  brctl search lamp --fq 'brand:"Kestrel"' --fq 'price:[50 TO 200]' --sort 'price asc'
  brctl search lamp --vs production
  brctl search lamp --at 2026-01-31T12:00:00Z`;

export function searchCommand(frame: Frame): Command {
  return addPastOption(addSearchOptions(new Command('search').summary('Search the products of the catalog')))
    .argument('<query>', 'what a shopper types; * for everything')
    .option('--vs <environment>', 'compare with the results of another environment')
    .description(SEARCH_EXAMPLES)
    .action(wrapAction(frame, async () => (await import('./search-runs.ts')).runSearch));
}

const CATEGORY_EXAMPLES = `
Examples:
  brctl category 110 --sort 'price asc'
  brctl category 100 --facet-range price --json
  brctl category 110 --at 41`;

export function categoryCommand(frame: Frame): Command {
  return addPastOption(addSearchOptions(new Command('category').summary('List the products of a category')))
    .argument('<id>', 'category id as in the catalog, without accents')
    .description(CATEGORY_EXAMPLES)
    .action(wrapAction(frame, async () => (await import('./search-runs.ts')).runCategory));
}

const CONTENT_EXAMPLES = `
Examples:
  brctl content guides_en "caring for oak"
  brctl content guides_en '*' --rows 5 --json`;

export function contentCommand(frame: Frame): Command {
  const command = new Command('content').summary('Search the items of a content catalog');
  const pages = { rowsMax: LIMITS.contentRowsMax, startMax: LIMITS.contentStartMax };
  return addSearchOptions(command, 'item', pages)
    .argument('<catalog-name>', 'name of the content catalog')
    .argument('<query>', 'what a visitor types; * for everything')
    .description(CONTENT_EXAMPLES)
    .action(wrapAction(frame, async () => (await import('./search-runs.ts')).runContent));
}
