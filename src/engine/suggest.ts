import { EVERYTHING } from './complete-engine.ts';
import type {
  FoundRecord,
  FoundRecords,
  FoundSuggestions,
  SearchSettings,
  SuggestRequest,
} from './engine.ts';
import type { FacetRequest, FacetResult, SearchQuery } from './query/model.ts';
import { type Analyser, getQueryAnalysers } from './text/analyser.ts';
import { fold, splitWords, splitWrittenWords } from './text/analysis.ts';
import type { WordFrequency } from './text/spelling.ts';
import { type QueryTerm, toQueryTerm } from './text/synonyms.ts';

/** This many phrases are looked at for those that find something. */
const MAX_LOOKED_AT = 50;
/** No stem is shorter. */
const MIN_SHORTENED_LENGTH = 3;
/** Of less nobody can say what it is a slip for. */
const MIN_BEGINNING_LENGTH = 4;
/** Of the words of a query the last this many may be corrected: each is compared with all words of the names. */
const MAX_CORRECTABLE = 3;
/** Nobody types longer words. */
const MAX_BEGINNING_LENGTH = 40;

/** An engine in this process answers at once, a cluster later. */
type Answer<Value> = Value | Promise<Value>;

/** A version of an index as suggestions ask it. */
export interface SuggestSource {
  readonly settings: SearchSettings;
  search(query: SearchQuery): Answer<FoundRecords>;
  /** Words of names, as they are written, of a regular expression; none with a number. */
  wordsLike(pattern: string): Answer<readonly WordFrequency[]>;
  wordsBegunSo(begun: string): Answer<readonly string[]>;
  /** The most frequent phrases that begin so, each in its most frequent spelling. */
  phrases(begun: string, count: number): Answer<readonly string[]>;
  /** Which of several lists of terms find something that may be shown, by their places; the first this many. */
  finding(lists: readonly QueryTerm[][], count: number, viewId: string | null): Answer<readonly number[]>;
  /** Products that may be shown, by their titles; by id unless another order is asked for. */
  titled(title: TitleBeginning, request: SuggestRequest): Answer<FoundRecord[]>;
  /** A list that is made once for a view of this version. */
  once(viewId: string | null, make: () => Promise<SuggestedValue[]>): Promise<readonly SuggestedValue[]>;
}

/** Required stems of a title: one of each whole word, and one that begins as the last word or is one of its roots. */
export interface TitleBeginning {
  whole: readonly (readonly string[])[];
  begun: string;
  roots: readonly string[];
}

/** Completes what a shopper is typing: phrases of the catalog, products by title, brands and categories. */
export async function suggest(source: SuggestSource, request: SuggestRequest): Promise<FoundSuggestions> {
  const typed = splitWrittenWords(request.prefix).join(' ');
  const found = await complete(source, request, typed);
  if (typed === '' || found.queries.length + found.products.length + found.attributes.length > 0)
    return found;
  const corrected = await correctWord(source, typed.split(' '));
  return corrected === null ? found : complete(source, request, corrected);
}

async function complete(source: SuggestSource, request: SuggestRequest, prefix: string) {
  if (prefix === '') return { queries: [], products: [], attributes: [] };
  const { attributes: count, viewId } = request;
  const faceted = { ...EVERYTHING, viewId, facets: FACETS, includeUnavailable: false };
  const [queries, products, values] = await Promise.all([
    listQueries(source, prefix, request),
    findProducts(source, prefix, request),
    source.once(viewId, async () => listValues((await source.search(faceted)).facets)),
  ]);
  return { queries, products, attributes: listBegun(values, prefix, count) };
}

/** The most frequent phrases that find something which may be shown. */
async function listQueries(
  source: SuggestSource,
  prefix: string,
  { queries: count, viewId }: SuggestRequest,
) {
  if (count <= 0) return [];
  const known = await source.phrases(prefix, Math.max(count, MAX_LOOKED_AT));
  const analysers = getQueryAnalysers(source.settings, viewId);
  const lists = known.map((phrase) =>
    analysers[0].tokenizeQuery(phrase).map((word) => toQueryTerm([word], analysers)),
  );
  const finding = lists.length === 0 ? [] : await source.finding(lists, count, viewId);
  return finding.map((at) => {
    const phrase = known[at] ?? '';
    return { query: phrase.toLowerCase(), displayText: phrase };
  });
}

async function findProducts(source: SuggestSource, prefix: string, request: SuggestRequest) {
  if (request.products <= 0) return [];
  const analysers = getQueryAnalysers(source.settings, request.viewId);
  const typed = splitWords(prefix);
  const begun = typed.at(-1) ?? '';
  const longer = begun.length < MIN_SHORTENED_LENGTH ? [] : await source.wordsBegunSo(begun);
  const whole = typed.slice(0, -1).map((word) => analysers.map((analyser) => analyser.stem(word)));
  return source.titled({ whole, begun, roots: shortenStems(begun, longer, analysers) }, request);
}

/** Stems of words that begin as typed where the stem itself does not: `runn` has come to `run` by `running`. */
function shortenStems(begun: string, words: Iterable<string>, analysers: readonly Analyser[]): string[] {
  const stems = new Set<string>();
  for (const word of words) {
    for (const analyser of analysers) {
      const root = analyser.stem(word);
      if (!root.startsWith(begun)) stems.add(root);
    }
  }
  return [...stems];
}

/**
 * The query with one word corrected: the first that the names lack, else the last, which may be begun only. Null if no word is
 * like it.
 */
async function correctWord(source: SuggestSource, words: readonly string[]): Promise<string | null> {
  const last = words.length - 1;
  const near = await Promise.all(
    words.map((word, at) => {
      const slips = last - at < MAX_CORRECTABLE ? makeSlips(word, at === last) : null;
      return slips === null ? [] : source.wordsLike(slips);
    }),
  );
  const unknown = near.findIndex(
    (found, at) => at < last && found.length > 0 && !found.some(({ word }) => word === words[at]),
  );
  const wrong = unknown < 0 ? last : unknown;
  const best = chooseMostLikely(words[wrong] ?? '', near[wrong] ?? []);
  return best === undefined ? null : words.with(wrong, best).join(' ');
}

/**
 * Regular expression of a whole word and those with one error, or of words whose beginning has one: a letter left out, put in,
 * replaced, or two exchanged. The first letter may be missing or exchanged. Null where too little was typed to tell.
 */
function makeSlips(typed: string, isBegun: boolean): string | null {
  if (typed.length < MIN_BEGINNING_LENGTH || typed.length > MAX_BEGINNING_LENGTH) return null;
  if (!/^\p{L}+$/u.test(typed)) return null;
  const slips = new Set([`.${typed}`, `${typed[1]}${typed[0]}${typed.slice(2)}`]);
  if (!isBegun) slips.add(`${typed}.?`);
  for (let position = 1; position < typed.length; position++) {
    const [before, letter = '', next = ''] = [typed.slice(0, position), typed[position], typed[position + 1]];
    const after = typed.slice(position + 1);
    slips.add(`${before}.${letter}${after}`);
    // Without its last letter a beginning would stand for too much.
    if (next === '' && isBegun) continue;
    slips.add(`${before}.${after}`);
    slips.add(before + after);
    if (next !== '') slips.add(before + next + letter + after.slice(1));
  }
  return `(${[...slips].join('|')})${isBegun ? '.*' : ''}`;
}

/** The most frequent word; few people mistype the first letter. */
function chooseMostLikely(typed: string, words: readonly WordFrequency[]): string | undefined {
  const isOther = ({ word }: WordFrequency) => Number(word[0] !== typed[0]);
  const [best] = words.toSorted(
    (a, b) => isOther(a) - isOther(b) || b.frequency - a.frequency || (a.word < b.word ? -1 : 1),
  );
  return best?.word;
}

const FACETS: FacetRequest = { fields: ['brand', 'category'], ranges: [], prefixes: {}, limit: 30_000 };

/** A brand, or the name of a category, and how many products have it. */
export interface SuggestedValue {
  name: string;
  value: string;
  folded: string;
  count: number;
}

/** Each value once, though a category may be at several places of the tree under one name; the most frequent first. */
function listValues(facets: readonly FacetResult[]): SuggestedValue[] {
  const counted = new Map<string, SuggestedValue>();
  for (const facet of facets) {
    if (facet.kind !== 'text' && facet.kind !== 'category') continue;
    const { field: name } = facet;
    for (const { name: value, count } of facet.values) {
      const earlier = counted.get(`${name}\t${value}`);
      if (earlier) earlier.count = Math.max(earlier.count, count);
      else counted.set(`${name}\t${value}`, { name, value, folded: ` ${fold(value)}`, count });
    }
  }
  return [...counted.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** Texts that begin with the query, or have a word that does. */
function listBegun(values: readonly SuggestedValue[], prefix: string, count: number) {
  const offered = values.filter(({ folded }) => folded.includes(` ${prefix}`));
  return offered.slice(0, count).map(({ name, value }) => ({ name, value }));
}
