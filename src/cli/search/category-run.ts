import { checkCategoryId } from '../../client/search-request.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { CommandContext } from '../context.ts';
import type { SearchCommandOptions } from './search-options.ts';
import { answerProducts, productPlan } from './search-products.ts';

/** Lists the products of a category. */
export async function runCategory(
  context: CommandContext,
  id: string,
  flags: SearchCommandOptions,
): Promise<number> {
  checkCategoryId(id);
  const asked = [
    ['request_type', 'search'],
    ['search_type', 'category'],
    ['q', id],
  ] as const;
  const config = await context.config();
  const plan = await productPlan(context, config, asked, flags, {
    rowsMax: LIMITS.rowsMax,
    startMax: LIMITS.startMax,
  });
  return await answerProducts(context, config, plan, flags, { query: id, schema: 'brctl.category/1' });
}
