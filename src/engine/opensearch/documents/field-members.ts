import { eachOnce } from '../../each-once.ts';
import { isNumeric } from '../../field-values.ts';
import type { FieldCatalog, FieldType } from '../../fields/field-catalog.ts';
import type { DocumentFields } from '../../record/document-fields.ts';
import type { FieldPlan } from '../../record/field-plan.ts';
import type { FieldEntries } from '../../record/value-list.ts';
import type { ValueTable } from '../../values/value-table.ts';
import { fieldKeyOf } from './field-paths.ts';
import { JsonBytes } from './json-bytes.ts';
import { KeptTexts } from './kept-texts.ts';

interface NamedType {
  /** The name in the index as it begins a member of a JSON object. */
  key: Uint8Array;
  type: FieldType;
}

const TEXTS = Buffer.from('"s":{');
const NUMBERS = Buffer.from('},"n":{');
const [CLOSE, COMMA, ARRAY_BEGIN, ARRAY_END] = [0x7d, 0x2c, 0x5b, 0x5d];

/** The fields of a product or of a variant, written as two members of a JSON object: their texts, and their numbers. */
export class FieldMembers {
  readonly #types: { product: ReadonlyMap<string, FieldType>; variant: ReadonlyMap<string, FieldType> };
  /** By the number of a field's plan; null for an attribute that is no field. */
  readonly #products: (NamedType | null)[] = [];
  readonly #variants: (NamedType | null)[] = [];
  readonly #fields: DocumentFields;
  readonly #values: ValueTable;
  readonly #out: JsonBytes;
  /** Members with numbers, which follow those with texts. */
  readonly #numberMembers = new JsonBytes();
  /** Whether no field of the object at hand has texts yet. */
  #isFirst = true;
  /** JSON texts of values that are texts, by number. */
  readonly #json = new KeptTexts();
  readonly #numbers: (number | null)[] = [];

  /**
   * @param catalog the fields that the index has
   * @param fields of the document at hand
   * @param out what is appended to
   */
  constructor(catalog: FieldCatalog, fields: DocumentFields, values: ValueTable, out: JsonBytes) {
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
    this.#isFirst = true;
    this.#numberMembers.length = 0;
  }

  /** Ends the second member. */
  end(): void {
    const out = this.#out;
    out.copy(NUMBERS);
    out.copy(this.#numberMembers.view());
    out.byte(CLOSE);
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

  /** Appends a value that is a text, by its number, as JSON. */
  addText(text: number): void {
    if (!this.#json.has(text)) this.#json.keep(text, JSON.stringify(this.#values.textOf(text)));
    this.#json.write(text, this.#out);
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
    if (!this.#isFirst) out.byte(COMMA);
    this.#isFirst = false;
    out.copy(key);
    if (texts.length > 1) out.byte(ARRAY_BEGIN);
    for (const [at, text] of texts.entries()) {
      if (at > 0) out.byte(COMMA);
      this.addText(text);
    }
    if (texts.length > 1) out.byte(ARRAY_END);
  }

  #addNumbers(key: Uint8Array, numbers: readonly number[]): void {
    const out = this.#numberMembers;
    if (out.length > 0) out.byte(COMMA);
    out.copy(key);
    out.text(numbers.length === 1 ? `${numbers[0]}` : `[${numbers}]`);
  }

  #named(on: 'product' | 'variant', { number, name }: FieldPlan): NamedType | null {
    const all = on === 'product' ? this.#products : this.#variants;
    const known = all[number];
    if (known !== undefined) return known;
    const type = this.#types[on].get(name);
    const named =
      type === undefined ? null : { key: Buffer.from(`${JSON.stringify(fieldKeyOf(name))}:`), type };
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
