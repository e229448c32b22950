import type { QueryTerm } from '../../text/synonyms.ts';
import type { Clause } from '../documents/live-documents.ts';

/** A term of a query with its synonyms and other spellings; what it adds to a score is multiplied by its weight. */
export function buildTermClause({ alternatives, compounds = [] }: QueryTerm, weight: number): Clause {
  const [only = { match_none: {} }, ...others] = [...alternatives, ...compounds].map((words) =>
    wordsClause(words, weight),
  );
  return others.length === 0 ? only : { dis_max: { queries: [only, ...others] } };
}

/** One word, or several that follow one another in a short field; these count as the first of them. */
function wordsClause(words: readonly string[], weight: number): Clause {
  const [first = '', ...more] = words;
  const word = { term: { w: { value: first, boost: weight } } };
  if (more.length === 0) return word;
  return { bool: { must: [word], filter: [shortPhrase([first, ...more])] } };
}

function shortPhrase(stems: readonly string[]): Clause {
  return { match_phrase: { short: stems.join(' ') } };
}
