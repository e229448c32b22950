import type { ScorePart } from '../../../protocol/explanation.ts';
import {
  allWordsBonus,
  ENOUGH_PRODUCTS,
  FEW_PRODUCTS,
  fewestToFill,
  fewestToHold,
  headEffects,
  isExact,
  isHeadEffect,
  isNamedToFill,
} from '../../ranking/relaxing-rules.ts';
import { termWeight } from '../../ranking/word-weights.ts';
import { eachPosting, type Postings } from '../postings/posting-list.ts';
import { SHORT_FIELDS } from '../snapshot/schema.ts';
import { type KeywordContext, type KeywordResult, type Matches, withoutDescription } from './matching.ts';
import { documentsHoldingAll, matchSome } from './partial-matching.ts';
import { nameOf } from './scoring.ts';

/** The fields that say what a product is. */
const NAMING_FIELDS = fieldBits('title', 'categories', 'keywords');

type Terms = KeywordResult['terms'];

function fieldBits(...fields: (typeof SHORT_FIELDS)[number][]): number {
  return fields.reduce((bits, field) => bits | (1 << SHORT_FIELDS.indexOf(field)), 0);
}

/**
 * The documents that hold half of the terms or more, or as many as any does. When these are few, the documents that are
 * named by the query's head word follow. `held` is the most terms that one document holds. A query
 * of one term has nothing that could be given up.
 */
export function matchMost(
  context: KeywordContext,
  text: string,
  terms: Terms,
): { found: Matches; held: number } {
  const { snapshot, mask } = context;
  const lists = listsOf(context, terms);
  const effects = headEffects(text, terms);
  const names = terms.map(nameOf);
  const fewest = fewestToHold(lists.length);
  const most = matchSome(snapshot, lists, mask, { fewest, orBest: true, effects, names });
  const named = lists[effects.findIndex(isHeadEffect)];
  if (named === undefined || lists.length < 2 || most.found.ids.length >= FEW_PRODUCTS) return most;
  const wider = documentsNamed(snapshot, named, most.found, mask);
  const some = matchSome(snapshot, lists, wider, { fewest: 1, orBest: false, effects, names }).found;
  return { found: withRaised(context, text, terms, some, most.found.ids), held: most.held };
}

/** The documents found, and those that have the word in their title, categories or keywords. */
function documentsNamed(
  { scratch }: KeywordContext['snapshot'],
  word: Postings,
  { ids }: Matches,
  mask: Uint8Array,
): Uint8Array {
  const wider = scratch.uint8(mask.length).fill(0);
  for (let at = 0; at < ids.length; at++) wider[ids[at] ?? 0] = 1;
  eachPosting(word, (ordinal, bits) => {
    if ((bits & NAMING_FIELDS) !== 0) wider[ordinal] = mask[ordinal] ?? 0;
  });
  return wider;
}

/**
 * What was found for all words and, where few products have them all without their descriptions, behind these the products
 * that have more than half of the words; of two words, those that the word for the thing names. Numbers and sizes are never
 * given up. Where there is nothing to add, what was found stays as it is.
 */
export function fillUp(context: KeywordContext, text: string, strict: KeywordResult): KeywordResult {
  const { snapshot } = context;
  const { terms, ids } = strict;
  if (terms.length < 2 || ids.length >= ENOUGH_PRODUCTS) return strict;
  const lists = listsOf(context, terms);
  const effects = headEffects(text, terms);
  const head = lists[effects.findIndex(isHeadEffect)];
  if (isNamedToFill(lists.length) && head === undefined) return strict;
  const full = withoutDescription(lists, ids, FEW_PRODUCTS);
  if (full.length >= FEW_PRODUCTS) return strict;
  const exact = lists.filter((_, at) => terms[at] !== undefined && isExact(terms[at].term));
  const holding = documentsHoldingAll(snapshot, exact, context.mask);
  const isNamed = isNamedToFill(lists.length) && head !== undefined;
  const mask = isNamed ? documentsNamed(snapshot, head, strict, holding) : holding;
  const names = terms.map(nameOf);
  const fewest = fewestToFill(lists.length);
  const some = matchSome(snapshot, lists, mask, { fewest, orBest: false, effects, names }).found;
  if (some.ids.length === ids.length) return strict;
  return { ...strict, ...withRaised(context, text, terms, some, full), relaxed: true };
}

function listsOf(context: KeywordContext, terms: Terms): Postings[] {
  return terms.map(({ term }) => context.postings(term));
}

/** Raises documents, which ascend, above all that is found for some of the words. */
function withRaised(
  { snapshot }: KeywordContext,
  text: string,
  terms: Terms,
  { ids, score, parts }: Matches,
  allWords: Uint32Array,
): Matches {
  const weighed = terms.map(({ term: { words }, holding }) => ({
    words,
    weight: termWeight(snapshot.liveCount, holding),
  }));
  const bonus = allWordsBonus(text, weighed);
  const raise = (asked: Uint32Array) => {
    const scores = score(asked);
    for (let at = 0, next = 0; at < asked.length && next < allWords.length; ) {
      const ordinal = asked[at] ?? 0;
      const first = allWords[next] ?? 0;
      if (ordinal === first) scores[at] = (scores[at] ?? 0) + bonus;
      if (ordinal <= first) at++;
      if (ordinal >= first) next++;
    }
    return scores;
  };
  const raised = (ordinal: number): ScorePart[] =>
    allWords.includes(ordinal) ? [{ part: 'all_words', effect: 'add', value: bonus }] : [];
  return { ids, score: raise, parts: (ordinal) => [...parts(ordinal), ...raised(ordinal)] };
}
