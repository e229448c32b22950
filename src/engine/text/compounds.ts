import { type Analyser, ENGLISH_ANALYSER } from './analyser.ts';
import { splitInTwo } from './spelling.ts';
import type { QueryTerm } from './synonyms.ts';

const MODEL = /^(?<letters>\p{L}+)(?<number>\p{N}+)$/u;

/** Whether the catalog's titles, brands, categories or keywords have a word as it is written. */
export type IsWord = (word: string) => boolean;

/** Whether the catalog has the word, be it in the singular or in the plural. */
function isKnown(word: string, isWord: IsWord): boolean {
  return isWord(word) || isWord(toOtherNumber(word));
}

/** The plural of a word, or the singular of a plural. */
function toOtherNumber(word: string): string {
  return word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
}

/**
 * Words that some write as one and others as two: `night stand` finds `nightstand`, and the reverse. Two neighbours whose
 * joint word the catalog has stand for it as well; a word that parts into two of the catalog's words stands for these
 * where they follow one another. So does a model, of a word and a number: `ps4` and `PS 4`.
 */
export function addCompounds(
  terms: readonly QueryTerm[],
  isWord: IsWord,
  analysers: readonly Analyser[] = [ENGLISH_ANALYSER],
): QueryTerm[] {
  const joints = terms.slice(1).map((term, at) => joinWord(terms[at], term, isWord));
  return terms.map((term, at) => {
    const joined = [joints[at - 1], joints[at]].filter((word) => word !== undefined).map((word) => [word]);
    return withCompounds(term, [...joined, ...splitTerm(term, isWord, analysers)], analysers);
  });
}

export function withCompounds(
  term: QueryTerm,
  words: readonly (readonly string[])[],
  analysers: readonly Analyser[],
): QueryTerm {
  const { alternatives, compounds = [], written = alternatives } = term;
  const added = words.flatMap((each) =>
    analysers.map((analyser) => ({ each, stems: each.flatMap((word) => analyser.indexed(word)) })),
  );
  const known = new Set([...alternatives, ...compounds].map((stems) => stems.join(' ')));
  const others = added.filter(({ stems }) => known.size < known.add(stems.join(' ')).size);
  if (others.length === 0) return term;
  return {
    ...term,
    compounds: [...compounds, ...others.map(({ stems }) => stems)],
    written: [...written, ...others.map(({ each }) => each)],
  };
}

/** Every word that compounds may be looked for by, found out by saying yes to all, and no to all, of them. */
export function listLookups(terms: readonly QueryTerm[], analysers?: readonly Analyser[]): Set<string> {
  const asked = new Set<string>();
  for (const answer of [true, false]) {
    const isWord = (word: string) => {
      asked.add(word).add(toOtherNumber(word));
      return answer;
    };
    addCompounds(terms, isWord, analysers);
  }
  return asked;
}

function joinWord(before: QueryTerm | undefined, after: QueryTerm, isWord: IsWord): string | undefined {
  const [first, second] = [before && getSingleWord(before), getSingleWord(after)];
  if (!first || !second || /\d/.test(first) || /\d\D|\D\d/.test(second)) return undefined;
  // Names do not know the ids of variants: `abc 123` of ABC123.
  const isId = /\d/.test(second) && !isWord(first);
  return isId || isKnown(first + second, isWord) ? first + second : undefined;
}

function splitTerm(term: QueryTerm, isWord: IsWord, analysers: readonly Analyser[]): string[][] {
  const word = getSingleWord(term) ?? '';
  const parts: string[][] = [];
  if (/\d/.test(word)) return splitModel(word, isWord);
  // A word that the catalog lacks is left to spelling correction, which says what it did.
  if (!isKnown(word, isWord)) return parts;
  for (const [begin, end] of splitInTwo(word)) {
    if (analysers.some((analyser) => analyser.isStopWord(begin) || analyser.isStopWord(end))) continue;
    if (isWord(begin) && isKnown(end, isWord)) parts.push([begin, end]);
  }
  return parts;
}

/** `ps4` as `ps` and `4`. What the catalog lacks is left to spelling correction where this knows the parts. */
function splitModel(word: string, isWord: IsWord): string[][] {
  const { letters = '', number = '' } = MODEL.exec(word)?.groups ?? {};
  if (letters === '') return [];
  const isSlip = !isWord(word) && isWord(letters) && splitInTwo(word).length > 0;
  return isSlip || (isWord(word) && !isWord(letters)) ? [] : [[letters, number]];
}

/** The term's word if it is one. */
function getSingleWord({ words: [word, ...more] }: QueryTerm): string | undefined {
  return more.length > 0 ? undefined : word;
}
