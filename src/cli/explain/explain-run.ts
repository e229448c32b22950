import path from 'node:path';
import { fileInput, type NamedInput } from '../../catalog/input.ts';
import { isLocalService, PAST_TIMEOUT_MS } from '../../client/local-control.ts';
import type { Pair } from '../../client/search-request.ts';
import type { Config } from '../../config/config.ts';
import { BrctlError } from '../../errors.ts';
import type { ExplainDocument, Gate } from '../../protocol/explanation.ts';
import type { CommandContext } from '../context.ts';
import { withLocalService } from '../local/local-service.ts';
import type { ResultDocument } from '../output/output.ts';
import { feedGates } from './feed-gates.ts';
import { explainHosted } from './hosted-gates.ts';

/** The options of `brctl explain`. */
export interface ExplainFlags {
  query?: string;
  category?: string;
  feed?: string;
  fq?: string[];
  efq?: string[];
  sort?: string;
  rows?: number;
  start?: number;
  groupby?: string;
  ll?: string;
  segment?: string;
  param?: string[];
  at?: string;
}

/** Follows a product from the feed to the page of a search, and prints each gate. */
export async function runExplain(
  context: CommandContext,
  product: string,
  flags: ExplainFlags,
): Promise<number> {
  if (flags.query !== undefined && flags.category !== undefined) {
    throw new BrctlError('--query and --category cannot both be given', {
      kind: 'usage',
      code: 'usage.conflict',
      hint: 'ask for one of them at a time',
    });
  }
  const config = await context.config();
  const pairs = await searchPairs(config, flags);
  const feed =
    flags.feed === undefined ? [] : await feedGates(feedInput(context, flags.feed), product, context.signal);
  const isLocal = isLocalService(config.require('catalogUrl'));
  const explained =
    isLocal || flags.at !== undefined
      ? await explainLocal(context, config.require('catalog'), product, pairs, flags.at)
      : await explainHosted(context, config, product, pairs);
  const document = withFeed(explained, feed);
  await context.output.result(document as unknown as ResultDocument, async (stdout) => {
    const { printExplanation } = await import('../output/explain.ts');
    return printExplanation(document, stdout);
  });
  return 0;
}

function feedInput({ cwd, io, signal }: CommandContext, file: string): NamedInput {
  const name = file === '-' ? '-' : path.resolve(cwd, file);
  return fileInput(name, { stdin: io.stdin.stream, signal }, file === '-' ? 'stdin' : file);
}

/** The parameters of the search, checked as those of `brctl search` are. */
async function searchPairs(config: Config, flags: ExplainFlags): Promise<Pair[]> {
  const { checkCategoryId, checkParameters, refuseUnusableQuery, parsePairs } = await import(
    '../../client/search-request.ts'
  );
  const { LIMITS } = await import('../../protocol/limits.ts');
  const { query, category, fq = [], efq = [], param = [], rows, start, sort, groupby, ll, segment } = flags;
  if (query !== undefined) refuseUnusableQuery(query, "brctl search '*'");
  if (category !== undefined) checkCategoryId(category);
  const given = Object.entries({ rows, start, ll, segment }).filter(([, value]) => value !== undefined);
  const lists = { fq, facetRange: [], statsField: [], param };
  const most = { rowsMax: LIMITS.rowsMax, startMax: LIMITS.startMax };
  checkParameters({ ...Object.fromEntries(given), ...lists }, most);
  const single = {
    q: query,
    category,
    sort,
    rows,
    start,
    groupby,
    ll,
    segment,
    view_id: config.get('viewId'),
  };
  return [
    ...Object.entries(single).flatMap(([name, value]): Pair[] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...fq.map((filter): Pair => ['fq', filter]),
    ...efq.map((filter): Pair => ['efq', filter]),
    ...parsePairs(param),
  ];
}

async function explainLocal(
  context: CommandContext,
  catalog: string,
  product: string,
  pairs: readonly Pair[],
  moment: string | undefined,
): Promise<ExplainDocument> {
  const query = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]));
  if (moment !== undefined) query.set('at', moment);
  const at = `catalogs/${encodeURIComponent(catalog)}/explain/${encodeURIComponent(product)}?${query}`;
  return await withLocalService(context, async ({ call }) => {
    const subject = `product ${product}${moment === undefined ? '' : ` as of ${moment}`}`;
    const ask = () => call({ method: 'GET', path: at, subject, timeoutMs: PAST_TIMEOUT_MS });
    const answer =
      moment === undefined ? await ask() : await context.output.progress(`explaining ${subject}`, ask);
    return answer as unknown as ExplainDocument;
  });
}

/** What the feed says stands before what the service says, and explains why the service has nothing. */
function withFeed(document: ExplainDocument, feed: readonly Gate[]): ExplainDocument {
  if (feed.length === 0) return document;
  const names = new Set(feed.filter(({ state }) => state !== 'skipped').map(({ gate }) => gate));
  const gates = [
    ...feed.filter(({ state }) => state !== 'skipped'),
    ...document.gates.filter(({ gate }) => !names.has(gate)),
  ];
  const failed = feed.find(({ state }) => state === 'failed');
  const isMissing = document.code === 'explain.not_sent' || document.code === 'explain.unknown_product';
  return { ...document, gates, ...(isMissing && failed?.code && { code: failed.code }) };
}
