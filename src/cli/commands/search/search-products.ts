import { BrctlError } from '../../../base/errors.ts';
import { decodeSearchAnswer } from '../../../client/api/search-answer.ts';
import { checkParameters, type Pair, searchPairs } from '../../../client/api/search-request.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { pastPlan, type SearchPlan, searcherOf } from '../../shared/search-plan.ts';
import { answerPlan } from './answer-plan.ts';
import type { SearchCommandOptions } from './search-options.ts';
import { renderSearch } from './search-output.ts';

/** What a table of products needs; --fl asks for others. */
const PRODUCT_FIELDS = 'pid,title,brand,price,sale_price,thumb_image,url';

/** On a terminal, what the variants cost, too: their product has no price then. */
const RANGE_FIELDS = 'price_range,sale_price_range';

/**
 * The request of a search, category or content command, checked.
 * @throws BrctlError input, before anything is sent
 */
export async function productPlan(
  context: CommandContext,
  config: Config,
  asked: readonly Pair[],
  options: SearchCommandOptions,
  paging: { rowsMax: number; startMax: number; fields?: string; idField?: string },
): Promise<SearchPlan> {
  const idField = paging.idField ?? 'pid';
  const fields = options.fl ?? paging.fields ?? productFields(context, options);
  if (!fields.split(',').includes(idField)) {
    throw new BrctlError(`--fl must contain ${idField}`, {
      kind: 'input',
      code: 'search.fl',
      hint: `--fl ${idField},${fields}`,
    });
  }
  const parameters = { ...options, viewId: config.get('viewId'), fl: fields };
  checkParameters(parameters, paging);
  const pairs = searchPairs(await searcherOf(context, config), parameters, [
    ...asked,
    ['facet.version', '3.0'],
  ]);
  const plan = { base: config.require('searchUrl'), pairs, subject: `catalog ${config.get('catalog')}` };
  if (options.at === undefined) return plan;
  return await pastPlan(config, plan, options.at);
}

function productFields({ output }: CommandContext, options: SearchCommandOptions): string {
  const isTable = output.stdout.isTty && !output.json && !options.raw && !options.curl;
  return isTable && options.output === undefined ? `${PRODUCT_FIELDS},${RANGE_FIELDS}` : PRODUCT_FIELDS;
}

/** Sends a plan and prints products, then facets. */
export async function answerProducts(
  context: CommandContext,
  config: Config,
  plan: SearchPlan,
  options: SearchCommandOptions,
  asked: { query: string; schema?: string; filterOption?: string },
): Promise<number> {
  const { query, schema = 'brctl.search/1', filterOption = '--fq' } = asked;
  const fields = options.fl?.split(',');
  const allFacets = options.facets === true || filterOption !== '--fq';
  const how = { query, filterOption, allFacets, ...(fields ? { fields } : {}) };
  return await answerPlan(context, config, plan, options, (answer) => {
    const version = answer.headers['x-brctl-version'];
    return renderSearch(context.output, decodeSearchAnswer(answer), how, { schema, version });
  });
}
