import { Command } from 'commander';
import { LIMITS } from '../../protocol/limits.ts';
import { action, type Frame } from '../frame.ts';
import { addSearchOptions } from '../search/search-options.ts';

const EXAMPLES = `
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
    .description(EXAMPLES)
    .action(action(frame, async () => (await import('../search/content-run.ts')).runContent));
}
