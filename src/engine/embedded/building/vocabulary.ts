import type { Database } from '../../../base/files/sqlite.ts';
import { PHRASE_SEPARATOR, toPhrases } from '../../indexing/document-phrases.ts';
import { splitWords } from '../../text/analysis.ts';
import { extractKeywords, extractTitleEnds } from '../../text/phrases.ts';

/**
 * Counts the unstemmed words that spelling correction offers and the phrases that suggestions offer. The text index
 * itself knows only stems. Descriptions are left out: their words are seldom what shoppers type.
 */
export class Vocabulary {
  /** Words of titles, folded. */
  readonly #titleWords = new Map<string, number>();
  readonly #titleEnds = new Map<string, number>();
  /** Brands, categories and keywords as they are written; they repeat over a catalog, so words are made at the end. */
  readonly #texts = new Map<string, number>();

  /** Counts a word of a title, folded, this many times in or, if negative, out. */
  countWord(word: string, by: number): void {
    increase(this.#titleWords, word, by);
  }

  countTitleEnds(title: string, by: number): void {
    for (const end of extractTitleEnds(title)) increase(this.#titleEnds, end, by);
  }

  countText(text: string, by: number): void {
    increase(this.#texts, text, by);
  }

  countKeywords(text: string, by: number): void {
    for (const keyword of extractKeywords(text)) increase(this.#texts, keyword, by);
  }

  /** Writes the counts as a part's; those that other parts cancel stay. */
  save(db: Database, part: number): void {
    const terms = this.#titleWords;
    const phrases = new Map<string, number>();
    for (const [text, by] of [...this.#titleEnds, ...this.#texts])
      for (const phrase of toPhrases([text])) increase(phrases, phrase, by);
    for (const [text, by] of this.#texts) for (const word of splitWords(text)) increase(terms, word, by);
    saveTerms(db, part, terms);
    savePhrases(db, part, phrases);
  }
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function saveTerms(db: Database, part: number, terms: ReadonlyMap<string, number>): void {
  const save = db.prepare('INSERT INTO term VALUES (?, ?, ?)');
  for (const word of [...terms.keys()].sort()) {
    const frequency = terms.get(word) ?? 0;
    if (frequency !== 0) save.run(word, part, frequency);
  }
}

function savePhrases(db: Database, part: number, phrases: ReadonlyMap<string, number>): void {
  const save = db.prepare('INSERT INTO phrase VALUES (?, ?, ?, ?)');
  for (const phrase of [...phrases.keys()].sort()) {
    const frequency = phrases.get(phrase) ?? 0;
    const end = phrase.indexOf(PHRASE_SEPARATOR);
    if (frequency !== 0) save.run(phrase.slice(0, end), phrase.slice(end + 1), part, frequency);
  }
}
