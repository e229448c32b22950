import { exactTitleBonus } from '../../ranking/title-words.ts';
import { termWeight } from '../../ranking/word-weights.ts';
import { words, wordsHash } from '../../text/analysis.ts';
import { addCompounds, KnownWords } from '../../text/compounds.ts';
import { expandSynonyms, type QueryTerm } from '../../text/synonyms.ts';
import type { Clause } from '../documents/living.ts';
import { asPart } from '../queries/score-parts.ts';
import { termClause } from '../queries/term-clauses.ts';
import type { OpenVersion } from './open-version.ts';
import { WordCounts } from './word-counts.ts';

/** A term of a query that is searched, how many documents hold it, and what it weighs. */
export interface WeighedTerm {
  term: QueryTerm;
  holding: number;
  weight: number;
}

/** The terms that typed words stand for in a version of a catalog. */
export async function weighedTerms(version: OpenVersion, typed: readonly string[]): Promise<WeighedTerm[]> {
  const plain = expandSynonyms(typed, version.settings.synonyms);
  const frequencies = await WordCounts.of(version).frequencies(lookedUp(plain));
  return weighed(version, withCompounds(plain, frequencies));
}

/**
 * The same with those compounds alone that are known already: most queries have none, and whether any is missing can be asked
 * with the search.
 *
 * @returns also the words that compounds would have to be looked for by
 */
export async function likelyTerms(
  version: OpenVersion,
  typed: readonly string[],
): Promise<{ terms: WeighedTerm[]; unasked: string[] }> {
  const counts = WordCounts.of(version);
  const plain = expandSynonyms(typed, version.settings.synonyms);
  const words = lookedUp(plain);
  const unasked = counts.unknown(words);
  const frequencies = await counts.frequencies([...words].filter((word) => !unasked.includes(word)));
  return { terms: await weighed(version, withCompounds(plain, frequencies)), unasked };
}

function withCompounds(terms: readonly QueryTerm[], frequencies: ReadonlyMap<string, number>): QueryTerm[] {
  return addCompounds(terms, new KnownWords((word) => (frequencies.get(word) ?? 0) > 0));
}

async function weighed(version: OpenVersion, terms: readonly QueryTerm[]): Promise<WeighedTerm[]> {
  const holding = await WordCounts.of(version).holding(terms);
  return terms.map((term, at) => {
    const count = holding[at] ?? 0;
    return { term, holding: count, weight: termWeight(version.state.documents, count) };
  });
}

/** Every word that compounds may be looked for by, found out by saying yes to all, and no to all, of them. */
function lookedUp(terms: readonly QueryTerm[]): Set<string> {
  const asked = new Set<string>();
  for (const answer of [true, false]) {
    const note = (word: string) => {
      asked.add(word);
      return answer;
    };
    addCompounds(terms, new KnownWords(note));
  }
  return asked;
}

/** Documents that hold every term, scored by all of them. */
export function holdingAll(terms: readonly WeighedTerm[]): Clause {
  return terms.length === 0 ? { match_none: {} } : { bool: { must: terms.map((term) => wordPart(term, 1)) } };
}

/** What a term adds to a score. */
export function wordPart({ term, weight }: WeighedTerm, head: number): Clause {
  const word = { name: term.words.join(' '), rarity: weight, head };
  return asPart(termClause(term, weight * head), { part: 'word', word });
}

/** What raises a product whose title is the whole text. */
export function exactTitle(text: string, terms: readonly WeighedTerm[]): Clause {
  const boost = exactTitleBonus(terms.map(({ weight }) => weight));
  const clause = { constant_score: { filter: { term: { title_hash: wordsHash(words(text)) } }, boost } };
  return asPart(clause, { part: 'exact_title' });
}
