import type { Attributes, EffectiveRecord } from '../effective-record.ts';
import { isFieldValue, listScalars } from '../field-values.ts';
import { NumberSet } from '../values/number-list.ts';
import type { ValueInterner } from '../values/value-table.ts';
import { type FieldPlan, FieldPlans, type FieldValues } from './field-plan.ts';

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
  /** In the order in which they were first set. A product without an own value takes the values of its variants. */
  product: FieldValues[] = [];
  /** From the first reading on: V8 would throw away what it has optimised for a list of other elements than its own. */
  variants!: readonly VariantFields[];
  /** The product's attributes that are lists, also those that are no fields. */
  lists: FieldPlan[] = [];
  readonly #plans = new FieldPlans();
  readonly #table: ValueInterner;
  /** By value its text in lower case. */
  readonly #lowered = new Map<number, number>();
  readonly #met = new NumberSet();
  readonly #rollUps = ROLL_UPS.map(({ field, from, isLowerCased }) => ({
    list: this.#plans.of(field),
    source: this.#plans.of(from),
    isLowerCased,
    values: null as readonly number[] | null,
  }));

  constructor(table: ValueInterner) {
    this.#table = table;
  }

  read({ attributes, variants }: EffectiveRecord): void {
    this.lists = [];
    this.product = this.#readFields(attributes, this.lists);
    for (const field of this.product) field.plan.own = field;
    this.variants = this.#readVariants(variants);
    const united = this.#unite();
    for (const rollUp of this.#rollUps) {
      const { list, source, isLowerCased } = rollUp;
      const values = list.own?.values ?? source.union ?? source.own?.values ?? null;
      rollUp.values = values !== null && isLowerCased ? this.#lowerCased(values) : values;
    }
    for (const plan of united) if (plan.own === null) this.#set(plan, plan.union ?? []);
    for (const { list, values } of this.#rollUps) if (values !== null) this.#set(list, values);
    for (const { plan } of this.product) plan.own = null;
    for (const plan of united) plan.union = null;
  }

  #set(plan: FieldPlan, values: readonly number[]): void {
    const place = plan.own === null ? this.product.length : this.product.indexOf(plan.own);
    plan.own = { plan, values };
    this.product[place] = plan.own;
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
    if (plan.last !== null && plan.given === value) return plan.last;
    plan.given = value;
    plan.last = { plan, values: isFieldValue(value) ? [this.#table.numberOf(value)] : this.#readList(value) };
    return plan.last;
  }

  #readList(value: unknown): number[] {
    const values: number[] = [];
    for (const each of listScalars(value)) values.push(this.#table.numberOf(each));
    return values;
  }

  /** A view shows most variants as the base does. */
  #readVariants(variants: EffectiveRecord['variants']): VariantFields[] {
    const before: readonly VariantFields[] | undefined = this.variants;
    const read: VariantFields[] = [];
    for (let index = 0; index < variants.length; index++) {
      const { id, attributes } = variants[index] as EffectiveRecord['variants'][number];
      const shown = before !== undefined && index < before.length ? before[index] : undefined;
      const isSame = shown?.attributes === attributes;
      read.push(isSame ? shown : { id, attributes, fields: this.#readFields(attributes) });
    }
    return read;
  }

  /** Gathers the values of all variants by field, in the variants' order. */
  #unite(): FieldPlan[] {
    const united: FieldPlan[] = [];
    for (const { fields } of this.variants) {
      for (const { plan, values } of fields) {
        if (plan.union === null) {
          plan.union = [...values];
          united.push(plan);
        } else for (const value of values) plan.union.push(value);
      }
    }
    for (const { union } of united) if (union !== null && union.length > 1) this.#makeDistinct(union);
    return united;
  }

  #lowerCased(values: readonly number[]): number[] {
    const lower: number[] = [];
    for (const value of values) {
      const known = this.#lowered.get(value) ?? this.#table.numberOf(this.#table.textOf(value).toLowerCase());
      this.#lowered.set(value, known);
      lower.push(known);
    }
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
