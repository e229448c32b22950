import { BrctlError } from '../../base/errors.ts';
import type { HttpAnswer } from '../../client/api/http.ts';
import { PAST_TIMEOUT_MS, readControlOrigin, sendControlCall } from '../../client/api/local-control.ts';
import { asDocument, asList, asText, parseBody } from '../../client/api/search-answer.ts';
import { fetchSearch } from '../../client/api/search-api.ts';
import {
  buildRequestUrl,
  buildSearchPairs,
  KEYWORD_SEARCH,
  type Pair,
  quoteFilterValue,
  type Searcher,
  type SearchParameters,
} from '../../client/api/search-request.ts';
import type { ShownProduct } from '../../client/delivery/push/push-context.ts';
import { readVisitorId } from '../../client/state/visitor.ts';
import { CALLER_PARAMETERS } from '../../protocol/caller-parameters.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { Config } from '../config/config.ts';
import type { CommandContext } from '../context.ts';
import { withHttpClient } from './caller.ts';

export interface SearchPlan {
  base: string;
  pairs: readonly Pair[];
  /** For "not found": `widget w1a2b3c4`. */
  subject: string;
  /** A control call about a past state, which may have to be indexed first. */
  isPast?: boolean;
}

/** Who asks, by the configuration; the visitor is kept in the state folder. */
export async function readSearcher(context: CommandContext, config: Config): Promise<Searcher> {
  const nowMs = context.now().getTime();
  return {
    accountId: config.require('accountId'),
    authKey: config.require('authKey'),
    domainKey: config.require('catalog'),
    visitor: await readVisitorId(context.paths.stateDir, nowMs),
    requestId: String(nowMs),
  };
}

/**
 * Sends the request.
 * @throws BrctlError of the search area; a missing answer names what a storefront does then (spec: Limits)
 */
export async function fetchPlan(
  context: CommandContext,
  config: Config,
  plan: SearchPlan,
): Promise<HttpAnswer> {
  const url = buildRequestUrl(plan.base, plan.pairs);
  if (plan.isPast) return await fetchPast(context, config, url, plan.subject);
  const timeoutMs = config.durationMs('timeout') ?? LIMITS.clientTimeoutMs;
  try {
    return await withHttpClient(context, config, (caller) =>
      fetchSearch(caller, { url, timeoutMs, signal: context.signal, subject: plan.subject }),
    );
  } catch (error) {
    if (error instanceof BrctlError && error.code === 'search.no_answer')
      throw timedOutError(error, config, timeoutMs);
    throw error;
  }
}

/** The first answer of an earlier version comes when its index is built: that is told. */
async function fetchPast(
  context: CommandContext,
  config: Config,
  url: string,
  subject: string,
): Promise<HttpAnswer> {
  const { origin } = new URL(url);
  const path = url.slice(`${origin}/_brctl/`.length);
  // As of any search, with a callback or without.
  const call = { method: 'GET', path, subject, answers: null, timeoutMs: PAST_TIMEOUT_MS } as const;
  return await context.output.progress(`searching ${subject}`, () =>
    withHttpClient(context, config, (caller) =>
      sendControlCall(caller, origin, call, context.signal, (answer) => answer),
    ),
  );
}

function timedOutError(error: BrctlError, config: Config, timeoutMs: number): BrctlError {
  const start = config.environment === 'local' ? 'start the local service with brctl serve; ' : '';
  return new BrctlError(error.message, {
    ...error.details,
    why: `a storefront would now redirect its visitor (302) to its home page with ?_thto=1`,
    hint: `${start}check the address with brctl doctor, or raise the limit of ${timeoutMs} ms with --timeout`,
  });
}

/**
 * The same search of a catalog as it was: a control call of the running `brctl serve`.
 * @param moment a version, the id of a job, or a time
 * @throws BrctlError `local.not_local` for an environment that is not on this machine
 */
export function planPastSearch(config: Config, plan: SearchPlan, moment: string): SearchPlan {
  const origin = readControlOrigin(config.require('catalogUrl'), config.environment);
  const catalog = config.require('catalog');
  const pairs = plan.pairs.filter(([name]) => !CALLER_PARAMETERS.has(name));
  return {
    base: `${origin}/_brctl/catalogs/${encodeURIComponent(catalog)}/search`,
    pairs: [...pairs, ['at', moment] satisfies Pair],
    subject: `catalog ${catalog} as of ${moment}`,
    isPast: true,
  };
}

/**
 * Which of these products a search shows, and how: `q=*` filtered by their ids (doc: public-facts C2).
 * @throws BrctlError of the search area
 */
export async function searchForProducts(
  context: CommandContext,
  config: Config,
  ids: readonly string[],
): Promise<ShownProduct[]> {
  const fq = [`pid:${ids.map(quoteFilterValue).join(' OR ')}`];
  const { docs } = await ask(context, config, { rows: ids.length, start: 0, fl: 'pid,title,price', fq });
  return asList(docs).map((product) => {
    const { pid, title, price } = asDocument(product);
    return {
      id: asText(pid),
      ...(title !== undefined && { title: asText(title) }),
      ...(price !== undefined && { price: asText(price) }),
    };
  });
}

export async function countSearchable(context: CommandContext, config: Config): Promise<number | undefined> {
  const { numFound } = await ask(context, config, { rows: 0, start: 0, fl: 'pid' });
  const digits = asText(numFound);
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

async function ask(context: CommandContext, config: Config, parameters: SearchParameters) {
  const query: Pair[] = [...KEYWORD_SEARCH, ['q', '*']];
  const pairs = buildSearchPairs(await readSearcher(context, config), parameters, query);
  const base = config.require('searchUrl');
  const answer = await fetchPlan(context, config, { base, pairs, subject: 'search' });
  return asDocument(asDocument(parseBody(answer)).response);
}
