import { isNumeric } from '../field-values.ts';
import type { FieldPlan } from '../record/field-plan.ts';
import { NumberSet } from '../values/number-list.ts';
import type { ValueInterner } from '../values/value-table.ts';

/** Prices are numbers whatever the feed says (doc: public-facts B4); other fields are what their values are. */
const ALWAYS_NUMBERS = new Set(['price', 'sale_price']);

/** Beyond this many, distinct values are not counted on. */
const MAX_COUNTED = 1000;
/** A number and a text may count as one. */
const MAX_KEPT = 2 * (MAX_COUNTED + 1);

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
  readonly #table: ValueInterner;
  readonly #known: ReadonlyMap<string, FieldInfo>;
  readonly #surveyed = new Map<string, SurveyedField>();
  #fields: number;
  /** The numbers of the plans that were noted as lists. */
  readonly #lists = new NumberSet();

  /** @param known the fields so far, which keep their type; see `outgrown` */
  constructor(table: ValueInterner, known: FieldCatalog) {
    this.#table = table;
    this.#known = new Map(known.map((field) => [makeKey(field), field]));
    this.#fields = known.length;
  }

  /**
   * Why the fields so far cannot keep their type: an index that has numbers alone of a field would not find a text in it, and
   * one that has numbers as texts would not sort or count them as numbers.
   */
  get outgrown(): string | null {
    for (const [key, surveyed] of this.#surveyed) {
      const field = this.#known.get(key);
      if (field?.type === 'number' && surveyed.isText)
        return `field ${field.name} changed from numbers to text`;
      if (field?.readsAsNumbers && surveyed.type === 'number')
        return `${field.name}, which had numbers as texts alone, has numbers now`;
    }
    return null;
  }

  /** Takes the values that a product or a variant has of a field, or the distinct ones of all that have some. */
  add(on: FieldInfo['on'], plan: FieldPlan, values: Iterable<number>, filled = 1): void {
    const surveyed = this.#getField(on, plan);
    if (surveyed === undefined) return;
    surveyed.filled += filled;
    for (const value of values) surveyed.add(value);
  }

  /** False for an attribute that is no field, as the catalog has as many as it may: it can be shown and searched only. */
  admits(on: FieldInfo['on'], plan: FieldPlan): boolean {
    return this.#getField(on, plan) !== undefined;
  }

  noteList(plan: FieldPlan): void {
    if (!this.#lists.add(plan.number)) return;
    const surveyed = this.#getField('product', plan);
    if (surveyed !== undefined) surveyed.list = true;
  }

  finish(): FieldCatalog {
    const fields = new Map(this.#known);
    for (const [key, surveyed] of this.#surveyed) {
      if (surveyed.filled === 0 && !surveyed.isListAlone) continue;
      const known = fields.get(key);
      fields.set(key, known === undefined ? surveyed.info() : addField(known, surveyed));
    }
    return [...fields.values()].sort((a, b) => (makeKey(a) < makeKey(b) ? -1 : 1));
  }

  /** Undefined beyond the number of fields that there may be: those that come first are taken. */
  #getField(on: FieldInfo['on'], { name, isField }: FieldPlan): SurveyedField | undefined {
    const key = makeKey({ name, on });
    let surveyed = this.#surveyed.get(key);
    if (surveyed === undefined) {
      if (!this.#known.has(key) && this.#fields++ >= MAX_FIELDS) return undefined;
      surveyed = new SurveyedField(name, on, isField, this.#table);
      this.#surveyed.set(key, surveyed);
    }
    return surveyed;
  }
}

class SurveyedField {
  readonly name: string;
  readonly on: FieldInfo['on'];
  list = false;
  filled = 0;
  /** Every value is a number, or a text that reads as one. */
  readsAsNumbers = true;
  readonly #isField: boolean;
  readonly #table: ValueInterner;
  /** Distinct values by their number in the table. */
  readonly #values = new Set<number>();
  #hasNumbers = false;

  constructor(name: string, on: FieldInfo['on'], isField: boolean, table: ValueInterner) {
    this.name = name;
    this.on = on;
    this.#isField = isField;
    this.#table = table;
  }

  add(value: number): void {
    // No further value changes what is told of a text field.
    if (!this.readsAsNumbers && this.#values.size >= MAX_KEPT) return;
    if (this.#values.has(value)) return;
    const scalar = this.#table.scalarOf(value);
    this.#hasNumbers ||= typeof scalar === 'number';
    this.readsAsNumbers &&= isNumeric(scalar);
    if (this.#values.size < MAX_KEPT) this.#values.add(value);
  }

  info(): FieldInfo {
    const { name, on, type, list, filled } = this;
    // 5 and "5" are one text.
    const texts = new Set(Array.from(this.#values, (value) => this.#table.textOf(value)));
    const distinct = Math.min(texts.size, MAX_COUNTED + 1);
    const isNumerals = type === 'text' && this.readsAsNumbers && distinct > 0;
    return { name, on, type, list, filled, distinct, ...(isNumerals && { readsAsNumbers: true }) };
  }

  get type(): FieldType {
    if (ALWAYS_NUMBERS.has(this.name)) return 'number';
    return this.#hasNumbers && this.readsAsNumbers ? 'number' : 'text';
  }

  /** Nobody filters by it, such as an image: it is known for being shown as a list. */
  get isListAlone(): boolean {
    return this.list && !this.#isField;
  }

  /** Some value reads as no number. */
  get isText(): boolean {
    return !ALWAYS_NUMBERS.has(this.name) && !this.readsAsNumbers;
  }
}

/** A field behind a delta. What facets are chosen by stays as it was: nobody counts what the replaced records had. */
function addField({ readsAsNumbers, ...known }: FieldInfo, surveyed: SurveyedField): FieldInfo {
  const isNumerals = readsAsNumbers && surveyed.readsAsNumbers;
  return { ...known, list: known.list || surveyed.list, ...(isNumerals && { readsAsNumbers }) };
}

function makeKey({ name, on }: Pick<FieldInfo, 'name' | 'on'>): string {
  return `${on} ${name}`;
}

export type FieldType = 'text' | 'number';

export interface FieldInfo {
  name: string;
  /** Whether products have it, or their variants. */
  on: 'product' | 'variant';
  type: FieldType;
  /** Some record gives the field as a list. */
  list: boolean;
  /** Products (base and views) or variants with a value, in the last full build; 0 for what is shown as a list and no more. */
  filled: number;
  /** Distinct values of the last full build, not counted beyond a thousand and one. */
  distinct: number;
  /** A field of texts alone that all read as numbers: with the first real number they are such. */
  readsAsNumbers?: true;
}

/**
 * The fields of a version of a catalog: what each of them is, whichever engine indexes it. Settled while the records of a
 * full build are read; deltas add to it.
 */
export type FieldCatalog = readonly FieldInfo[];
