import { isStopWord } from './analysis.ts';
import type { QueryTerm } from './synonyms.ts';

/** Shorter ends are endings, not words: `ed`, `er`. */
const MIN_END_LENGTH = 3;
/** A beginning of one or two letters (`tshirt`, `xray`) needs a longer end to be more than chance. */
const SHORT_BEGINNING_LENGTH = 2;
const MIN_END_LENGTH_AFTER_SHORT = 4;

/** The words of the catalog's titles, brands, categories and keywords. */
export class KnownWords {
  readonly #isWord: (word: string) => boolean;

  constructor(isWord: (word: string) => boolean) {
    this.#isWord = isWord;
  }

  /** Whether the catalog has the word, be it in the singular or in the plural. */
  has(word: string): boolean {
    return this.hasAsWritten(word) || this.hasAsWritten(word.endsWith('s') ? word.slice(0, -1) : `${word}s`);
  }

  hasAsWritten(word: string): boolean {
    return this.#isWord(word);
  }
}

type Lookup = Pick<KnownWords, 'has' | 'hasAsWritten'>;

/**
 * Words that some write as one and others as two: `night stand` finds `nightstand`, and the reverse. Two neighbours whose
 * joint word the catalog has stand for it as well; a word that parts into two of the catalog's words stands for these
 * where they follow one another.
 */
export function addCompounds(terms: readonly QueryTerm[], known: Lookup): QueryTerm[] {
  const joints = terms.slice(1).map((term, at) => jointWord(terms[at], term, known));
  return terms.map((term, at) => {
    const joined = [joints[at - 1], joints[at]].filter((word) => word !== undefined).map((word) => [word]);
    const compounds = [...joined, ...partings(term, known)];
    return compounds.length === 0 ? term : { ...term, compounds };
  });
}

function jointWord(before: QueryTerm | undefined, after: QueryTerm, known: Lookup): string | undefined {
  const [first, second] = [before && plainWord(before), plainWord(after)];
  if (!first || !second) return undefined;
  return known.has(first + second) ? first + second : undefined;
}

function partings(term: QueryTerm, known: Lookup): string[][] {
  const word = plainWord(term) ?? '';
  const found: string[][] = [];
  // A word that the catalog lacks is left to spelling correction, which says what it did.
  if (!known.has(word)) return found;
  for (let at = 1; at <= word.length - MIN_END_LENGTH; at++) {
    if (at <= SHORT_BEGINNING_LENGTH && word.length - at < MIN_END_LENGTH_AFTER_SHORT) continue;
    const [begin, end] = [word.slice(0, at), word.slice(at)];
    if (isStopWord(begin) || isStopWord(end)) continue;
    if (known.hasAsWritten(begin) && known.has(end)) found.push([begin, end]);
  }
  return found;
}

/** The term's word if it is one and has no digit. */
function plainWord({ words: [word, ...more] }: QueryTerm): string | undefined {
  return word === undefined || more.length > 0 || /\d/.test(word) ? undefined : word;
}
