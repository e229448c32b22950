import { EVERYTHING } from '../../complete-engine.ts';
import type { FoundRecord, SuggestRequest } from '../../engine.ts';
import { PHRASE_SEPARATOR } from '../../indexing/document-phrases.ts';
import type { SuggestSource, TitleBeginning } from '../../suggest.ts';
import type { WordFrequency } from '../../text/spelling.ts';
import type { QueryTerm } from '../../text/synonyms.ts';
import { type Clause, matchVisible } from '../documents/live-documents.ts';
import { escapeRegexp } from '../queries/facet-aggregations.ts';
import { matchAnyOf } from '../queries/filter-clauses.ts';
import { buildTermClause } from '../queries/term-clauses.ts';
import { readHits, toScoredDocument } from './found-hits.ts';
import { buildValuesBody, type OpenVersion, RECORD_STORED, readValues } from './open-version.ts';
import { search } from './search.ts';
import { RequestBuilder } from './search-body.ts';

/** Words, phrases and their spellings that are looked at; of more, the most frequent. */
const MAX_VALUES = 2_000;

export function suggestSource(version: OpenVersion): SuggestSource {
  const matchBegun = (field: string, begun: string) =>
    listValues(version, field, { prefix: { [field]: begun } }, `${escapeRegexp(begun)}.*`);
  return {
    settings: version.settings,
    search: (query) => search(version, query),
    wordsLike: async (pattern) =>
      (await listValues(version, 'terms', { regexp: { terms: pattern } }, pattern)).filter(
        ({ word }) => !/\d/.test(word),
      ),
    wordsBegunSo: async (begun) => (await matchBegun('terms', begun)).map(({ word }) => word),
    phrases: async (begun, count) => takeMostUsed(await matchBegun('phrases', begun)).slice(0, count),
    finding: (lists, count, viewId) => findMatching(version, lists, count, viewId),
    titled: (title, request) => matchTitles(version, title, request),
    once: (viewId, make) => version.askOnce(`attributes ${JSON.stringify(viewId)}`, make),
  };
}

/** The most frequent values of a field among those of a regular expression, which a clause finds the documents of. */
async function listValues(version: OpenVersion, field: string, clause: Clause, include: string) {
  const values = { terms: { field, include, size: MAX_VALUES } };
  const [answer] = await version.ask([buildValuesBody(version.state, values, clause)]);
  return readValues(answer);
}

/** Phrases by how often they are used, each in its most frequent spelling. */
function takeMostUsed(spellings: readonly WordFrequency[]): string[] {
  const phrases = new Map<string, { uses: number; display: string }>();
  for (const { word, frequency } of spellings) {
    const [folded = '', display = ''] = word.split(PHRASE_SEPARATOR);
    const phrase = phrases.get(folded);
    if (phrase === undefined) phrases.set(folded, { uses: frequency, display });
    else phrase.uses += frequency;
  }
  return [...phrases]
    .sort(([a, one], [b, other]) => other.uses - one.uses || (a < b ? -1 : 1))
    .map(([, { display }]) => display);
}

async function findMatching(
  version: OpenVersion,
  lists: readonly QueryTerm[][],
  count: number,
  viewId: string | null,
): Promise<number[]> {
  const bool = matchVisible(version.state, version.settings, { viewId, includeUnavailable: false });
  const filters = lists.map((terms) => ({ bool: { filter: terms.map((term) => buildTermClause(term, 1)) } }));
  const aggs = { phrases: { filters: { filters } } };
  const [answer] = await version.ask([{ size: 0, track_total_hits: false, query: { bool }, aggs }]);
  const buckets = answer?.aggregations?.phrases?.buckets ?? [];
  return buckets.flatMap(({ doc_count: uses }, index) => (uses > 0 ? [index] : [])).slice(0, count);
}

async function matchTitles(
  version: OpenVersion,
  { whole, begun, roots }: TitleBeginning,
  { products, viewId, sort }: SuggestRequest,
): Promise<FoundRecord[]> {
  const filter = [
    ...whole.map((stems) => ({ terms: { title: stems } })),
    matchAnyOf([{ prefix: { title: begun } }, { terms: { title: roots } }]),
  ];
  const order = sort.length === 0 ? [{ field: 'pid', direction: 'asc' as const }] : sort;
  const query = { ...EVERYTHING, viewId, sort: order, includeUnavailable: false };
  const options = { size: products, ...RECORD_STORED, docvalue_fields: ['view'] };
  const body = new RequestBuilder(version, query, []).of({ bool: { filter } }, options);
  const [answer] = await version.ask([body]);
  const documents = (answer?.hits.hits ?? []).map((hit) => ({ ...toScoredDocument(hit), score: 1 }));
  return readHits(version, documents);
}
