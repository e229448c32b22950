import type { ValueInterner } from '../values/value-table.ts';
import type { FieldWords } from '../words/document-words.ts';
import type { WordReader } from '../words/text-reader.ts';
import type { DocumentFields } from './document-fields.ts';
import type { FieldPlan } from './field-plan.ts';
import type { JsonNodes } from './json-nodes.ts';
import type { FieldEntries } from './value-list.ts';

const MAX_SEARCHED_VALUE_LENGTH = 200;
const ADDRESS = /^(https?:)?\//;
const GAP = ' . '.length;
const [UNKNOWN, SEARCHED, NOT_SEARCHED] = [0, 1, 2];

/** Short texts of every other field and the variants' ids, each once: materials, models, colors, sizes. */
export class RemainingTextReader {
  readonly #values: ValueInterner;
  /** Whether a value is searched, once it is known. */
  #states = new Uint8Array(1 << 8);

  constructor(values: ValueInterner) {
    this.#values = values;
  }

  /** Reads the texts of a document into a field. */
  read(fields: DocumentFields, nodes: JsonNodes, into: FieldWords, texts: WordReader): void {
    into.clear();
    const collection = this.#values.clearMarks();
    this.#addEntries(fields, fields.own, collection, into, texts);
    this.#addEntries(fields, fields.union, collection, into, texts);
    for (let at = 0; at < fields.variantCount; at++) {
      this.#addId(nodes, fields.variantIds[at] ?? 0, collection, into, texts);
    }
    into.settle();
  }

  #addEntries(
    fields: DocumentFields,
    entries: FieldEntries,
    collection: number,
    into: FieldWords,
    texts: WordReader,
  ): void {
    const isUnion = entries === fields.union;
    for (let entry = 0; entry < entries.length; entry++) {
      const plan = entries.plans[entry] as FieldPlan;
      if (!plan.isSearched || (isUnion && fields.hasOwn(plan))) continue;
      const to = entries.to[entry] ?? 0;
      for (let at = entries.from[entry] ?? 0; at < to; at++) {
        const value = fields.values.at(at);
        if (value === 0 || !this.#isSearched(value) || !this.#values.mark(value, collection)) continue;
        into.countText(this.#values.lengthOf(value), GAP);
        texts.addValue(into, value);
      }
    }
  }

  #addId(
    { units, starts, ends }: JsonNodes,
    node: number,
    collection: number,
    into: FieldWords,
    texts: WordReader,
  ): void {
    const start = starts[node] ?? 0;
    const end = ends[node] ?? 0;
    const known = this.#values.find(units, start, end);
    if (known !== 0 && !this.#values.mark(known, collection)) return;
    into.countText(end - start, GAP);
    texts.addText(into, units, start, end);
  }

  #isSearched(value: number): boolean {
    if (value >= this.#states.length) this.#grow();
    const known = this.#states[value];
    if (known !== UNKNOWN) return known === SEARCHED;
    const isSearched =
      this.#values.isText(value) &&
      this.#values.lengthOf(value) <= MAX_SEARCHED_VALUE_LENGTH &&
      !ADDRESS.test(this.#values.textOf(value));
    this.#states[value] = isSearched ? SEARCHED : NOT_SEARCHED;
    return isSearched;
  }

  #grow(): void {
    const grown = new Uint8Array(this.#values.size * 2);
    grown.set(this.#states);
    this.#states = grown;
  }
}
