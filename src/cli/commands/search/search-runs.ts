import { BrctlError } from '../../../base/errors.ts';
import { asText, decodeSearchAnswer, type SearchAnswer } from '../../../client/api/search-answer.ts';
import {
  buildSearchPairs,
  checkCategoryId,
  checkParameters,
  KEYWORD_SEARCH,
  type Pair,
  refuseUnusableQuery,
} from '../../../client/api/search-request.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { answerProducts } from '../../shared/answer-plan.ts';
import type { SearchCommandOptions } from '../../shared/search-options.ts';
import { fetchPlan, planPastSearch, readSearcher, type SearchPlan } from '../../shared/search-plan.ts';
import { usageError } from '../../usage-error.ts';

interface SearchFlags extends SearchCommandOptions {
  vs?: string;
}

export async function runSearch(context: CommandContext, query: string, flags: SearchFlags): Promise<void> {
  refuseUnusableQuery(query, "brctl search '*'");
  if (flags.at !== undefined && flags.vs !== undefined)
    throw usageError(
      'usage.conflict',
      '--at and --vs cannot both be given',
      'use --vs to compare environments now, --at for an earlier time',
    );
  const pairs: Pair[] = [...KEYWORD_SEARCH, ['q', query]];
  const config = await context.config();
  const plan = await planProducts(context, config, pairs, flags, LIMITS);
  if (flags.vs === undefined) return await answerProducts(context, config, plan, flags, { query });
  const other = await context.configOf(flags.vs, '--vs');
  const otherPlan = await planProducts(context, other, pairs, flags, LIMITS);
  return await compareSearches(context, { config, plan }, { config: other, plan: otherPlan });
}

export async function runCategory(
  context: CommandContext,
  id: string,
  flags: SearchCommandOptions,
): Promise<void> {
  checkCategoryId(id);
  const pairs: Pair[] = [
    ['request_type', 'search'],
    ['search_type', 'category'],
    ['q', id],
  ];
  const config = await context.config();
  const plan = await planProducts(context, config, pairs, flags, LIMITS);
  return await answerProducts(context, config, plan, flags, { query: id, schema: 'brctl.category/1' });
}

/** With the fields that the service's own samples ask for (doc: public-facts D1). */
const CONTENT_PAGES = {
  rowsMax: LIMITS.contentRowsMax,
  startMax: LIMITS.contentStartMax,
  fields: 'item_id,item_title,thumb_image,url,description',
  idField: 'item_id',
};

export async function runContent(
  context: CommandContext,
  catalog: string,
  query: string,
  flags: SearchCommandOptions,
): Promise<void> {
  refuseUnusableQuery(query, `brctl content ${catalog} '*'`);
  const pairs: Pair[] = [...KEYWORD_SEARCH, ['catalog_name', catalog], ['q', query]];
  const config = await context.config();
  const rows = flags.rows ?? LIMITS.contentRowsDefault;
  const plan = await planProducts(context, config, pairs, { ...flags, rows }, CONTENT_PAGES);
  return await answerProducts(context, config, plan, flags, { query, schema: 'brctl.content/1' });
}

/** Fields of a table of products; `--fl` overrides. */
const PRODUCT_FIELDS = 'pid,title,brand,price,sale_price,thumb_image,url';

/** On a terminal, what the variants cost, too: their product has no price then. */
const RANGE_FIELDS = 'price_range,sale_price_range';

/**
 * The request of a search, category or content command, checked.
 * @throws BrctlError input, before anything is sent
 */
async function planProducts(
  context: CommandContext,
  config: Config,
  filters: readonly Pair[],
  options: SearchCommandOptions,
  paging: { rowsMax: number; startMax: number; fields?: string; idField?: string },
): Promise<SearchPlan> {
  const idField = paging.idField ?? 'pid';
  const fields = options.fl ?? paging.fields ?? chooseFields(context, options);
  if (!fields.split(',').includes(idField)) {
    throw new BrctlError(`--fl must contain ${idField}`, {
      kind: 'input',
      code: 'search.fl',
      hint: `--fl ${idField},${fields}`,
    });
  }
  const parameters = { ...options, viewId: config.get('viewId'), fl: fields };
  checkParameters(parameters, paging);
  const pairs = buildSearchPairs(await readSearcher(context, config), parameters, [
    ...filters,
    ['facet.version', '3.0'],
  ]);
  const plan = { base: config.require('searchUrl'), pairs, subject: `catalog ${config.get('catalog')}` };
  return options.at === undefined ? plan : planPastSearch(config, plan, options.at);
}

function chooseFields({ output }: CommandContext, options: SearchCommandOptions): string {
  const isTable = output.stdout.isTty && !output.json && !options.raw && !options.curl;
  return isTable && options.output === undefined ? `${PRODUCT_FIELDS},${RANGE_FIELDS}` : PRODUCT_FIELDS;
}

interface Side {
  config: Config;
  plan: SearchPlan;
}

/** A row a product: its place in both environments, and what that means seen from the first. */
async function compareSearches(context: CommandContext, here: Side, there: Side): Promise<void> {
  const [first, second] = (await Promise.all(
    [here, there].map(async ({ config, plan }) => decodeSearchAnswer(await fetchPlan(context, config, plan))),
  )) as [SearchAnswer, SearchAnswer];
  const products = compare(first, second);
  const [left, right] = [here.config.environment, there.config.environment];
  const columns: RowColumn<Movement>[] = [
    { title: 'pid', of: ({ pid }) => pid },
    { title: 'title', flexible: true, of: ({ title }) => title },
    { title: left, align: 'right', of: (movement) => String(movement.here ?? '-') },
    { title: right, align: 'right', of: (movement) => String(movement.there ?? '-') },
    { title: 'change', of: ({ change }) => change },
  ];
  const document = {
    schema: 'brctl.search-compare/1',
    here: left,
    there: right,
    total_here: first.total,
    total_there: second.total,
    products,
  };
  await context.output.result(document, (stdout) => renderRows(columns, products, stdout));
}

/** Where a product is in each answer, from 1; null where it is not on the page. */
type Movement = ReturnType<typeof compare>[number];

/** Products of both pages in the order of the first, then those that only the second has. */
function compare(here: SearchAnswer, there: SearchAnswer) {
  const [a, b] = [rankProducts(here), rankProducts(there)];
  return [...new Set([...a.keys(), ...b.keys()])].map((pid) => {
    const [left, right] = [a.get(pid), b.get(pid)];
    const move = left?.rank === right?.rank ? 'same' : 'moved';
    const change = left === undefined ? 'lost' : right === undefined ? 'gained' : move;
    const title = (left ?? right)?.title ?? '';
    return { pid, title, here: left?.rank ?? null, there: right?.rank ?? null, change };
  });
}

function rankProducts(answer: SearchAnswer): Map<string, { rank: number; title: string }> {
  return new Map(
    answer.documents.map((document, index) => [
      asText(document.pid),
      { rank: answer.start + index + 1, title: asText(document.title) },
    ]),
  );
}
