import type { Database, Statement } from '../../base/files/sqlite.ts';
import { LruCache } from '../lru-cache.ts';
import { findNearWords, getMaxEdits, type WordFrequency } from '../text/spelling.ts';
import { LAST_CHARACTER } from './postings/posting-reader.ts';

const ALL =
  'SELECT term AS word, sum(frequency) AS frequency FROM term WHERE part <= ? GROUP BY term HAVING sum(frequency) > 0';
const BEGUN = 'SELECT DISTINCT term FROM term WHERE term >= ? AND term < ? AND part <= ?';
const ONE = 'SELECT sum(frequency) AS frequency FROM term WHERE term = ? AND part <= ?';

const DIGIT = /\d/;
/** Words of queries whose neighbours are kept. */
const MAX_NEAR = 1_000;

/** The words of a version's names as they are written, folded: unstemmed, as the text index's own stems are no words. */
export class CatalogWords {
  readonly #db: Database;
  readonly #one: Statement<{ frequency: number | null }>;
  readonly #begun: Statement<{ term: string }>;
  readonly #lastPart: number;
  /** With their frequencies, read when a word that may be misspelt is first looked for. */
  #all: WordFrequency[] | null = null;
  #frequencies: ReadonlyMap<string, number> | null = null;
  #vocabulary: ReadonlySet<string> | null = null;
  #spelled: ReadonlyMap<string, readonly WordFrequency[]> | null = null;
  readonly #near = new LruCache<WordFrequency[]>(MAX_NEAR);

  constructor(db: Database, lastPart: number) {
    this.#db = db;
    this.#one = db.prepare(ONE);
    this.#begun = db.prepare(BEGUN);
    this.#lastPart = lastPart;
  }

  /** In how many documents a word is; looked up by itself until all have been read. */
  frequency(word: string): number {
    if (this.#frequencies !== null) return this.#frequencies.get(word) ?? 0;
    return this.#one.get(word, this.#lastPart)?.frequency ?? 0;
  }

  get vocabulary(): ReadonlySet<string> {
    this.#vocabulary ??= new Set(this.#read().map(({ word }) => word));
    return this.#vocabulary;
  }

  /** Words without a digit at most as many edits away as the word allows. */
  findNear(word: string): WordFrequency[] {
    if (getMaxEdits(word) === 0) return [];
    return this.#near.getOrMake(word, () => {
      const near = findNearWords(word, this.#readSpelled().get(word.charAt(0)) ?? []);
      return near.length > 0 || this.frequency(word) > 0 ? near : findNearWords(word, this.#listSpelled());
    });
  }

  /** Words that begin so; some that no product has any more, too. */
  findBeginning(begun: string): string[] {
    return this.#begun.all(begun, begun + LAST_CHARACTER, this.#lastPart).map(({ term }) => term);
  }

  /** Words without a digit of a regular expression. */
  matching(pattern: string): WordFrequency[] {
    const whole = new RegExp(`^(?:${pattern})$`, 'u');
    return this.#listSpelled().filter(({ word }) => whole.test(word));
  }

  #listSpelled(): readonly WordFrequency[] {
    // `flat` takes ten times as long for lists of thousands.
    return ([] as WordFrequency[]).concat(...this.#readSpelled().values());
  }

  /** Words without a digit, by their first letter. */
  #readSpelled(): ReadonlyMap<string, readonly WordFrequency[]> {
    if (this.#spelled !== null) return this.#spelled;
    const spelled = new Map<string, WordFrequency[]>();
    for (const entry of this.#read()) {
      if (DIGIT.test(entry.word)) continue;
      const letter = entry.word.charAt(0);
      const others = spelled.get(letter);
      if (others === undefined) spelled.set(letter, [entry]);
      else others.push(entry);
    }
    this.#spelled = spelled;
    return spelled;
  }

  #read(): readonly WordFrequency[] {
    if (this.#all !== null) return this.#all;
    this.#all = this.#db.prepare<WordFrequency>(ALL).all(this.#lastPart);
    this.#frequencies = new Map(this.#all.map(({ word, frequency }) => [word, frequency]));
    return this.#all;
  }
}
