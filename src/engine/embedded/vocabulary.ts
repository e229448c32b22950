import type { Database } from '../../sqlite.ts';
import type { SearchDocument } from '../document.ts';
import { fold, words } from './analysis.ts';

const MAX_PHRASE_WORDS = 5;
const MAX_CACHED_TEXTS = 50_000;

/**
 * Counts the unstemmed words that spelling correction offers and the phrases that suggestions offer. The text index
 * itself knows only stems. Descriptions are left out: their words are seldom what shoppers type.
 */
export class Vocabulary {
  private readonly terms = new Map<string, number>();
  private readonly phrases = new Map<string, { display: string; frequency: number }>();
  private readonly wordsOfText = new Map<string, string[]>();

  /** Counts a document's words in (`by` 1) or out (-1). */
  count(text: SearchDocument['text'], titleWords: readonly string[], by: 1 | -1): void {
    this.countWords(titleWords, by);
    for (const name of text.categories.split(' . ')) this.countText(name, by);
    this.countText(text.brand, by);
    for (const keyword of text.keywords.split(/,| \. /)) this.countText(keyword.trim(), by);
    this.countTitleEnd(titleWords, by);
  }

  /** A short text counts as a phrase and by its words. Texts repeat over a catalog, so their words are kept. */
  private countText(text: string, by: number): void {
    if (text === '') return;
    let own = this.wordsOfText.get(text);
    if (own === undefined) {
      own = words(text);
      if (this.wordsOfText.size < MAX_CACHED_TEXTS) this.wordsOfText.set(text, own);
    }
    this.countWords(own, by);
    if (own.length <= MAX_PHRASE_WORDS) this.countPhrase(own.join(' '), text, by);
  }

  /** What a product is stands at the end of its title: `Oakley floor lamp` offers `floor lamp` and `lamp`. */
  private countTitleEnd(titleWords: readonly string[], by: number): void {
    for (let size = 1; size <= 2 && size <= titleWords.length; size++) {
      const phrase = titleWords.slice(-size).join(' ');
      this.countPhrase(phrase, phrase, by);
    }
  }

  private countWords(list: readonly string[], by: number): void {
    for (const word of list) this.terms.set(word, (this.terms.get(word) ?? 0) + by);
  }

  private countPhrase(folded: string, text: string, by: number): void {
    if (folded === '' || /^\d+$/.test(folded)) return;
    const known = this.phrases.get(folded);
    if (known) known.frequency += by;
    else this.phrases.set(folded, { display: fold(text), frequency: by });
  }

  /** Adds the counts to the file's; entries that nothing uses any more stay with a frequency of 0. */
  save(db: Database): void {
    const term = db.prepare(
      'INSERT INTO term VALUES (?, ?) ON CONFLICT DO UPDATE SET frequency = frequency + excluded.frequency',
    );
    for (const word of [...this.terms.keys()].sort()) term.run(word, this.terms.get(word) ?? 0);
    const phrase = db.prepare(
      'INSERT INTO phrase VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET frequency = frequency + excluded.frequency',
    );
    for (const folded of [...this.phrases.keys()].sort()) {
      const { display, frequency } = this.phrases.get(folded) ?? { display: folded, frequency: 0 };
      phrase.run(folded, display, frequency);
    }
  }
}
