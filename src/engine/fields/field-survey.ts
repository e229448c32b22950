import { isNumeric } from '../field-values.ts';
import type { FieldPlan } from '../record/field-plan.ts';
import type { ValueList } from '../record/value-list.ts';
import type { ValueTable } from '../values/value-table.ts';

/** Prices are numbers whatever the feed says (doc: public-facts B4); other fields are what their values are. */
const ALWAYS_NUMBERS = new Set(['price', 'sale_price']);

/** Beyond this many, distinct values are not counted on. */
const MAX_COUNTED = 1000;

/**
 * Fields that a catalog may have, on products and variants together. Each costs a place for every product, and a facet to look at
 * for every search: a feed that makes names out of values would take all memory.
 */
const MAX_FIELDS = 2000;

/**
 * Learns what the fields of a catalog are from the values of each record. A field holds numbers when every value is one, or
 * a text that reads as one beside at least one real number; text otherwise.
 */
export class FieldSurvey {
  readonly #table: ValueTable;
  readonly #known: FieldCatalog;
  /** By the number of a field's plan. */
  readonly #products: (FieldValues | undefined)[] = [];
  readonly #variants: (FieldValues | undefined)[] = [];
  readonly #knownKeys: ReadonlySet<string>;
  #fields: number;

  /** @param known the fields so far, which keep their type; see `outgrown` */
  constructor(table: ValueTable, known: FieldCatalog) {
    this.#table = table;
    this.#known = known;
    this.#knownKeys = new Set(known.map(keyOf));
    this.#fields = known.length;
  }

  /** Why the fields so far cannot keep their type: an index that has numbers alone of a field would not find a text in it. */
  get outgrown(): string | null {
    const numbers = new Set(this.#known.filter(({ type }) => type === 'number').map(keyOf));
    const seen = [...this.#products, ...this.#variants].find((one) => one?.isText && numbers.has(keyOf(one)));
    return seen === undefined ? null : `${seen.name}, which had numbers alone, has texts now`;
  }

  /**
   * Takes the values that a product or a variant has of a field, which stand from one place to another in the list.
   *
   * @returns false for an attribute that is no field, as the catalog has as many as it may: it can be shown and searched only
   */
  add(on: FieldInfo['on'], plan: FieldPlan, values: ValueList, from: number, to: number): boolean {
    const seen = this.#of(on, plan);
    if (seen === undefined) return false;
    seen.filled++;
    for (let at = from; at < to; at++) seen.add(values.at(at), values.numberAt(at));
    return true;
  }

  /** Notes that a product gives a field as a list. */
  noteList(plan: FieldPlan): void {
    const seen = this.#of('product', plan);
    if (seen !== undefined) seen.list = true;
  }

  /** The fields as they are now, with those that were known before. */
  finish(): FieldCatalog {
    const fields = new Map(this.#known.map((field) => [keyOf(field), field]));
    for (const seen of [...this.#products, ...this.#variants]) {
      if (seen === undefined || seen.filled === 0) continue;
      const known = fields.get(keyOf(seen));
      fields.set(keyOf(seen), known === undefined ? seen.info() : added(known, seen));
    }
    return [...fields.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  /** Undefined beyond the number of fields that there may be: those that come first are taken. */
  #of(on: FieldInfo['on'], { number, name }: FieldPlan): FieldValues | undefined {
    const own = on === 'product' ? this.#products : this.#variants;
    const known = own[number];
    if (known !== undefined) return known;
    if (!this.#knownKeys.has(keyOf({ name, on })) && this.#fields++ >= MAX_FIELDS) return undefined;
    const made = new FieldValues(name, on, this.#table);
    own[number] = made;
    return made;
  }
}

class FieldValues {
  readonly name: string;
  readonly on: FieldInfo['on'];
  list = false;
  filled = 0;
  readonly #table: ValueTable;
  readonly #numbers = new Set<number>();
  /** By their number in the table. */
  readonly #texts = new Set<number>();
  /** Every text reads as a number. */
  #readsAsNumbers = true;

  constructor(name: string, on: FieldInfo['on'], table: ValueTable) {
    this.name = name;
    this.on = on;
    this.#table = table;
  }

  /** @param value a text or boolean by its number in the table; 0 for `number` */
  add(value: number, number: number): void {
    if (value === 0) {
      if (this.#numbers.size <= MAX_COUNTED) this.#numbers.add(number);
      return;
    }
    if (this.#readsAsNumbers && !this.#texts.has(value))
      this.#readsAsNumbers = isNumeric(this.#table.scalarOf(value));
    if (this.#texts.size <= MAX_COUNTED) this.#texts.add(value);
  }

  info(): FieldInfo {
    const { name, on, list, filled } = this;
    const distinct = Math.min(this.#numbers.size + this.#texts.size, MAX_COUNTED + 1);
    return { name, on, type: this.#type(), list, filled, distinct };
  }

  /** Some value reads as no number. */
  get isText(): boolean {
    return !ALWAYS_NUMBERS.has(this.name) && !this.#readsAsNumbers;
  }

  #type(): FieldType {
    if (ALWAYS_NUMBERS.has(this.name)) return 'number';
    return this.#numbers.size > 0 && this.#readsAsNumbers ? 'number' : 'text';
  }
}

function added(known: FieldInfo, { list, filled }: FieldValues): FieldInfo {
  return { ...known, list: known.list || list, filled: known.filled + filled };
}

function keyOf({ name, on }: Pick<FieldInfo, 'name' | 'on'>): string {
  return `${on} ${name}`;
}

export type FieldType = 'text' | 'number';

/** What is known of a field from all records of a version. */
export interface FieldInfo {
  name: string;
  /** Whether products have it, or their variants. */
  on: 'product' | 'variant';
  type: FieldType;
  /** Some record gives the field as a list. */
  list: boolean;
  /** Products (base and views) or variants with a value. */
  filled: number;
  /** Distinct values of the last full build, not counted beyond a thousand and one. */
  distinct: number;
}

/**
 * The fields of a version of a catalog: what each of them is, whichever engine indexes it. Settled while the records of a
 * full build are read; deltas add to it.
 */
export type FieldCatalog = readonly FieldInfo[];
