import type { SearchSettings } from '../engine.ts';
import type { Recall } from '../query/model.ts';
import { queryWords } from './analysis.ts';
import { matchAll, matchSome, type Score, scoreAll } from './matching.ts';
import type { Postings } from './posting-list.ts';
import type { Snapshot } from './snapshot.ts';
import type { Spelling } from './spelling.ts';
import { expandSynonyms, type QueryTerm } from './synonyms.ts';

/** What a keyword query found, and how. */
export interface KeywordResult {
  /** Documents, ascending. */
  ids: Uint32Array;
  score: Score;
  /** Terms of the query that was searched, with their weights. */
  terms: { term: QueryTerm; holding: number }[];
  /** The text that was searched in place of the typed one. */
  corrected: string | null;
  didYouMean: string[];
  relaxed: boolean;
}

/** What a keyword search works with. */
export interface KeywordContext {
  snapshot: Snapshot;
  settings: Pick<SearchSettings, 'synonyms'>;
  postings: (term: QueryTerm) => Postings;
  spelling: Spelling;
  /** Documents that may be found. */
  mask: Uint8Array;
}

/** Share of the words that must match at least when not all do. */
const FEWEST_SHARE = 0.5;

/**
 * Finds documents that hold every word. When there is none: words that the catalog does not know are corrected and, if
 * that finds something, it is searched instead (doc: public-facts C11); else, if the recall is tolerant, the documents
 * that hold half of the words or more are taken, so that a text with many of them hides no title that has the best.
 */
export function searchKeywords(context: KeywordContext, recall: Recall & { kind: 'keyword' }): KeywordResult {
  const typed = queryWords(recall.text);
  const strict = searchAll(context, typed);
  if (strict.ids.length > 0 || typed.length === 0) return strict;
  const unknown = strict.terms.flatMap(({ term, holding }) => (holding === 0 ? term.words : []));
  const corrections =
    recall.spelling === 'off' ? [] : context.spelling.corrections(typed, unknown, recall.spelling);
  for (const [at, correction] of corrections.entries()) {
    const corrected = searchAll(context, correction);
    if (corrected.ids.length === 0) continue;
    const others = corrections.filter((_, other) => other !== at).map((other) => other.join(' '));
    return { ...corrected, corrected: correction.join(' '), didYouMean: others };
  }
  const didYouMean = corrections.map((correction) => correction.join(' '));
  return recall.tolerant ? { ...relax(context, strict), didYouMean } : { ...strict, didYouMean };
}

function searchAll(context: KeywordContext, typed: readonly string[]): KeywordResult {
  const { snapshot, mask, settings } = context;
  const terms = expandSynonyms(typed, settings.synonyms);
  const lists = terms.map(context.postings);
  return {
    ids: matchAll(snapshot, lists, mask),
    score: (ids) => scoreAll(snapshot, lists, ids),
    terms: terms.map((term, at) => ({ term, holding: lists[at]?.count ?? 0 })),
    corrected: null,
    didYouMean: [],
    relaxed: false,
  };
}

function relax(context: KeywordContext, strict: KeywordResult): KeywordResult {
  if (strict.terms.length < 2) return strict;
  const lists = strict.terms.map(({ term }) => context.postings(term));
  const found = matchSome(context.snapshot, lists, context.mask, Math.ceil(lists.length * FEWEST_SHARE));
  return { ...strict, ...found, relaxed: found.ids.length > 0 };
}
