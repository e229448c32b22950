import { type Document, decodeSearchAnswer, type SearchAnswer } from '../../client/search-answer.ts';
import { checkParameters, type Pair, searchPairs } from '../../client/search-request.ts';
import type { Config } from '../../config/config.ts';
import { BrctlError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import type { JsonValue } from '../output/json.ts';
import { parametersOf, type SearchCommandOptions } from './search-options.ts';
import { answerPlan, type SearchPlan, searcherOf } from './search-run.ts';

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
  const parameters = { ...parametersOf(options, config.get('viewId')), fl: fields };
  checkParameters(parameters, paging);
  const pairs = searchPairs(await searcherOf(context, config), parameters, [
    ...asked,
    ['facet.version', '3.0'],
  ]);
  const plan = { base: config.require('searchUrl'), pairs, subject: `catalog ${config.get('catalog')}` };
  if (options.at === undefined) return plan;
  const { pastPlan } = await import('./past-plan.ts');
  return pastPlan(config, plan, options.at);
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
): Promise<undefined> {
  const fields = options.fl?.split(',');
  await answerPlan(context, config, plan, options, (answer) => {
    const found = decodeSearchAnswer(answer);
    const version = answer.headers['x-brctl-version'];
    return {
      document: {
        schema: asked.schema ?? 'brctl.search/1',
        query: asked.query,
        ...(version !== undefined && { catalog_version: Number(version) }),
        ...toDocument(found),
      },
      print: async (stdout) => {
        const { printSearch, remarks } = await import('../output/search.ts');
        if (!stdout.isTty) for (const line of remarks(found, asked.query)) context.output.note(line);
        const { query, filterOption = '--fq' } = asked;
        const allFacets = options.facets === true || filterOption !== '--fq';
        return printSearch(found, { query, filterOption, allFacets, ...(fields ? { fields } : {}) }, stdout);
      },
    };
  });
  return undefined;
}

/** The members of `brctl.search/1` behind `schema` and `query`. */
function toDocument(found: SearchAnswer): { [member: string]: JsonValue } {
  const grouped = found.groups.length > 0;
  return {
    total: found.total,
    start: found.start,
    products: found.documents as Document[],
    groups: grouped
      ? found.groups.map(({ value, total, documents }) => ({ value, total, products: documents }))
      : undefined,
    facets: found.facets.map(({ field, values }) => ({
      field,
      values: values.map(({ label, count, fq }) => ({ label, count, fq })),
    })),
    stats: Object.keys(found.stats).length > 0 ? found.stats : undefined,
    did_you_mean: found.didYouMean,
    corrected_query: found.correctedQuery,
    redirect: found.redirect === null ? null : { query: found.redirect.query, url: found.redirect.url },
  };
}
