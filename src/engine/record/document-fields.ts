import type { Attributes, EffectiveRecord } from '../effective-record.ts';
import { isFieldValue, listScalars } from '../field-values.ts';
import { NumberSet } from '../values/number-list.ts';
import type { ValueInterner } from '../values/value-table.ts';
import { type FieldPlan, FieldPlans } from './field-plan.ts';

/** The values of a field, each once, as numbers in the table of values. */
export interface FieldValues {
  readonly plan: FieldPlan;
  readonly values: readonly number[];
}

/** Fields with their values, in the order in which they were first set. */
class FieldList {
  all: FieldValues[] = [];
  /** By number of a plan where its values may be: what an earlier document had is left in place. */
  readonly #places: number[] = [];

  reset(fields: FieldValues[]): void {
    this.all = fields;
    for (let place = 0; place < fields.length; place++) this.#places[fields[place]?.plan.number ?? 0] = place;
  }

  get(plan: FieldPlan): FieldValues | undefined {
    const place = this.#places[plan.number];
    const field = place === undefined ? undefined : this.all[place];
    return field?.plan === plan ? field : undefined;
  }

  set(plan: FieldPlan, values: readonly number[]): void {
    const field = this.get(plan);
    if (field === undefined) this.#places[plan.number] = this.all.push({ plan, values }) - 1;
    else this.all[this.#places[plan.number] ?? 0] = { plan, values };
  }
}

interface VariantFields {
  id: string;
  attributes: Attributes;
  fields: readonly FieldValues[];
}

/** Product-level lists over the variants; color names are counted in lower case (doc: public-facts B4, C4). */
const ROLL_UPS = [
  { field: 'colors', from: 'color', isLowerCased: true },
  { field: 'color_groups', from: 'color_group', isLowerCased: true },
  { field: 'sizes', from: 'size', isLowerCased: false },
] as const;

/** The filterable values of a record as a view shows it. */
export class DocumentFields {
  variants: readonly VariantFields[] = [];
  /** The product's attributes that are lists, also those that are no fields. */
  lists: FieldPlan[] = [];
  readonly #own = new FieldList();
  readonly #union = new FieldList();
  readonly #plans = new FieldPlans();
  /** The last value of each attribute, by number of its plan, and the field that it made. */
  readonly #lastGiven: unknown[] = [];
  readonly #last: FieldValues[] = [];
  readonly #table: ValueInterner;
  /** By value its text in lower case. */
  readonly #lowered = new Map<number, number>();
  readonly #met = new NumberSet();
  readonly #rollUps = ROLL_UPS.map(({ field, from, isLowerCased }) => ({
    list: this.#plans.of(field),
    source: this.#plans.of(from),
    isLowerCased,
  }));

  constructor(table: ValueInterner) {
    this.#table = table;
  }

  /** A product without an own value takes the values of its variants. */
  get product(): readonly FieldValues[] {
    return this.#own.all;
  }

  read({ attributes, variants }: EffectiveRecord): void {
    const fields = this.#own;
    this.lists = [];
    fields.reset(this.#readFields(attributes, this.lists));
    const before = this.variants;
    this.variants = variants.map(({ id, attributes: each }, index) => {
      const shown = before[index];
      // A view shows most variants as the base does.
      return shown?.attributes === each ? shown : { id, attributes: each, fields: this.#readFields(each) };
    });
    this.#unite();
    const union = this.#union;
    const rollUps = this.#rollUps.map(({ list, source, isLowerCased }) => {
      const field = fields.get(list) ?? union.get(source) ?? fields.get(source);
      return { list, values: field && isLowerCased ? this.#lowerCased(field.values) : field?.values };
    });
    for (const { plan, values } of union.all) if (fields.get(plan) === undefined) fields.set(plan, values);
    for (const { list, values } of rollUps) if (values !== undefined) fields.set(list, values);
  }

  #readFields(attributes: Attributes, lists: FieldPlan[] = []): FieldValues[] {
    const fields: FieldValues[] = [];
    let plan: FieldPlan | null = null;
    for (const name of Object.keys(attributes)) {
      plan = this.#plans.of(name, plan);
      const value = attributes[name];
      if (Array.isArray(value)) lists.push(plan);
      if (!plan.isField) continue;
      const field = this.#readField(plan, value);
      if (field.values.length > 0) fields.push(field);
    }
    return fields;
  }

  /** The same as before if an attribute comes again with the same value, as most do in the view behind a base. */
  #readField(plan: FieldPlan, value: unknown): FieldValues {
    const last = this.#last[plan.number];
    if (last !== undefined && this.#lastGiven[plan.number] === value) return last;
    const values = isFieldValue(value)
      ? [this.#table.numberOf(value)]
      : listScalars(value).map((each) => this.#table.numberOf(each));
    const field = { plan, values };
    this.#last[plan.number] = field;
    this.#lastGiven[plan.number] = value;
    return field;
  }

  /** Gathers the values of all variants by field, in the variants' order. */
  #unite(): void {
    const union = this.#union;
    union.reset([]);
    for (const { fields } of this.variants) {
      for (const { plan, values } of fields) {
        const known = union.get(plan)?.values as number[] | undefined;
        if (known === undefined) union.set(plan, [...values]);
        else for (const value of values) known.push(value);
      }
    }
    for (const { values } of union.all) if (values.length > 1) this.#makeDistinct(values as number[]);
  }

  #lowerCased(values: readonly number[]): number[] {
    const lower = values.map((value) => {
      const known = this.#lowered.get(value);
      if (known !== undefined) return known;
      const made = this.#table.numberOf(this.#table.textOf(value).toLowerCase());
      this.#lowered.set(value, made);
      return made;
    });
    return this.#makeDistinct(lower);
  }

  #makeDistinct(values: number[]): number[] {
    this.#met.clear();
    let count = 0;
    for (const value of values) if (this.#met.add(value)) values[count++] = value;
    if (count < values.length) values.length = count;
    return values;
  }
}
