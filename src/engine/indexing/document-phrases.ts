import type { NameSink } from '../record/document-texts.ts';
import { splitWrittenWords } from '../text/analysis.ts';
import { extractKeywords, extractTitleEnds, MAX_PHRASE_WORDS } from '../text/phrases.ts';
import type { ValueInterner } from '../values/value-table.ts';

/** Separator between the folded words of a phrase and its spelling. */
export const PHRASE_SEPARATOR = '\t';

/** The phrases that a document lends to suggestions: its brand, categories and keywords, and what it is by its title. */
export class DocumentPhrases implements NameSink {
  readonly names = { add: (value: number) => this.#add(value, this.#ofNames, (text) => [text]) };
  readonly keywords = {
    add: (value: number) => this.#add(value, this.#ofKeywords, extractKeywords),
  };
  readonly #values: () => ValueInterner;
  readonly #found = new Set<string>();
  /** By value, what was made of it before. */
  readonly #ofNames = new Map<number, readonly string[]>();
  readonly #ofKeywords = new Map<number, readonly string[]>();
  #title = 0;

  constructor(values: () => ValueInterner) {
    this.#values = values;
  }

  countTitle(title: number): void {
    this.#title = title;
  }

  clear(): void {
    this.#found.clear();
    this.#title = 0;
  }

  /** Each once. */
  take(): string[] {
    if (this.#title !== 0) {
      for (const end of extractTitleEnds(this.#values().textOf(this.#title))) {
        const phrase = phraseOf(end);
        if (phrase !== null) this.#found.add(phrase);
      }
    }
    return [...this.#found];
  }

  #add(value: number, known: Map<number, readonly string[]>, parts: (text: string) => string[]): void {
    let phrases = known.get(value);
    if (phrases === undefined) {
      phrases = parts(this.#values().textOf(value)).flatMap((part) => phraseOf(part) ?? []);
      known.set(value, phrases);
    }
    for (const phrase of phrases) this.#found.add(phrase);
  }
}

/** Null for what is no phrase: nothing, too many words, a number alone. */
function phraseOf(text: string): string | null {
  const own = splitWrittenWords(text);
  const folded = own.join(' ');
  if (folded === '' || own.length > MAX_PHRASE_WORDS || /^\d+$/.test(folded)) return null;
  return `${folded}${PHRASE_SEPARATOR}${text.trim()}`;
}
