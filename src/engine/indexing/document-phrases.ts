import type { DocumentTexts } from '../record/document-texts.ts';
import { splitWrittenWords } from '../text/analysis.ts';
import { extractKeywords, extractTitleEnds, MAX_PHRASE_WORDS } from '../text/phrases.ts';
import type { ValueInterner } from '../values/value-table.ts';

/** Separator between the folded words of a phrase and its spelling. */
export const PHRASE_SEPARATOR = '\t';

/** The phrases that documents lend to suggestions: their brands, categories and keywords, and what they are by their titles. */
export class DocumentPhrases {
  readonly #values: ValueInterner;
  /** By value, what was made of it before. */
  readonly #ofNames = new Map<number, readonly string[]>();
  readonly #ofKeywords = new Map<number, readonly string[]>();

  constructor(values: ValueInterner) {
    this.#values = values;
  }

  /** Each once. */
  of({ titleValue, nameValues, keywordValues }: DocumentTexts): string[] {
    const phrases = [
      ...nameValues.flatMap((value) => this.#listPhrases(value, this.#ofNames, (text) => [text])),
      ...keywordValues.flatMap((value) => this.#listPhrases(value, this.#ofKeywords, extractKeywords)),
      ...(titleValue === 0 ? [] : toPhrases(extractTitleEnds(this.#values.textOf(titleValue)))),
    ];
    return [...new Set(phrases)];
  }

  #listPhrases(value: number, known: Map<number, readonly string[]>, split: (text: string) => string[]) {
    const phrases = known.get(value) ?? toPhrases(split(this.#values.textOf(value)));
    known.set(value, phrases);
    return phrases;
  }
}

/** The phrases that texts are; none for no words, too many, a number alone. */
export function toPhrases(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const own = splitWrittenWords(text);
    const folded = own.join(' ');
    if (folded === '' || own.length > MAX_PHRASE_WORDS || /^\d+$/.test(folded)) return [];
    return [`${folded}${PHRASE_SEPARATOR}${text.trim()}`];
  });
}
