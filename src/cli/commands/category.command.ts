import { Command } from 'commander';
import { LIMITS } from '../../protocol/limits.ts';
import type { CommandContext } from '../context.ts';
import { action, type Frame } from '../frame.ts';
import { addPastOption, addSearchOptions, type SearchCommandOptions } from '../search/search-options.ts';

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
    .action(
      action(frame, (context, id: string, options: SearchCommandOptions) =>
        runCategory(context, id, options),
      ),
    );
}

async function runCategory(
  context: CommandContext,
  id: string,
  options: SearchCommandOptions,
): Promise<undefined> {
  const { checkCategoryId } = await import('../../client/search-request.ts');
  const { productPlan, answerProducts } = await import('../search/search-products.ts');
  checkCategoryId(id);
  const asked = [
    ['request_type', 'search'],
    ['search_type', 'category'],
    ['q', id],
  ] as const;
  const config = await context.config();
  const plan = await productPlan(context, config, asked, options, {
    rowsMax: LIMITS.rowsMax,
    startMax: LIMITS.startMax,
  });
  return await answerProducts(context, config, plan, options, { query: id, schema: 'brctl.category/1' });
}
