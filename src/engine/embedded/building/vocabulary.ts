import type { Database } from '../../../base/files/sqlite.ts';
import { splitWords, splitWrittenWords } from '../../text/analysis.ts';
import { extractKeywords, extractTitleEnds, MAX_PHRASE_WORDS } from '../../text/phrases.ts';

interface Phrase {
  folded: string;
  display: string;
  frequency: number;
}

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
    const phrases = new Map<string, Phrase>();
    for (const [end, by] of this.#titleEnds) addPhrase(phrases, splitWrittenWords(end).join(' '), end, by);
    for (const [text, by] of this.#texts) {
      const own = splitWrittenWords(text);
      for (const word of splitWords(text)) increase(terms, word, by);
      if (own.length <= MAX_PHRASE_WORDS) addPhrase(phrases, own.join(' '), text.trim(), by);
    }
    saveTerms(db, part, terms);
    savePhrases(db, part, phrases);
  }
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Counts a phrase by its folded words and by each way in which it is written. */
function addPhrase(phrases: Map<string, Phrase>, folded: string, display: string, by: number): void {
  if (folded === '' || /^\d+$/.test(folded)) return;
  const key = `${folded}\0${display}`;
  const known = phrases.get(key);
  if (known) known.frequency += by;
  else phrases.set(key, { folded, display, frequency: by });
}

function saveTerms(db: Database, part: number, terms: ReadonlyMap<string, number>): void {
  const save = db.prepare('INSERT INTO term VALUES (?, ?, ?)');
  for (const word of [...terms.keys()].sort()) {
    const frequency = terms.get(word) ?? 0;
    if (frequency !== 0) save.run(word, part, frequency);
  }
}

function savePhrases(db: Database, part: number, phrases: ReadonlyMap<string, Phrase>): void {
  const save = db.prepare('INSERT INTO phrase VALUES (?, ?, ?, ?)');
  for (const [, { folded, display, frequency }] of [...phrases].sort(byKey)) {
    if (frequency !== 0) save.run(folded, display, part, frequency);
  }
}

function byKey([a]: [string, Phrase], [b]: [string, Phrase]): number {
  return a < b ? -1 : 1;
}
