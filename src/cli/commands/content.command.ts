import { Command } from 'commander';
import { LIMITS } from '../../protocol/limits.ts';
import type { CommandContext } from '../context.ts';
import { action, type Frame } from '../frame.ts';
import { addSearchOptions, type SearchCommandOptions } from '../search/search-options.ts';

/** The fields that the service's own samples ask for (doc: public-facts D1). */
const CONTENT_FIELDS = 'item_id,item_title,thumb_image,url,description';

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
    .action(
      action(frame, (context, catalog: string, query: string, options: SearchCommandOptions) =>
        runContent(context, catalog, query, options),
      ),
    );
}

async function runContent(
  context: CommandContext,
  catalog: string,
  query: string,
  options: SearchCommandOptions,
): Promise<undefined> {
  const { productPlan, answerProducts } = await import('../search/search-products.ts');
  const { refuseUnusableQuery } = await import('../../client/search-request.ts');
  refuseUnusableQuery(query, `brctl content ${catalog} '*'`);
  const asked = [
    ['request_type', 'search'],
    ['search_type', 'keyword'],
    ['catalog_name', catalog],
    ['q', query],
  ] as const;
  const paging = {
    rowsMax: LIMITS.contentRowsMax,
    startMax: LIMITS.contentStartMax,
    fields: CONTENT_FIELDS,
    idField: 'item_id',
  };
  const config = await context.config();
  const rows = options.rows ?? LIMITS.contentRowsDefault;
  const plan = await productPlan(context, config, asked, { ...options, rows }, paging);
  return await answerProducts(context, config, plan, options, { query, schema: 'brctl.content/1' });
}
