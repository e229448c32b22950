import type { Database, Statement } from '../../base/files/sqlite.ts';
import { findNearWords, getMaxEdits, type WordFrequency } from '../text/spelling.ts';
import { LAST_CHARACTER } from './postings/posting-reader.ts';

const ALL =
  'SELECT term AS word, sum(frequency) AS frequency FROM term WHERE part <= ? GROUP BY term HAVING sum(frequency) > 0';
const BEGUN = 'SELECT DISTINCT term FROM term WHERE term >= ? AND term < ? AND part <= ?';
const ONE = 'SELECT sum(frequency) AS frequency FROM term WHERE term = ? AND part <= ?';

/** The words of a version's names as they are written, folded: unstemmed, as the text index's own stems are no words. */
export class CatalogWords {
  readonly #db: Database;
  readonly #one: Statement<{ frequency: number | null }>;
  readonly #begun: Statement<{ term: string }>;
  readonly #lastPart: number;
  /** By length, read when a word that may be misspelt is first looked for; none with a number. */
  #byLength: Map<number, WordFrequency[]> | null = null;

  #vocabulary: ReadonlySet<string> | null = null;

  constructor(db: Database, lastPart: number) {
    this.#db = db;
    this.#one = db.prepare(ONE);
    this.#begun = db.prepare(BEGUN);
    this.#lastPart = lastPart;
  }

  /** In how many documents a word is; each is looked up by itself. */
  frequency(word: string): number {
    return this.#one.get(word, this.#lastPart)?.frequency ?? 0;
  }

  get vocabulary(): ReadonlySet<string> {
    this.#vocabulary ??= new Set(
      [...this.#db.prepare<WordFrequency>(ALL).iterate(this.#lastPart)].map(({ word }) => word),
    );
    return this.#vocabulary;
  }

  /** Words at most this many edits away as the word allows. */
  near(word: string): WordFrequency[] {
    const edits = getMaxEdits(word);
    if (edits === 0) return [];
    this.#byLength ??= this.#read();
    const alike: WordFrequency[] = [];
    for (let length = word.length - edits; length <= word.length + edits; length++) {
      for (const known of this.#byLength.get(length) ?? []) alike.push(known);
    }
    return findNearWords(word, alike);
  }

  /** Words that begin so; some that no product has any more, too. */
  beginning(begun: string): string[] {
    return this.#begun.all(begun, begun + LAST_CHARACTER, this.#lastPart).map(({ term }) => term);
  }

  /** Words of a regular expression. */
  matching(pattern: string): WordFrequency[] {
    const whole = new RegExp(`^(?:${pattern})$`, 'u');
    this.#byLength ??= this.#read();
    return [...this.#byLength.values()].flatMap((words) => words.filter(({ word }) => whole.test(word)));
  }

  #read(): Map<number, WordFrequency[]> {
    const byLength = new Map<number, WordFrequency[]>();
    for (const known of this.#db.prepare<WordFrequency>(ALL).iterate(this.#lastPart)) {
      if (/\d/.test(known.word)) continue;
      const bucket = byLength.get(known.word.length);
      if (bucket) bucket.push(known);
      else byLength.set(known.word.length, [known]);
    }
    return byLength;
  }
}
