import { type FieldCatalog, FieldSurvey } from '../fields/field-survey.ts';
import type { FieldPlan } from '../record/field-plan.ts';
import { KIND } from '../record/json-nodes.ts';
import type { FieldEntries } from '../record/value-list.ts';
import { RecordInView } from './record-in-view.ts';

const NOBODY = {
  names: { add: () => undefined },
  keywords: { add: () => undefined },
  countTitle: () => undefined,
};

/** Learns from all records what their fields are and how long their texts, before any of them is indexed. */
export class RecordSurvey {
  readonly #shown = new RecordInView(NOBODY, { isTitlesOnly: true });
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
    this.#addDocument(null);
    for (const view of shown.views) this.#addDocument(view);
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

  #addDocument(view: Parameters<RecordInView['show']>[0]): void {
    const shown = this.#shown;
    shown.show(view);
    this.#documents++;
    this.#titleWords += shown.texts.title.ownCount;
    this.#restCharacters += shown.restLength;
    const { own, union, ofVariants } = shown.fields;
    this.#addEntries('product', own, (plan) => !plan.isRollUp);
    this.#addEntries('product', union, (plan) => !plan.isRollUp && !shown.fields.hasOwn(plan));
    this.#addEntries('product', shown.rollUps.entries, () => true);
    this.#addEntries('variant', ofVariants, () => true);
    const { attributes, nodes } = shown.reader;
    for (let at = 0; at < attributes.length; at++) {
      if (nodes.kinds[attributes.nodes[at] ?? 0] === KIND.array)
        this.#survey.noteList(attributes.plans[at] as FieldPlan);
    }
  }

  #addEntries(on: 'product' | 'variant', entries: FieldEntries, isTaken: (plan: FieldPlan) => boolean): void {
    const { values } = this.#shown.fields;
    for (let entry = 0; entry < entries.length; entry++) {
      const plan = entries.plans[entry] as FieldPlan;
      if (isTaken(plan)) this.#survey.add(on, plan, values, entries.from[entry] ?? 0, entries.to[entry] ?? 0);
    }
  }
}
