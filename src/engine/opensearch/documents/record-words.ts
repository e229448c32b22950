import { RecordInView } from '../../indexing/record-in-view.ts';
import { type Analyser, ENGLISH_ANALYSER } from '../../text/analyser.ts';
import type { DocumentWords, SearchedField } from '../../words/document-words.ts';

const NOBODY = {
  names: { add: () => undefined },
  keywords: { add: () => undefined },
  countTitle: () => undefined,
};

const FIELDS: readonly SearchedField[] = ['title', 'brand', 'categories', 'keywords', 'other', 'description'];

/** Where a record, as a view shows it, has words: analysed once more, as it was for the index. */
export class RecordWords {
  readonly #shown = new RecordInView(NOBODY);
  readonly #analyser: Analyser;

  /** @param json text of the record */
  constructor(json: string, view: string | null, analyser: Analyser = ENGLISH_ANALYSER) {
    this.#analyser = analyser;
    this.#shown.read(json);
    this.#shown.show(this.#shown.views.find(({ name }) => name === view) ?? null);
  }

  /** The fields that have all of these stems. */
  fieldsWith(words: readonly string[]): SearchedField[] {
    return FIELDS.filter((field) => words.every((one) => this.#has(field, one)));
  }

  #has(field: keyof DocumentWords & SearchedField, wanted: string): boolean {
    const { words } = this.#shown.texts[field];
    const { table } = this.#shown.words;
    for (let at = 0; at < words.length; at++) {
      const root = table.stemsBy(this.#analyser)[words.at(at)] ?? 0;
      if (table.word(root) === wanted) return true;
    }
    return false;
  }
}
