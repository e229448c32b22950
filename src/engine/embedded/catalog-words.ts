import type { Database, Statement } from '../../base/files/sqlite.ts';
import { findNearWords, getMaxEdits, type WordFrequency } from '../text/spelling.ts';
import { LAST_CHARACTER } from './postings/posting-reader.ts';

const ALL =
  'SELECT term AS word, sum(frequency) AS frequency FROM term WHERE part <= ? GROUP BY term HAVING sum(frequency) > 0';
const BEGUN = 'SELECT DISTINCT term FROM term WHERE term >= ? AND term < ? AND part <= ?';
const ONE = 'SELECT sum(frequency) AS frequency FROM term WHERE term = ? AND part <= ?';

const DIGIT = /\d/;

/** The words of a version's names as they are written, folded: unstemmed, as the text index's own stems are no words. */
export class CatalogWords {
  readonly #db: Database;
  readonly #one: Statement<{ frequency: number | null }>;
  readonly #begun: Statement<{ term: string }>;
  readonly #lastPart: number;
  /** With their frequencies, read when a word that may be misspelt is first looked for. */
  #all: WordFrequency[] | null = null;
  #vocabulary: ReadonlySet<string> | null = null;
  #spelled: ReadonlyMap<string, readonly WordFrequency[]> | null = null;

  constructor(db: Database, lastPart: number) {
    this.#db = db;
    this.#one = db.prepare(ONE);
    this.#begun = db.prepare(BEGUN);
    this.#lastPart = lastPart;
  }

  /** In how many documents a word is; each that may be there is looked up by itself. */
  frequency(word: string): number {
    if (this.#vocabulary?.has(word) === false) return 0;
    return this.#one.get(word, this.#lastPart)?.frequency ?? 0;
  }

  get vocabulary(): ReadonlySet<string> {
    this.#vocabulary ??= new Set(this.#read().map(({ word }) => word));
    return this.#vocabulary;
  }

  /** Words without a digit at most as many edits away as the word allows. */
  findNear(word: string): WordFrequency[] {
    if (getMaxEdits(word) === 0) return [];
    const near = findNearWords(word, this.#readSpelled().get(word.charAt(0)) ?? []);
    return near.length > 0 || this.vocabulary.has(word) ? near : findNearWords(word, this.#listSpelled());
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
    this.#all ??= this.#db.prepare<WordFrequency>(ALL).all(this.#lastPart);
    return this.#all;
  }
}
