import { eachOnce } from '../../each-once.ts';
import { isNumeric } from '../../field-values.ts';
import type { FieldCatalog, FieldType } from '../../fields/field-survey.ts';
import type { DocumentFields } from '../../record/document-fields.ts';
import type { FieldPlan } from '../../record/field-plan.ts';
import type { FieldEntries } from '../../record/value-list.ts';
import type { ValueTable } from '../../values/value-table.ts';
import { fieldKeyOf } from './field-paths.ts';
import { KeptTexts } from './kept-texts.ts';
import { SMILE, smileName } from './smile.ts';
import { SmileBytes } from './smile-bytes.ts';

interface NamedType {
  /** The name in the index as it begins a member of an object. */
  key: Uint8Array;
  type: FieldType;
}

const TEXTS = Buffer.concat([smileName('s'), Buffer.of(SMILE.objectBegin)]);
const NUMBERS = Buffer.concat([smileName('n'), Buffer.of(SMILE.objectBegin)]);

/** The fields of a product or of a variant, written as two members of an object: their texts, and their numbers. */
export class FieldMembers {
  readonly #types: { product: ReadonlyMap<string, FieldType>; variant: ReadonlyMap<string, FieldType> };
  /** By the number of a field's plan; null for an attribute that is no field. */
  readonly #products: (NamedType | null)[] = [];
  readonly #variants: (NamedType | null)[] = [];
  readonly #fields: DocumentFields;
  readonly #values: ValueTable;
  readonly #out: SmileBytes;
  /** Members with numbers, which follow those with texts. */
  readonly #numberMembers = new SmileBytes();
  /** Values that are texts, by number. */
  readonly #texts = new KeptTexts();
  readonly #numbers: (number | null)[] = [];

  /**
   * @param catalog the fields that the index has
   * @param fields of the document at hand
   * @param out what is appended to
   */
  constructor(catalog: FieldCatalog, fields: DocumentFields, values: ValueTable, out: SmileBytes) {
    const typesOf = (on: 'product' | 'variant') =>
      new Map(catalog.flatMap((field) => (field.on === on ? [[field.name, field.type] as const] : [])));
    this.#types = { product: typesOf('product'), variant: typesOf('variant') };
    this.#fields = fields;
    this.#values = values;
    this.#out = out;
  }

  /** Begins the members of an object. */
  begin(): void {
    this.#out.copy(TEXTS);
    this.#numberMembers.length = 0;
  }

  /** Ends the second member. */
  end(): void {
    const out = this.#out;
    out.byte(SMILE.objectEnd);
    out.copy(NUMBERS);
    out.copy(this.#numberMembers.view());
    out.byte(SMILE.objectEnd);
  }

  /** Adds entries from `first` on to before `end`; attributes that are no fields of the index are left out. */
  add(
    entries: FieldEntries,
    on: 'product' | 'variant',
    isTaken: (plan: FieldPlan) => boolean,
    first = 0,
    end = entries.length,
  ): void {
    for (let entry = first; entry < end; entry++) {
      const plan = entries.plans[entry] as FieldPlan;
      const named = isTaken(plan) ? this.#named(on, plan) : null;
      if (named !== null) this.#addValues(named, entries.from[entry] ?? 0, entries.to[entry] ?? 0);
    }
  }

  /** Appends a value that is a text, by its number. */
  addText(text: number): void {
    const out = this.#out;
    if (!this.#texts.has(text)) this.#texts.keep(text, this.#values.textOf(text));
    out.byte(SMILE.textBegin);
    this.#texts.write(text, out);
    out.byte(SMILE.textEnd);
  }

  #addValues({ key, type }: NamedType, from: number, to: number): void {
    const { values } = this.#fields;
    const texts: number[] = [];
    const numbers: number[] = [];
    for (let at = from; at < to; at++) {
      const value = values.at(at);
      const number = value === 0 ? values.numberAt(at) : this.#numberOf(value);
      if (type === 'text') texts.push(this.#textOf(value, number));
      if (number !== null) numbers.push(number);
    }
    if (texts.length > 0) this.#addTexts(key, eachOnce(texts));
    if (numbers.length > 0) this.#addNumbers(key, eachOnce(numbers));
  }

  #addTexts(key: Uint8Array, texts: readonly number[]): void {
    const out = this.#out;
    out.copy(key);
    if (texts.length > 1) out.byte(SMILE.arrayBegin);
    for (const text of texts) this.addText(text);
    if (texts.length > 1) out.byte(SMILE.arrayEnd);
  }

  #addNumbers(key: Uint8Array, numbers: readonly number[]): void {
    const out = this.#numberMembers;
    out.copy(key);
    if (numbers.length > 1) out.byte(SMILE.arrayBegin);
    for (const number of numbers) out.number(number);
    if (numbers.length > 1) out.byte(SMILE.arrayEnd);
  }

  #named(on: 'product' | 'variant', { number, name }: FieldPlan): NamedType | null {
    const all = on === 'product' ? this.#products : this.#variants;
    const known = all[number];
    if (known !== undefined) return known;
    const type = this.#types[on].get(name);
    const named = type === undefined ? null : { key: smileName(fieldKeyOf(name)), type };
    all[number] = named;
    return named;
  }

  /** The number that a value reads as, null for one that does not. */
  #numberOf(value: number): number | null {
    const known = this.#numbers[value];
    if (known !== undefined) return known;
    const scalar = this.#values.scalarOf(value);
    const number = isNumeric(scalar) ? Number(scalar) : null;
    this.#numbers[value] = number;
    return number;
  }

  /** The value that is this one as a text: itself where it is one. @param number where the value has none of its own */
  #textOf(value: number, number: number | null): number {
    const values = this.#values;
    if (value !== 0 && values.isText(value)) return value;
    return values.numberOfText(String(value === 0 ? number : values.scalarOf(value)));
  }
}
