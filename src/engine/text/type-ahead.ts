import type { Analyser } from './analyser.ts';
import type { WordFrequency } from './spelling.ts';
import { type QueryTerm, termOf } from './synonyms.ts';

/** This many phrases are looked at for those that find something. */
export const MAX_LOOKED_AT = 50;
/** No stem is shorter. */
export const MIN_SHORTENED_LENGTH = 3;
/** Of less nobody can say what it is a slip for. */
const MIN_BEGINNING_LENGTH = 4;
/** Nobody types longer words. */
const MAX_BEGINNING_LENGTH = 40;

/** What a phrase that is offered is searched by. */
export function termsOfPhrase(phrase: string, analysers: readonly [Analyser, ...Analyser[]]): QueryTerm[] {
  return analysers[0].queryWords(phrase).map((word) => termOf([word], analysers));
}

/** Stems of words that begin as typed where the stem itself does not: `runn` has come to `run` by `running`. */
export function shorterStems(
  begun: string,
  words: Iterable<string>,
  analysers: readonly Analyser[],
): string[] {
  const stems = new Set<string>();
  for (const word of words) {
    for (const analyser of analysers) {
      const root = analyser.stem(word);
      if (!root.startsWith(begun)) stems.add(root);
    }
  }
  return [...stems];
}

/**
 * What words look like, as a regular expression, that were begun with one slip: a letter left out, put in, replaced, or two
 * exchanged. The first letter is taken as it is. Null where too little was typed to tell.
 */
export function slipsOf(begun: string): string | null {
  if (begun.length < MIN_BEGINNING_LENGTH || begun.length > MAX_BEGINNING_LENGTH) return null;
  if (!/^\p{L}+$/u.test(begun)) return null;
  const slips = new Set<string>();
  for (let at = 1; at < begun.length; at++) {
    const [before, letter = '', next = ''] = [begun.slice(0, at), begun[at], begun[at + 1]];
    const after = begun.slice(at + 1);
    slips.add(`${before}.${letter}${after}`);
    // Without its last letter a beginning would stand for too much.
    if (next === '') continue;
    slips.add(`${before}.${after}`);
    slips.add(before + after);
    slips.add(before + next + letter + after.slice(1));
  }
  return `(${[...slips].join('|')}).*`;
}

/** What was typed with its last word as it was probably meant; null where no word is like it. */
export function correctedBeginning(typed: string, words: readonly WordFrequency[]): string | null {
  const [best] = words.toSorted((a, b) => b.frequency - a.frequency || (a.word < b.word ? -1 : 1));
  return best === undefined ? null : [...typed.split(' ').slice(0, -1), best.word].join(' ');
}
