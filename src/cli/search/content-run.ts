import { refuseUnusableQuery } from '../../client/search-request.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { CommandContext } from '../context.ts';
import type { SearchCommandOptions } from './search-options.ts';
import { answerProducts, productPlan } from './search-products.ts';

/** The fields that the service's own samples ask for (doc: public-facts D1). */
const CONTENT_FIELDS = 'item_id,item_title,thumb_image,url,description';

export async function runContent(
  context: CommandContext,
  catalog: string,
  query: string,
  flags: SearchCommandOptions,
): Promise<number> {
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
  const rows = flags.rows ?? LIMITS.contentRowsDefault;
  const plan = await productPlan(context, config, asked, { ...flags, rows }, paging);
  return await answerProducts(context, config, plan, flags, { query, schema: 'brctl.content/1' });
}
