import { RecordInView } from '../../indexing/record-in-view.ts';
import { stem } from '../../text/stem.ts';
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

  /** @param json text of the record */
  constructor(json: string, view: string | null) {
    this.#shown.read(json);
    this.#shown.show(this.#shown.views.find(({ name }) => name === view) ?? null);
  }

  /** The fields that have all of the words, in one form or another. */
  fieldsWith(words: readonly string[]): SearchedField[] {
    const stems = words.map(stem);
    return FIELDS.filter((field) => stems.every((one) => this.#has(field, one)));
  }

  #has(field: keyof DocumentWords & SearchedField, wanted: string): boolean {
    const { words } = this.#shown.texts[field];
    const { table } = this.#shown.words;
    for (let at = 0; at < words.length; at++) {
      const root = table.stemOf[words.at(at)] ?? 0;
      if (table.word(root) === wanted) return true;
    }
    return false;
  }
}
