import type { HeldTerm, Match } from '../../keywords/questions.ts';
import { RULES } from '../../ranking/rules.ts';
import { computeTermWeight, getLeastShare, isNaming } from '../../ranking/word-weights.ts';
import type { QueryTerm } from '../../text/synonyms.ts';
import type { Clause } from '../documents/live-documents.ts';
import { matchAnyOf } from './filter-clauses.ts';

/** A term of a query with its synonyms and other spellings; what it adds to a score is multiplied by its weight. */
export function buildTermClause({ alternatives, compounds = [] }: QueryTerm, weight: number): Clause {
  const [only = { match_none: {} }, ...others] = [...alternatives, ...compounds].map((words) =>
    buildWordsClause(words, weight),
  );
  return others.length === 0 ? only : { dis_max: { queries: [only, ...others] } };
}

/** One word, or several that follow one another in a short field; these count as the first of them. */
function buildWordsClause(words: readonly string[], weight: number): Clause {
  const [first = '', ...more] = words;
  const word = { term: { w: { value: first, boost: weight } } };
  if (more.length === 0) return word;
  return { bool: { must: [word], filter: [{ match_phrase: { short: words.join(' ') } }] } };
}

/** A term of a query that is searched, how many documents hold it, and what it weighs. */
type WeightedTerm = ReturnType<typeof weighTerms>[number];

export function weighTerms(terms: readonly HeldTerm[], documents: number) {
  return terms.map((held) => ({ ...held, weight: computeTermWeight(documents, held.holding) }));
}

/** The documents of a match, unscored. */
export function matchFilter(match: Match, documents: number): Clause {
  const { terms } = match;
  if (terms.length === 0) return { match_none: {} };
  if (match.kind === 'all') return { bool: { filter: match.terms.map((term) => buildTermClause(term, 1)) } };
  const filters = match.needed.map((term) => buildTermClause(term, 1));
  const naming = match.terms.filter(({ term }) => isNaming(term));
  const required = naming.length === terms.length ? [] : naming;
  if (required.length > 0) filters.push(matchAnyOf(required.map(({ term }) => buildTermClause(term, 1))));
  return { bool: { filter: [matchMinWeight(weighTerms(match.terms, documents)), ...filters] } };
}

/** Documents that hold so much of the terms' weights: those with less are left out by their score. */
function matchMinWeight(terms: readonly WeightedTerm[]): Clause {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const should = terms.map(({ term, weight }) => ({
    constant_score: { filter: buildTermClause(term, 1), boost: weight / total },
  }));
  return {
    function_score: { query: { bool: { should } }, functions: [], min_score: getLeastShare() },
  };
}

/** Documents that hold every term, scored by all of them. */
export function matchAllTerms(terms: readonly WeightedTerm[]): Clause {
  return terms.length === 0 ? { match_none: {} } : { bool: { must: terms.map((term) => scoreTerm(term)) } };
}

/** Documents that hold some of the terms, scored by those that they hold. */
export function matchSomeTerms(match: Match & { kind: 'some' }, documents: number): Clause {
  const should = weighTerms(match.terms, documents).map((term) => scoreTerm(term, RULES.heldWord));
  return { bool: { filter: [matchFilter(match, documents)], should } };
}

/** Score clause of a term. @param held extra weight of its mere presence */
function scoreTerm({ term, weight }: WeightedTerm, held = 0): Clause {
  const own = buildTermClause(term, weight);
  if (held === 0) return own;
  return { function_score: { query: own, functions: [{ weight: held * weight }], boost_mode: 'sum' } };
}
