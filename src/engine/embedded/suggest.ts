import type { Database, Statement } from '../../base/files/sqlite.ts';
import type { FoundRecord, FoundSuggestions, Suggestions, SuggestRequest } from '../engine.ts';
import {
  type SuggestedValue,
  suggestedValues,
  valuesBegun,
  valuesQuery,
} from '../facets/suggested-values.ts';
import { LruCache } from '../lru-cache.ts';
import type { SortKey } from '../query/model.ts';
import { type Analyser, analysersOfQuery } from '../text/analyser.ts';
import { words, writtenWords } from '../text/analysis.ts';
import {
  correctedBeginning,
  MAX_LOOKED_AT,
  MIN_SHORTENED_LENGTH,
  shorterStems,
  slipsOf,
  termsOfPhrase,
} from '../text/type-ahead.ts';
import type { CatalogWords } from './catalog-words.ts';
import { viewOf } from './documents/records.ts';
import { knownVisibility, type Visibility, visibleDocuments } from './filters/visibility.ts';
import { matchAll } from './matching/matching.ts';
import { LAST_CHARACTER, PostingReader } from './postings/posting-reader.ts';
import { comparator, firstOf, sortArrays } from './ranking/sorting.ts';
import { type SearchContext, search } from './search.ts';
import { TITLE_BIT } from './snapshot/schema.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Views whose brands and categories stay counted. */
const MAX_KEPT_VIEWS = 16;

export class Suggester {
  readonly #phrases: Statement<{ display: string }>;
  readonly #postings: PostingReader;

  constructor(db: Database) {
    // The spelling of a phrase is that of the row with max(): SQLite takes the other columns from there.
    this.#phrases = db.prepare(`SELECT display, max(frequency), sum(frequency) AS uses FROM
      (SELECT folded, display, sum(frequency) AS frequency FROM phrase
        WHERE folded >= ? AND folded < ? AND part <= ? GROUP BY folded, display HAVING sum(frequency) > 0)
      GROUP BY folded ORDER BY uses DESC, folded LIMIT ?`);
    this.#postings = new PostingReader(db);
  }

  suggest(context: SearchContext, request: SuggestRequest): FoundSuggestions {
    const typed = writtenWords(request.prefix).join(' ');
    const found = this.#complete(context, request, typed);
    if (typed === '' || found.queries.length + found.products.length + found.attributes.length > 0)
      return found;
    const slips = slipsOf(typed.slice(typed.lastIndexOf(' ') + 1));
    const corrected = slips === null ? null : correctedBeginning(typed, context.words.matching(slips));
    return corrected === null ? found : this.#complete(context, request, corrected);
  }

  #complete(context: SearchContext, request: SuggestRequest, prefix: string): FoundSuggestions {
    if (prefix === '') return { queries: [], products: [], attributes: [] };
    const { snapshot, settings } = context;
    const visibility = knownVisibility(snapshot, {
      viewId: request.viewId,
      includeUnavailable: settings.searchUnavailable,
      showOutsideView: settings.showProductsOutsideView,
    });
    const visible = visibleDocuments(snapshot, visibility);
    return {
      queries: this.#queries(context, prefix, request, visible),
      products: this.#products(prefix, request, visible, context),
      attributes: valuesBegun(valuesOf(context, visibility.viewId, visibility), prefix, request.attributes),
    };
  }

  /** The most frequent phrases that find something which may be shown. */
  #queries(
    { snapshot, postings, settings }: SearchContext,
    prefix: string,
    { queries: limit, viewId }: SuggestRequest,
    visible: Uint8Array,
  ): Suggestions['queries'] {
    if (limit <= 0) return [];
    const most = Math.max(limit, MAX_LOOKED_AT);
    const known = this.#phrases.all(prefix, prefix + LAST_CHARACTER, snapshot.lastPart, most);
    const analysers = analysersOfQuery(settings, viewId);
    const found: Suggestions['queries'] = [];
    for (const { display } of known) {
      snapshot.scratch.reset();
      const lists = termsOfPhrase(display, analysers).map(postings);
      if (matchAll(snapshot, lists, visible).length === 0) continue;
      found.push({ query: display.toLowerCase(), displayText: display });
      if (found.length === limit) break;
    }
    return found;
  }

  #products(
    prefix: string,
    request: SuggestRequest,
    visible: Uint8Array,
    { snapshot, records, words: known, settings }: SearchContext,
  ): FoundRecord[] {
    if (request.products <= 0) return [];
    const found = titlesWith(
      this.#postings,
      known,
      words(prefix),
      visible,
      analysersOfQuery(settings, request.viewId),
    );
    const ordinals = firstSorted(snapshot, found, request.sort, request.products);
    return records.read(ordinals).map(({ id, json }, at) => ({
      id,
      record: json,
      view: viewOf(snapshot, ordinals[at] ?? 0),
      score: 1,
      distance: null,
      leads: null,
    }));
  }
}

/** Without keys by id: where documents stand tells how a catalog was loaded. */
function firstSorted(
  snapshot: Snapshot,
  ordinals: readonly number[],
  sort: readonly SortKey[],
  count: number,
): number[] {
  snapshot.scratch.reset();
  const ids = Uint32Array.from(ordinals);
  const keys = sortArrays(snapshot, { ids, scores: null, distances: null }, sort);
  const positions = firstOf(ids.length, count, comparator(keys, ids, snapshot.ranks), keys[0]);
  return positions.map((at) => ids[at] ?? 0);
}

function valuesOf(context: SearchContext, viewId: string | null, visibility: Visibility): SuggestedValue[] {
  const { snapshot } = context;
  const kept = snapshot.derive('suggestedValues', () => new LruCache<SuggestedValue[]>(MAX_KEPT_VIEWS));
  return kept.get(JSON.stringify(visibility), () =>
    suggestedValues(search(context, valuesQuery(viewId)).facets),
  );
}

/** The visible documents whose titles hold the words, of the last one the beginning. */
function titlesWith(
  postings: PostingReader,
  known: CatalogWords,
  words: readonly string[],
  visible: Uint8Array,
  analysers: readonly Analyser[],
): number[] {
  /** For each document how many of the words its title holds, in their order. */
  const held = new Uint8Array(visible.length);
  const wholeWords = words.slice(0, -1);
  for (const [before, word] of wholeWords.entries()) {
    const { ids, fields } = postings.read(
      analysers.map((analyser) => [analyser.stem(word)]),
      0,
      visible.length,
    );
    for (const [at, ordinal] of ids.entries()) {
      if (((fields[at] ?? 0) & TITLE_BIT) !== 0 && held[ordinal] === before) held[ordinal] = before + 1;
    }
  }
  const note = (ordinal: number, bits: number) => {
    if ((bits & TITLE_BIT) !== 0 && held[ordinal] === wholeWords.length) held[ordinal] = words.length;
  };
  const begun = words.at(-1) ?? '';
  postings.eachWithPrefix(begun, visible.length, note);
  if (begun.length >= MIN_SHORTENED_LENGTH)
    for (const root of shorterStems(begun, known.beginning(begun), analysers))
      postings.eachOf(root, visible.length, note);
  const found: number[] = [];
  for (let ordinal = 0; ordinal < held.length; ordinal++) {
    if (held[ordinal] === words.length && visible[ordinal] === 1) found.push(ordinal);
  }
  return found;
}
