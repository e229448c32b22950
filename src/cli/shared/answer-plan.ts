import type { HttpAnswer } from '../../client/api/http.ts';
import { decodeSearchAnswer } from '../../client/api/search-answer.ts';
import { buildRequestUrl, formatCurl } from '../../client/api/search-request.ts';
import type { Config } from '../config/config.ts';
import type { CommandContext } from '../context.ts';
import { type Output, printPaged, type RenderedResult, renderToText } from '../output/output.ts';
import type { AnswerOptions, SearchCommandOptions } from './search-options.ts';
import { renderSearch } from './search-output.ts';
import { fetchPlan, type SearchPlan } from './search-plan.ts';

/**
 * Sends the request and prints its answer in the form that was asked for: a curl command, the body as it came, or what
 * `show` makes of it.
 */
export async function answerPlan(
  context: CommandContext,
  config: Config,
  plan: SearchPlan,
  options: AnswerOptions,
  show: (answer: HttpAnswer) => RenderedResult,
): Promise<void> {
  const { output } = context;
  if (options.curl) {
    buildRequestUrl(plan.base, plan.pairs);
    return await deliver(context, options, formatCurl(plan.base, plan.pairs));
  }
  const answer = await fetchPlan(context, config, plan);
  warnOfUnknownFields(output, answer);
  if (options.raw) return await deliver(context, options, answer.text);
  const page = show(answer);
  if (options.output !== undefined) return await deliver(context, options, await renderToText(output, page));
  await printPaged(output, page);
}

/** Options whose unknown fields `brctl serve` reports: the answer may lack what was meant. */
const NAMED_BY = {
  filter: '--fq or --efq',
  sort: '--sort',
  groupby: '--groupby',
  'facet.range': '--facet-range',
};

function warnOfUnknownFields(output: Output, { headers }: HttpAnswer): void {
  const codes = headers['x-brctl-lenient']?.split(', ') ?? [];
  for (const [subject, option] of Object.entries(NAMED_BY))
    if (codes.includes(`${subject}.unknown`))
      output.warn(`no product has the field that ${option} names; the hosted service may refuse the search`);
}

async function deliver(
  context: CommandContext,
  { output: file }: AnswerOptions,
  text: string,
): Promise<void> {
  if (file === undefined || file === '-') await context.output.bytes(text);
  else {
    const { writeAtomically } = await import('./atomic-output.ts');
    await writeAtomically(context, file, (sink) => sink(Buffer.from(text)));
    context.output.note(`wrote ${file}`);
  }
}

/** Sends a plan and prints products, then facets. */
export async function answerProducts(
  context: CommandContext,
  config: Config,
  plan: SearchPlan,
  options: SearchCommandOptions,
  request: { query: string; schema?: string; filterOption?: string },
): Promise<void> {
  const { query, schema = 'brctl.search/1', filterOption = '--fq' } = request;
  const fields = options.fl?.split(',');
  const allFacets = options.facets === true || filterOption !== '--fq';
  const how = { query, filterOption, allFacets, ...(fields ? { fields } : {}) };
  return await answerPlan(context, config, plan, options, (answer) => {
    const version = answer.headers['x-brctl-version'];
    return renderSearch(context.output, decodeSearchAnswer(answer), how, { schema, version });
  });
}
