import type { Database } from '../../sqlite.ts';
import type { DocumentNames } from '../document.ts';
import { fold, words } from './analysis.ts';

const MAX_PHRASE_WORDS = 5;

/**
 * Counts the unstemmed words that spelling correction offers and the phrases that suggestions offer. The text index
 * itself knows only stems. Descriptions are left out: their words are seldom what shoppers type.
 */
export class Vocabulary {
  /** Words and pairs of words of titles, folded. */
  private readonly titleWords = new Map<string, number>();
  private readonly titleEnds = new Map<string, number>();
  /** Brands, categories and keywords as they are written; they repeat over a catalog, so words are made at the end. */
  private readonly texts = new Map<string, number>();

  /** Counts a document's words in (`by` 1) or out (-1). */
  count({ text, categories }: DocumentNames, titleWords: readonly string[], by: 1 | -1): void {
    for (const word of titleWords) increase(this.titleWords, word, by);
    countTitleEnd(this.titleEnds, titleWords, by);
    for (const { name } of categories) increase(this.texts, name, by);
    if (text.brand !== '') increase(this.texts, text.brand, by);
    if (text.keywords !== '') {
      for (const keyword of text.keywords.split(/, ?| \. /)) increase(this.texts, keyword, by);
    }
  }

  /** Adds the counts to the file's; entries that nothing uses any more stay with a frequency of 0. */
  save(db: Database): void {
    const terms = this.titleWords;
    const phrases = new Map<string, { display: string; frequency: number }>();
    for (const [phrase, by] of this.titleEnds) addPhrase(phrases, phrase, phrase, by);
    for (const [text, by] of this.texts) {
      const own = words(text);
      for (const word of own) increase(terms, word, by);
      if (own.length <= MAX_PHRASE_WORDS) addPhrase(phrases, own.join(' '), fold(text.trim()), by);
    }
    saveTerms(db, terms);
    savePhrases(db, phrases);
  }
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** What a product is stands at the end of its title: `Oakley floor lamp` offers `floor lamp` and `lamp`. */
function countTitleEnd(counts: Map<string, number>, titleWords: readonly string[], by: number): void {
  const last = titleWords.at(-1);
  if (last === undefined || /\d/.test(last)) return;
  increase(counts, last, by);
  const before = titleWords.at(-2);
  if (before !== undefined) increase(counts, `${before} ${last}`, by);
}

function addPhrase(
  phrases: Map<string, { display: string; frequency: number }>,
  folded: string,
  display: string,
  by: number,
): void {
  if (folded === '' || /^\d+$/.test(folded)) return;
  const known = phrases.get(folded);
  if (known) known.frequency += by;
  else phrases.set(folded, { display, frequency: by });
}

function saveTerms(db: Database, terms: ReadonlyMap<string, number>): void {
  const save = db.prepare(
    'INSERT INTO term VALUES (?, ?) ON CONFLICT DO UPDATE SET frequency = frequency + excluded.frequency',
  );
  for (const word of [...terms.keys()].sort()) save.run(word, terms.get(word) ?? 0);
}

function savePhrases(
  db: Database,
  phrases: ReadonlyMap<string, { display: string; frequency: number }>,
): void {
  const save = db.prepare(
    'INSERT INTO phrase VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET frequency = frequency + excluded.frequency',
  );
  for (const folded of [...phrases.keys()].sort()) {
    const { display = folded, frequency = 0 } = phrases.get(folded) ?? {};
    save.run(folded, display, frequency);
  }
}
