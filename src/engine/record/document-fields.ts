import { dedupe } from '../dedupe.ts';
import type { Attributes, EffectiveRecord } from '../effective-record.ts';
import { isFieldValue, listScalars } from '../field-values.ts';
import type { ValueInterner } from '../values/value-table.ts';
import { type FieldPlan, FieldPlans } from './field-plan.ts';

/** Values by field, each once, as numbers in the table of values. */
export type FieldValues = Map<FieldPlan, readonly number[]>;

/** Product-level lists over the variants; color names are counted in lower case (doc: public-facts B4, C4). */
const ROLL_UPS = [
  { field: 'colors', from: 'color', isLowerCased: true },
  { field: 'color_groups', from: 'color_group', isLowerCased: true },
  { field: 'sizes', from: 'size', isLowerCased: false },
] as const;

/** The filterable values of a record as a view shows it. */
export class DocumentFields {
  /** A product without an own value takes the values of its variants. */
  product: FieldValues = new Map();
  variants: { id: string; fields: FieldValues }[] = [];
  /** The product's attributes that are lists, also those that are no fields. */
  lists: FieldPlan[] = [];
  readonly #plans = new FieldPlans();
  readonly #table: ValueInterner;
  readonly #rollUps = ROLL_UPS.map(({ field, from, isLowerCased }) => ({
    list: this.#plans.of(field),
    source: this.#plans.of(from),
    isLowerCased,
  }));

  constructor(table: ValueInterner) {
    this.#table = table;
  }

  read({ attributes, variants }: EffectiveRecord): void {
    this.lists = [];
    const own = this.#fieldsOf(attributes, this.lists);
    this.variants = variants.map(({ id, attributes: each }) => ({ id, fields: this.#fieldsOf(each) }));
    const union = this.#union();
    const rollUps = this.#rollUps.map(({ list, source, isLowerCased }) => {
      const values = own.get(list) ?? union.get(source) ?? own.get(source);
      return { list, values: values && isLowerCased ? this.#lowerCased(values) : values };
    });
    for (const [plan, values] of union) if (!own.has(plan)) own.set(plan, values);
    for (const { list, values } of rollUps) if (values !== undefined) own.set(list, values);
    this.product = own;
  }

  #fieldsOf(attributes: Attributes, lists: FieldPlan[] = []): FieldValues {
    const fields: FieldValues = new Map();
    for (const name of Object.keys(attributes)) {
      const plan = this.#plans.of(name);
      const value = attributes[name];
      if (Array.isArray(value)) lists.push(plan);
      if (!plan.isField || value === null) continue;
      if (isFieldValue(value)) fields.set(plan, [this.#table.numberOf(value)]);
      else if (Array.isArray(value) && value.length > 0) {
        const values = listScalars(value).map((each) => this.#table.numberOf(each));
        if (values.length > 0) fields.set(plan, values);
      }
    }
    return fields;
  }

  /** The values of all variants by field, in the variants' order. */
  #union(): FieldValues {
    const all = new Map<FieldPlan, number[]>();
    for (const { fields } of this.variants) {
      for (const [plan, values] of fields) {
        const known = all.get(plan);
        if (known === undefined) all.set(plan, [...values]);
        else for (const value of values) known.push(value);
      }
    }
    const union: FieldValues = all;
    for (const [plan, values] of all) union.set(plan, dedupe(values));
    return union;
  }

  #lowerCased(values: readonly number[]): number[] {
    const lower = values.map((value) => this.#table.numberOf(this.#table.textOf(value).toLowerCase()));
    return [...new Set(lower)];
  }
}
