import {
  allWordsBonus,
  FEW_PRODUCTS,
  fewestToFill,
  fewestToHold,
  headEffects,
  isExact,
  isHeadEffect,
  isNamedToFill,
} from '../../ranking/relaxing-rules.ts';
import type { Clause } from '../documents/living.ts';
import { anyOf } from '../queries/filter-clauses.ts';
import { asPart } from '../queries/score-parts.ts';
import { namingClause, shortClause, termClause } from '../queries/term-clauses.ts';
import { holdingAll, type WeighedTerm, wordPart } from './keyword-terms.ts';
import { NOTHING_STORED, type OpenVersion } from './open-version.ts';
import type { SearchBody } from './search-body.ts';

/** A recall by some of the terms, and the most of them that one document holds. */
export interface SomeHeld {
  clause: Clause;
  held: number;
}

/**
 * The documents that hold half of the terms or more, or as many as any does. When these are few, the documents that are
 * named by the query's head word follow. A query of one term has nothing that could be given up.
 */
export async function holdingMost(
  version: OpenVersion,
  body: SearchBody,
  text: string,
  terms: readonly WeighedTerm[],
): Promise<SomeHeld> {
  const held = await mostHeld(version, body, terms);
  if (held === 0) return { clause: { match_none: {} }, held };
  const effects = headEffects(text, terms);
  const most = holdingSome(terms, effects, Math.min(fewestToHold(terms.length), held));
  const head = terms[effects.findIndex(isHeadEffect)];
  if (head === undefined || terms.length < 2) return { clause: most, held };
  const [count = 0] = await version.count([body.recalled(most)]);
  if (count >= FEW_PRODUCTS) return { clause: most, held };
  const wider = {
    bool: { must: [holdingSome(terms, effects, 1)], filter: [anyOf([most, namingClause(head.term)])] },
  };
  return { clause: raised(wider, most, text, terms), held };
}

/**
 * Behind the documents that hold all terms without their descriptions those that hold more than half of them; of two terms,
 * those that the head names. Numbers and sizes are never given up. Null where none can follow.
 */
export function filledUp(text: string, terms: readonly WeighedTerm[]): Clause | null {
  if (terms.length < 2) return null;
  const effects = headEffects(text, terms);
  const head = terms[effects.findIndex(isHeadEffect)];
  const isNamed = isNamedToFill(terms.length);
  if (isNamed && head === undefined) return null;
  const exact = terms.filter(({ term }) => isExact(term)).map(({ term }) => termClause(term, 1));
  const named = isNamed && head !== undefined ? [anyOf([holdingAll(terms), namingClause(head.term)])] : [];
  const some = {
    bool: {
      must: [holdingSome(terms, effects, fewestToFill(terms.length))],
      filter: [...exact, ...named],
    },
  };
  return raised(some, withoutDescription(terms), text, terms);
}

/** Documents that hold every term in a short field. */
export function withoutDescription(terms: readonly WeighedTerm[]): Clause {
  return { bool: { filter: terms.map(({ term }) => shortClause(term)) } };
}

/** Documents that hold at least so many of the terms, scored by those that they hold. */
function holdingSome(terms: readonly WeighedTerm[], effects: readonly number[], fewest: number): Clause {
  const should = terms.map((term, at) => wordPart(term, effects[at] ?? 1));
  return { bool: { should, minimum_should_match: fewest } };
}

/** Raises documents above all that is found for some of the words. */
function raised(recall: Clause, first: Clause, text: string, terms: readonly WeighedTerm[]): Clause {
  const weighed = terms.map(({ term: { words }, weight }) => ({ words, weight }));
  const boost = allWordsBonus(text, weighed);
  const all = asPart({ constant_score: { filter: first, boost } }, { part: 'all_words' });
  return { bool: { must: [recall], should: [all] } };
}

/** The most terms that one document holds. */
async function mostHeld(
  version: OpenVersion,
  body: SearchBody,
  terms: readonly WeighedTerm[],
): Promise<number> {
  if (terms.length === 0) return 0;
  const should = terms.map(({ term }) => ({ constant_score: { filter: termClause(term, 1), boost: 1 } }));
  const any = { bool: { should, minimum_should_match: 1 } };
  const { filter, must_not } = body.recalled({ match_all: {} });
  const [answer] = await version.ask([
    {
      size: 1,
      ...NOTHING_STORED,
      track_total_hits: false,
      query: { bool: { must: [any], filter, must_not } },
    },
  ]);
  return Math.round(answer?.hits.max_score ?? 0);
}
