import { type FieldCatalog, FieldSurvey } from '../fields/field-survey.ts';
import { RecordInView } from './record-in-view.ts';

/** Learns from all records what their fields are and how long their texts, before any of them is indexed. */
export class RecordSurvey {
  readonly #shown = new RecordInView();
  readonly #survey: FieldSurvey;
  #documents = 0;
  #titleWords = 0;
  #restCharacters = 0;

  /** @param known the fields so far, which keep their type */
  constructor(known: FieldCatalog) {
    this.#survey = new FieldSurvey(this.#shown.values, known);
  }

  add(json: string): void {
    const shown = this.#shown;
    shown.read(json);
    for (const view of [null, ...shown.views]) {
      shown.show(view);
      this.#documents++;
      this.#titleWords += shown.texts.title.ownCount;
      this.#restCharacters += shown.texts.restLength;
      const { product, variants, lists } = shown.fields;
      for (const { plan, values } of product) this.#survey.add('product', plan, values);
      for (const { fields } of variants)
        for (const { plan, values } of fields) this.#survey.add('variant', plan, values);
      for (const plan of lists) this.#survey.noteList(plan);
    }
  }

  /** Why what is known of the fields does not hold for these records. */
  get outgrown(): string | null {
    return this.#survey.outgrown;
  }

  get fields(): FieldCatalog {
    return this.#survey.finish();
  }

  /** Mean lengths of documents: of titles in words, of all other texts together in characters. */
  get means(): { title: number; rest: number } {
    const count = Math.max(1, this.#documents);
    return { title: Math.max(1, this.#titleWords / count), rest: Math.max(1, this.#restCharacters / count) };
  }
}
