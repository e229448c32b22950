import { BrctlError } from '../../../base/errors.ts';
import {
  checkCategoryId,
  KEYWORD_SEARCH,
  type Pair,
  refuseUnusableQuery,
} from '../../../client/api/search-request.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { CommandContext } from '../../context.ts';
import type { SearchCommandOptions } from './search-options.ts';
import { answerProducts, productPlan } from './search-products.ts';

const PRODUCT_PAGES = { rowsMax: LIMITS.rowsMax, startMax: LIMITS.startMax };

/** The options of `brctl search`. */
interface SearchFlags extends SearchCommandOptions {
  vs?: string;
}

/** Searches products, in one environment or in two beside each other. */
export async function runSearch(context: CommandContext, query: string, flags: SearchFlags): Promise<number> {
  refuseUnusableQuery(query, "brctl search '*'");
  if (flags.at !== undefined && flags.vs !== undefined) throw conflict();
  const asked: Pair[] = [...KEYWORD_SEARCH, ['q', query]];
  const config = await context.config();
  const plan = await productPlan(context, config, asked, flags, PRODUCT_PAGES);
  if (flags.vs === undefined) return await answerProducts(context, config, plan, flags, { query });
  const { compareSearches } = await import('./search-compare.ts');
  const other = await context.configOf(flags.vs, '--vs');
  const otherPlan = await productPlan(context, other, asked, flags, PRODUCT_PAGES);
  return await compareSearches(context, { config, plan }, { config: other, plan: otherPlan });
}

function conflict(): BrctlError {
  return new BrctlError('--at and --vs cannot both be given', {
    kind: 'usage',
    code: 'usage.conflict',
    hint: 'compare what environments answer now, or look at the past of one',
  });
}

/** Lists the products of a category. */
export async function runCategory(
  context: CommandContext,
  id: string,
  flags: SearchCommandOptions,
): Promise<number> {
  checkCategoryId(id);
  const asked: Pair[] = [
    ['request_type', 'search'],
    ['search_type', 'category'],
    ['q', id],
  ];
  const config = await context.config();
  const plan = await productPlan(context, config, asked, flags, PRODUCT_PAGES);
  return await answerProducts(context, config, plan, flags, { query: id, schema: 'brctl.category/1' });
}

/** With the fields that the service's own samples ask for (doc: public-facts D1). */
const CONTENT_PAGES = {
  rowsMax: LIMITS.contentRowsMax,
  startMax: LIMITS.contentStartMax,
  fields: 'item_id,item_title,thumb_image,url,description',
  idField: 'item_id',
};

/** Searches the items of a content catalog. */
export async function runContent(
  context: CommandContext,
  catalog: string,
  query: string,
  flags: SearchCommandOptions,
): Promise<number> {
  refuseUnusableQuery(query, `brctl content ${catalog} '*'`);
  const asked: Pair[] = [...KEYWORD_SEARCH, ['catalog_name', catalog], ['q', query]];
  const config = await context.config();
  const rows = flags.rows ?? LIMITS.contentRowsDefault;
  const plan = await productPlan(context, config, asked, { ...flags, rows }, CONTENT_PAGES);
  return await answerProducts(context, config, plan, flags, { query, schema: 'brctl.content/1' });
}
