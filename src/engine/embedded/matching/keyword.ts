import type { Recall } from '../../query/model.ts';
import { FEW_PRODUCTS } from '../../ranking/relaxing-rules.ts';
import { queryWords } from '../../text/analysis.ts';
import { addCompounds } from '../../text/compounds.ts';
import { expandSynonyms } from '../../text/synonyms.ts';
import { type KeywordContext, type KeywordResult, matchAll, scoreAll } from './matching.ts';
import { fillUp, matchMost } from './relaxing.ts';
import { nameOf, wordParts } from './scoring.ts';

type KeywordRecall = Recall & { kind: 'keyword' };

/**
 * Finds documents that hold every word. When there is none: words that the catalog does not know are corrected and, if
 * that finds something, it is searched instead (doc: public-facts C11); else, if the recall is tolerant, documents that
 * hold some of the words are taken.
 */
export function searchKeywords(context: KeywordContext, recall: KeywordRecall): KeywordResult {
  const typed = queryWords(recall.text);
  const strict = searchAll(context, typed);
  if (typed.length === 0 || strict.ids.length > 0) {
    return {
      ...completed(context, recall, recall.text, strict),
      didYouMean: offers(context, recall, typed, strict),
    };
  }
  const unknown = strict.terms.flatMap(({ term, holding }) => (holding === 0 ? term.words : []));
  const corrections =
    recall.spelling === 'off' ? [] : context.spelling.corrections(typed, unknown, recall.spelling);
  for (const correction of corrections) {
    const corrected = searchAll(context, correction);
    if (corrected.ids.length > 0) {
      return used(completed(context, recall, correction.join(' '), corrected), correction, corrections);
    }
  }
  if (corrections.length === 0) {
    const didYouMean = offers(context, recall, typed, strict);
    return { ...(recall.tolerant ? relaxed(context, recall, strict, []) : strict), didYouMean };
  }
  const didYouMean = corrections.map((correction) => correction.join(' '));
  return recall.tolerant ? relaxed(context, recall, strict, corrections) : { ...strict, didYouMean };
}

function searchAll(context: KeywordContext, typed: readonly string[]): KeywordResult {
  const { snapshot, mask, settings, known } = context;
  const terms = addCompounds(expandSynonyms(typed, settings.synonyms), known);
  const lists = terms.map(context.postings);
  const found = terms.map((term, at) => ({ term, holding: lists[at]?.count ?? 0 }));
  return {
    ids: matchAll(snapshot, lists, mask),
    score: (ids) => scoreAll(snapshot, lists, ids),
    parts: (ordinal) => wordParts(snapshot, { lists, names: found.map(nameOf) }, ordinal),
    terms: found,
    corrected: null,
    didYouMean: [],
    relaxed: false,
  };
}

/** What may have been meant where the words are known, but found little: a spelling that finds more. */
function offers(
  context: KeywordContext,
  { spelling }: KeywordRecall,
  typed: readonly string[],
  { ids }: KeywordResult,
): string[] {
  if (spelling === 'off' || typed.length === 0 || ids.length >= FEW_PRODUCTS) return [];
  const offer = context.spelling.offer(typed);
  if (offer === null || searchAll(context, offer).ids.length <= ids.length) return [];
  return [offer.join(' ')];
}

/** @param text that was searched */
function completed(
  context: KeywordContext,
  { tolerant }: KeywordRecall,
  text: string,
  strict: KeywordResult,
): KeywordResult {
  return tolerant ? fillUp(context, text, strict) : strict;
}

/** A correction that found something; the others are offered. */
function used(
  result: KeywordResult,
  correction: readonly string[],
  corrections: readonly (readonly string[])[],
): KeywordResult {
  const others = corrections.filter((other) => other !== correction).map((other) => other.join(' '));
  return { ...result, corrected: correction.join(' '), didYouMean: others };
}

/** Some of the words as typed, or as corrected where products then hold more of them together. */
function relaxed(
  context: KeywordContext,
  { text }: KeywordRecall,
  strict: KeywordResult,
  corrections: readonly (readonly string[])[],
): KeywordResult {
  const asTyped = matchMost(context, text, strict.terms);
  const [correction] = corrections;
  if (correction !== undefined) {
    const corrected = searchAll(context, correction);
    const asCorrected = matchMost(context, correction.join(' '), corrected.terms);
    if (asCorrected.held > Math.max(1, asTyped.held)) {
      return used({ ...corrected, ...asCorrected.found, relaxed: true }, correction, corrections);
    }
  }
  const didYouMean = corrections.map((other) => other.join(' '));
  return { ...strict, ...asTyped.found, relaxed: asTyped.held > 0, didYouMean };
}
