import type { FoundSuggestions, SuggestRequest } from '../../engine.ts';
import { suggestedValues, valuesBegun, valuesQuery } from '../../facets/suggested-values.ts';
import { PHRASE_SEPARATOR } from '../../indexing/document-phrases.ts';
import { analysersOfQuery } from '../../text/analyser.ts';
import { words, writtenWords } from '../../text/analysis.ts';
import type { WordFrequency } from '../../text/spelling.ts';
import {
  correctedBeginning,
  MAX_LOOKED_AT,
  MIN_SHORTENED_LENGTH,
  shorterStems,
  slipsOf,
  termsOfPhrase,
} from '../../text/type-ahead.ts';
import { liveAtVersion } from '../documents/live-documents.ts';
import { literal } from '../queries/facet-aggregations.ts';
import { anyOf } from '../queries/filter-clauses.ts';
import { sortKeys } from '../queries/sort-keys.ts';
import { termClause } from '../queries/term-clauses.ts';
import { visibleTo } from '../queries/visible.ts';
import { foundDocument, HIT_FIELDS, readHits } from './found-hits.ts';
import { type OpenVersion, RECORD_STORED } from './open-version.ts';
import { search } from './search.ts';

/** Phrases and their spellings that begin as typed; of more, the most frequent. */
const MAX_PHRASES = 2_000;

/** Completes what a shopper is typing: phrases of the catalog, products by title, brands and categories. */
export async function suggest(version: OpenVersion, request: SuggestRequest): Promise<FoundSuggestions> {
  const typed = writtenWords(request.prefix).join(' ');
  const found = await complete(version, request, typed);
  if (typed === '' || found.queries.length + found.products.length + found.attributes.length > 0)
    return found;
  const slips = slipsOf(typed.slice(typed.lastIndexOf(' ') + 1));
  const corrected = slips === null ? null : correctedBeginning(typed, await wordsLike(version, slips));
  return corrected === null ? found : complete(version, request, corrected);
}

async function complete(
  version: OpenVersion,
  request: SuggestRequest,
  prefix: string,
): Promise<FoundSuggestions> {
  if (prefix === '') return { queries: [], products: [], attributes: [] };
  const [queries, products, attributes] = await Promise.all([
    queriesOf(version, prefix, request),
    productsOf(version, prefix, request),
    attributesOf(version, prefix, request),
  ]);
  return { queries, products, attributes };
}

/** Words of names, as they are written, of a regular expression; those with a number apart. */
async function wordsLike(version: OpenVersion, pattern: string): Promise<WordFrequency[]> {
  const { must_not } = liveAtVersion(version.state);
  const [answer] = await version.ask([
    {
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: [{ regexp: { terms: pattern } }], must_not } },
      aggs: { words: { terms: { field: 'terms', include: pattern, size: MAX_PHRASES } } },
    },
  ]);
  const buckets = answer?.aggregations?.words?.buckets ?? [];
  return buckets
    .map(({ key, doc_count: frequency }) => ({ word: String(key), frequency }))
    .filter(({ word }) => !/\d/.test(word));
}

/** The most frequent phrases that find something which may be shown, each in its most frequent spelling. */
async function queriesOf(
  version: OpenVersion,
  prefix: string,
  request: SuggestRequest,
): Promise<FoundSuggestions['queries']> {
  const { queries: limit } = request;
  if (limit <= 0) return [];
  const { must_not } = liveAtVersion(version.state);
  const terms = { field: 'phrases', include: `${literal(prefix)}.*`, size: MAX_PHRASES };
  const [answer] = await version.ask([
    {
      size: 0,
      query: { bool: { filter: [{ prefix: { phrases: prefix } }], must_not } },
      aggs: { phrases: { terms } },
    },
  ]);
  const found = new Map<string, { uses: number; most: number; display: string }>();
  for (const { key, doc_count: count } of answer?.aggregations?.phrases?.buckets ?? []) {
    const [folded = '', display = ''] = String(key).split(PHRASE_SEPARATOR);
    const known = found.get(folded);
    if (known === undefined) found.set(folded, { uses: count, most: count, display });
    else known.uses += count;
  }
  const known = [...found]
    .sort(([a, one], [b, other]) => other.uses - one.uses || (a < b ? -1 : 1))
    .slice(0, Math.max(limit, MAX_LOOKED_AT))
    .map(([, { display }]) => display);
  const isFound = await findSomething(version, known, request);
  return known
    .filter((_, at) => isFound[at])
    .slice(0, limit)
    .map((display) => ({ query: display.toLowerCase(), displayText: display }));
}

async function findSomething(
  version: OpenVersion,
  phrases: readonly string[],
  { viewId }: SuggestRequest,
): Promise<boolean[]> {
  if (phrases.length === 0) return [];
  const bool = visibleTo(version.state, version.settings, { viewId, includeUnavailable: false });
  const filters = phrases.map((phrase) => ({
    bool: {
      filter: termsOfPhrase(phrase, analysersOfQuery(version.settings, viewId)).map((term) =>
        termClause(term, 1),
      ),
    },
  }));
  const aggs = { phrases: { filters: { filters } } };
  const [answer] = await version.ask([{ size: 0, track_total_hits: false, query: { bool }, aggs }]);
  const buckets = answer?.aggregations?.phrases?.buckets ?? [];
  return phrases.map((_, at) => (buckets[at]?.doc_count ?? 0) > 0);
}

/** Products whose titles have the words, of the last one the beginning; by id unless they are wanted in another order. */
async function productsOf(
  version: OpenVersion,
  prefix: string,
  { products, viewId, sort }: SuggestRequest,
): Promise<FoundSuggestions['products']> {
  if (products <= 0) return [];
  const { filter, must_not } = visibleTo(version.state, version.settings, {
    viewId,
    includeUnavailable: false,
  });
  const analysers = analysersOfQuery(version.settings, viewId);
  const typed = words(prefix);
  const whole = typed
    .slice(0, -1)
    .map((word) => ({ terms: { title: analysers.map((analyser) => analyser.stem(word)) } }));
  const last = typed.at(-1) ?? '';
  const begun = anyOf([
    { prefix: { title: last } },
    { terms: { title: shorterStems(last, await wordsBegunSo(version, last), analysers) } },
  ]);
  const byId: typeof sort = [{ field: 'pid', direction: 'asc' }];
  const keys = sortKeys(version.fields, { sort: sort.length === 0 ? byId : sort, geo: null });
  const [answer] = await version.ask([
    {
      size: products,
      query: { bool: { filter: [...filter, ...whole, begun], must_not } },
      sort: keys,
      ...RECORD_STORED,
      docvalue_fields: HIT_FIELDS,
    },
  ]);
  const documents = (answer?.hits.hits ?? []).map((hit) => ({ ...foundDocument(hit), score: 1 }));
  return readHits(version, documents, { facetFilters: [], geo: null });
}

/** Words of names, as they are written, that begin so. */
async function wordsBegunSo(version: OpenVersion, begun: string): Promise<string[]> {
  if (begun.length < MIN_SHORTENED_LENGTH) return [];
  const { must_not } = liveAtVersion(version.state);
  const terms = { field: 'terms', include: `${literal(begun)}.*`, size: MAX_PHRASES };
  const filter = [{ prefix: { terms: begun } }];
  const [answer] = await version.ask([
    { size: 0, track_total_hits: false, query: { bool: { filter, must_not } }, aggs: { words: { terms } } },
  ]);
  return (answer?.aggregations?.words?.buckets ?? []).map(({ key }) => String(key));
}

/** Brands and categories of what may be shown. */
async function attributesOf(
  version: OpenVersion,
  prefix: string,
  { attributes, viewId }: SuggestRequest,
): Promise<FoundSuggestions['attributes']> {
  const values = await version.askOnce(`attributes ${JSON.stringify(viewId)}`, async () =>
    suggestedValues((await search(version, valuesQuery(viewId))).facets),
  );
  return valuesBegun(values, prefix, attributes);
}
