import { BrctlError } from '../../base/errors.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import { quoteForShell } from '../../base/wording/shell-quote.ts';
import { LIMITS } from '../../protocol/limits.ts';

/** Options of the search commands by name. */
export interface SearchParameters {
  rows?: number | undefined;
  start?: number | undefined;
  fl?: string | undefined;
  fq?: readonly string[] | undefined;
  efq?: string | undefined;
  sort?: string | undefined;
  facetRange?: readonly string[] | undefined;
  statsField?: readonly string[] | undefined;
  groupby?: string | undefined;
  ll?: string | undefined;
  segment?: string | undefined;
  viewId?: string | undefined;
  param?: readonly string[] | undefined;
}

/** Who asks: the values that every search request carries (spec: C). */
export interface Searcher {
  accountId: string;
  authKey: string;
  domainKey: string;
  /** `_br_uid_2`. */
  visitor: string;
  requestId: string;
}

/** A dummy value of the form of a bare app domain name (spec: C rule 3). */
const APP_URL = 'brctl.app';

export type Pair = readonly [name: string, value: string];

export const KEYWORD_SEARCH: readonly Pair[] = [
  ['request_type', 'search'],
  ['search_type', 'keyword'],
];

function refuse(message: string, code: string, hint: string): BrctlError {
  return new BrctlError(message, {
    kind: 'input',
    code: `search.${code}`,
    hint,
    why: 'the service would refuse the request',
  });
}

/**
 * Refuses what the service would refuse, before anything is sent. Sources: rows and start doc: public-facts C1, D1;
 * segment spec: C rule 4; ll doc: public-facts C8.
 */
export function checkParameters(
  { rows = 0, start = 0, segment, ll }: Pick<SearchParameters, 'rows' | 'start' | 'segment' | 'll'>,
  paging: { rowsMax: number; startMax: number },
): void {
  if (rows > paging.rowsMax)
    throw refuse(
      `rows is ${rows}, but the service takes at most ${paging.rowsMax}`,
      'rows',
      `--rows ${paging.rowsMax}, and the next page with --start`,
    );
  if (start > paging.startMax)
    throw refuse(
      `start is ${start}, but the service takes at most ${paging.startMax}`,
      'start',
      'narrow the search with --fq or --efq',
    );
  if (segment !== undefined && !/^[^:\s]+:.+$/.test(segment))
    throw refuse(
      `segment must be <name>:<value>, got ${JSON.stringify(segment)}`,
      'segment',
      'leave --segment out when none applies, or write --segment customer_tier:gold',
    );
  if (ll !== undefined && !isPlace(ll))
    throw refuse(`ll must be <latitude>,<longitude>, got ${JSON.stringify(ll)}`, 'll', '--ll 52.37,4.89');
}

function isPlace(ll: string): boolean {
  const [lat, lon, ...more] = ll.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return more.length === 0 && Math.abs(lat ?? Number.NaN) <= 90 && Math.abs(lon ?? Number.NaN) <= 180;
}

/** A keyword search needs a query that is not too long (doc: public-facts C1, C9). `example` is a command that asks for all. */
export function refuseUnusableQuery(query: string, example: string): void {
  const text = query.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (text === '') throw refuse('the query is empty', 'empty_query', `to find everything: ${example}`);
  const words = text.split(' ').length;
  if (text.length <= LIMITS.queryCharacters && words <= LIMITS.queryWords) return;
  throw refuse(
    `the query has ${text.length} characters in ${words} words, but the service takes ${LIMITS.queryCharacters} in ${LIMITS.queryWords}`,
    'query_too_long',
    'leave out the least important words',
  );
}

/** Without accented characters (spec: C rule 1). */
export function checkCategoryId(id: string): void {
  if (id.trim() === '') {
    throw refuse('the category id is empty', 'empty_query', "to list everything: brctl search '*'");
  }
  if (/\p{M}/u.test(id.normalize('NFD'))) {
    throw refuse(
      `the category id ${JSON.stringify(id)} has an accented character`,
      'accented_category',
      'use the id of the catalog, not the name',
    );
  }
}

export function parsePairs(pairs: readonly string[]): Pair[] {
  return pairs.map((pair) => {
    const index = pair.indexOf('=');
    if (index > 0) return [pair.slice(0, index), pair.slice(index + 1)];
    throw new BrctlError(`--param must be <name>=<value>, got ${JSON.stringify(pair)}`, {
      kind: 'usage',
      code: 'usage.bad_param',
    });
  });
}

/** Parameters that have a value; a list is sent as repeated parameters. */
export function toPairs(
  values: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): Pair[] {
  return Object.entries(values).flatMap(([name, value = []]) =>
    [value].flat().map((item): Pair => [name, String(item)]),
  );
}

function listPairs(parameters: SearchParameters): Pair[] {
  const { viewId, facetRange, statsField, fl, rows, start, efq, sort, groupby, ll, segment, fq } = parameters;
  const plain = { fl, rows, start, efq, sort, groupby, ll, segment, view_id: viewId, fq };
  return toPairs({ ...plain, 'facet.range': facetRange, 'stats.field': statsField });
}

/** A value in a filter, `"` and `\` escaped (sdk: public-facts C2). */
export function quoteFilterValue(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** Common parameters of search and pathways requests: the caller, as an app (spec: C rule 3). */
export function buildCallerPairs(searcher: Searcher, url: string): Pair[] {
  return [
    ['account_id', searcher.accountId],
    ['auth_key', searcher.authKey],
    ['domain_key', searcher.domainKey],
    ['request_id', searcher.requestId],
    ['_br_uid_2', searcher.visitor],
    ['ref_url', ''],
    ['url', url],
  ];
}

/** Everything a search or category request sends, before encoding. A --param of the same name replaces the value. */
export function buildSearchPairs(
  searcher: Searcher,
  parameters: SearchParameters,
  pairs: readonly Pair[],
): Pair[] {
  const own: Pair[] = [...buildCallerPairs(searcher, APP_URL), ...pairs, ...listPairs(parameters)];
  const extra = parsePairs(parameters.param ?? []);
  const replaced = new Set(extra.map(([name]) => name));
  return [...own.filter(([name]) => !replaced.has(name)), ...extra];
}

/** The address. `_br_uid_2` goes out as it is, everything else percent-encoded (sdk: public-facts C1). */
export function buildRequestUrl(base: string, pairs: readonly Pair[]): string {
  const query = pairs
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${name === '_br_uid_2' ? value : encodeURIComponent(value)}`,
    )
    .join('&');
  const url = `${base}${base.includes('?') ? '&' : '?'}${query}`;
  const bytes = Buffer.byteLength(url);
  if (bytes <= LIMITS.searchRequestBytes) return url;
  throw refuse(
    `the request is ${formatCount(bytes)} bytes long, but the service takes ${formatCount(LIMITS.searchRequestBytes)}`,
    'too_long',
    'filter by fewer values',
  );
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  auth_key: 'BRCTL_AUTH_KEY',
  acct_auth: 'BRCTL_ACCT_AUTH',
};

/** A curl command to paste: the key as a variable, every parameter on its own line. */
export function formatCurl(base: string, pairs: readonly Pair[]): string {
  const lines = pairs.map(([name, value]) => {
    const variable = CREDENTIALS[name];
    if (variable !== undefined) return `  --data-urlencode "${name}=$${variable}"`;
    return name === '_br_uid_2'
      ? `  --data ${quoteForShell(`${name}=${value}`)}`
      : `  --data-urlencode ${quoteForShell(`${name}=${value}`)}`;
  });
  return `curl --get ${quoteForShell(base)} \\\n${lines.join(' \\\n')}\n`;
}
