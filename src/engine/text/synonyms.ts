import { words } from './analysis.ts';

/** A place of a query: one word or several that stand for one thing, with everything that means the same. */
export interface QueryTerm {
  words: readonly string[];
  /** Each a list of words that follow one another; the term's own words come first. */
  alternatives: readonly (readonly string[])[];
  /** Other spellings as one word or two; two count only where their order is known (`compounds.ts`). */
  compounds?: readonly (readonly string[])[];
}

/** The query's words as terms; the longest run of words that has synonyms becomes one term. */
export function expandSynonyms(
  queryWords: readonly string[],
  synonyms: readonly (readonly string[])[],
): QueryTerm[] {
  const groups = synonyms.map((group) => group.map(words).filter((entry) => entry.length > 0));
  const terms: QueryTerm[] = [];
  for (let at = 0; at < queryWords.length; ) {
    const term = longestTerm(queryWords, at, groups);
    terms.push(term);
    at += term.words.length;
  }
  return terms;
}

function longestTerm(queryWords: readonly string[], at: number, groups: readonly string[][][]): QueryTerm {
  let own = queryWords.slice(at, at + 1);
  let others: string[][] = [];
  for (const group of groups) {
    for (const entry of group) {
      const better = entry.length > own.length || (others.length === 0 && entry.length === own.length);
      if (!better || !entry.every((word, offset) => queryWords[at + offset] === word)) continue;
      own = entry;
      others = group.filter((other) => other !== entry);
    }
  }
  return { words: own, alternatives: [own, ...others] };
}

/** Whether a term is a number or a size: it names nothing. */
export function isExact({ words }: QueryTerm): boolean {
  return words.some((word) => /\d/.test(word));
}
