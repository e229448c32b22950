import { boundedDistance } from './edit-distance.ts';
import { stem } from './stem.ts';

const MAX_CORRECTED_WORDS = 4;
const MAX_OFFERS = 4;
const MIN_LENGTH = 4;
/** A word this long may be two edits away, a shorter one a single edit. */
const TWO_EDITS_LENGTH = 7;
/** A correction one edit nearer wins over one that is this many times as frequent. */
const EDIT_COST = 50;

/** A word of the catalog may be a slip for one that is so many times as frequent: `phillips` for `philips`. */
const SLIP_FACTOR = 15;

/** Nobody types two words as one that is longer. */
export const MAX_TWO_WORDS = 40;

/** How many letters of a word may be wrong; none of a short one, or of one with a number. */
export function mostEdits(word: string): 0 | 1 | 2 {
  if (word.length < MIN_LENGTH || /\d/.test(word)) return 0;
  return word.length >= TWO_EDITS_LENGTH ? 2 : 1;
}

/** How often the catalog has a word. */
export interface WordFrequency {
  word: string;
  frequency: number;
}

interface Candidate {
  words: readonly string[];
  distance: number;
  frequency: number;
}

/** Corrects words by the words of the catalog. These are unstemmed, as the text index's own stems are no words. */
export class Spelling {
  readonly #words: () => Iterable<WordFrequency>;
  #terms: Map<string, number> | null = null;
  #byLength: Map<number, string[]> = new Map();

  /** @param words gives the words of the catalog when they are first needed */
  constructor(words: () => Iterable<WordFrequency>) {
    this.#words = words;
  }

  /**
   * Corrected queries, best first: every unknown word is replaced by a near one, if there is any. Empty when none of them
   * has a correction. `term_frequency` prefers frequent words, `closest_match` near ones.
   */
  corrections(
    typed: readonly string[],
    unknown: readonly string[],
    by: 'term_frequency' | 'closest_match',
  ): string[][] {
    this.#terms ??= this.#load();
    if (unknown.length === 0 || unknown.length > MAX_CORRECTED_WORDS) return [];
    const offers = new Map(unknown.map((word) => [word, this.#candidates(word, by)]));
    const first = unknown.find((word) => offers.get(word)?.length) ?? '';
    const firstOffers = offers.get(first) ?? [];
    return firstOffers.slice(0, MAX_OFFERS).map((chosen) =>
      typed.flatMap((word) => {
        if (word === first) return [...chosen.words];
        return [...(offers.get(word)?.[0]?.words ?? [word])];
      }),
    );
  }

  /**
   * The query with words that the catalog knows, but may have from slips of its own, replaced by far more frequent ones a
   * single edit away. Null where there is none.
   */
  offer(typed: readonly string[]): string[] | null {
    this.#terms ??= this.#load();
    const terms = this.#terms;
    const offered = typed.map((word) => this.#slipOf(word, terms.get(word) ?? 0) ?? word);
    return offered.every((word, at) => word === typed[at]) ? null : offered;
  }

  /** Other endings of a word are no slips. */
  #slipOf(word: string, frequency: number): string | undefined {
    if (frequency === 0) return undefined;
    return this.#candidates(word, 'term_frequency').find(
      ({ words: [other = '', ...more], distance, frequency: others }) =>
        more.length === 0 &&
        distance === 1 &&
        others >= SLIP_FACTOR * frequency &&
        stem(other) !== stem(word),
    )?.words[0];
  }

  #candidates(word: string, by: 'term_frequency' | 'closest_match'): Candidate[] {
    const found = this.#split(word);
    const limit = mostEdits(word);
    if (limit === 0) return found;
    for (let length = word.length - limit; length <= word.length + limit; length++) {
      for (const term of this.#byLength.get(length) ?? []) {
        // Few mistype the first letter; words that differ in it are others.
        if (term.charCodeAt(0) !== word.charCodeAt(0)) continue;
        const distance = boundedDistance(word, term, limit);
        if (distance <= limit)
          found.push({ words: [term], distance, frequency: this.#terms?.get(term) ?? 0 });
      }
    }
    return found.sort(by === 'closest_match' ? byDistance : byFrequency);
  }

  /** Two known words that were typed as one: `floorlamp`. Counts as one edit. */
  #split(word: string): Candidate[] {
    const found: Candidate[] = [];
    if (word.length > MAX_TWO_WORDS) return found;
    for (let at = 3; at <= word.length - 3; at++) {
      const left = this.#terms?.get(word.slice(0, at)) ?? 0;
      const right = this.#terms?.get(word.slice(at)) ?? 0;
      if (left === 0 || right === 0) continue;
      found.push({
        words: [word.slice(0, at), word.slice(at)],
        distance: 1,
        frequency: Math.min(left, right),
      });
    }
    return found;
  }

  #load(): Map<string, number> {
    const terms = new Map<string, number>();
    for (const { word, frequency } of this.#words()) {
      terms.set(word, frequency);
      if (/\d/.test(word)) continue;
      const bucket = this.#byLength.get(word.length);
      if (bucket) bucket.push(word);
      else this.#byLength.set(word.length, [word]);
    }
    return terms;
  }
}

function byFrequency(a: Candidate, b: Candidate): number {
  const worth = ({ distance, frequency }: Candidate) => frequency / EDIT_COST ** distance;
  return worth(b) - worth(a) || byText(a, b);
}

function byDistance(a: Candidate, b: Candidate): number {
  return a.distance - b.distance || b.frequency - a.frequency || byText(a, b);
}

function byText(a: Candidate, b: Candidate): number {
  return a.words.join(' ') < b.words.join(' ') ? -1 : 1;
}
