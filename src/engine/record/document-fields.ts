import type { ValueInterner } from '../values/value-table.ts';
import type { FieldPlan } from './field-plan.ts';
import type { OrderedMembers } from './ordered-members.ts';
import type { RecordReader } from './record-reader.ts';
import { FieldEntries, ValueList } from './value-list.ts';

/** The filterable values of a record as a view shows it: its own, those of each variant, and the union of these. */
export class DocumentFields {
  readonly values: ValueList;
  readonly own = new FieldEntries();
  /** Those of all variants, one variant behind the other. */
  readonly ofVariants = new FieldEntries();
  /** Where each variant's entries end, and the node of its id. */
  readonly variantEnds: number[] = [];
  readonly variantIds: number[] = [];
  variantCount = 0;
  /** What the variants have of fields that the document has not itself, and of those that lists are made from. */
  readonly union = new FieldEntries();
  readonly #reader: RecordReader;
  /** By entry of a variant the next one of the same field, -1 for none. */
  readonly #nextEntries: number[] = [];
  readonly #united: FieldPlan[] = [];
  #stamp = 0;

  constructor(reader: RecordReader, table: ValueInterner) {
    this.#reader = reader;
    this.values = new ValueList(table);
  }

  /** Reads the values of the record as the reader shows it. */
  read(): void {
    this.#stamp++;
    this.values.clear();
    for (const entries of [this.own, this.ofVariants, this.union]) entries.clear();
    this.variantCount = 0;
    this.#addFields(this.#reader.attributes, this.own);
    for (let at = 0; at < this.own.length; at++) {
      const plan = this.own.plans[at] as FieldPlan;
      plan.ownStamp = this.#stamp;
      plan.ownAt = at;
    }
    this.#reader.eachVariant(this.#addVariant);
    this.#unite();
  }

  /** Whether the document has its own value. */
  hasOwn(plan: FieldPlan): boolean {
    return plan.ownStamp === this.#stamp;
  }

  /** Whether a variant has a value, for fields that `union` tells of. */
  isInUnion(plan: FieldPlan): boolean {
    return plan.unionStamp === this.#stamp;
  }

  readonly #addVariant = (id: number, attributes: OrderedMembers): void => {
    this.#addFields(attributes, this.ofVariants);
    this.variantIds[this.variantCount] = id;
    this.variantEnds[this.variantCount++] = this.ofVariants.length;
  };

  #addFields({ length, plans, nodes }: OrderedMembers, entries: FieldEntries): void {
    const { values } = this;
    for (let at = 0; at < length; at++) {
      const plan = plans[at] as FieldPlan;
      if (!plan.isField) continue;
      const from = values.length;
      values.read(this.#reader.nodes, nodes[at] ?? 0);
      if (values.length > from) entries.add(plan, from, values.length);
    }
  }

  /** The union of the variants' values by field, each value once, in the variants' order. */
  #unite(): void {
    const united = this.#united;
    const { ofVariants, union, values } = this;
    const count = this.#chain();
    for (let at = 0; at < count; at++) {
      const plan = united[at] as FieldPlan;
      plan.unionAt = union.length;
      if (plan.unionFirst === plan.unionLast) {
        union.add(plan, ofVariants.from[plan.unionFirst] ?? 0, ofVariants.to[plan.unionFirst] ?? 0);
        continue;
      }
      const from = values.length;
      for (let entry = plan.unionFirst; entry !== -1; entry = this.#nextEntries[entry] ?? -1) {
        values.copy(ofVariants.from[entry] ?? 0, ofVariants.to[entry] ?? 0);
      }
      values.makeUnique(from);
      union.add(plan, from, values.length);
    }
  }

  /** Joins the variants' entries of each field; gives how many fields there are. */
  #chain(): number {
    const united = this.#united;
    const nextEntries = this.#nextEntries;
    const { ofVariants } = this;
    let count = 0;
    for (let entry = 0; entry < ofVariants.length; entry++) {
      const plan = ofVariants.plans[entry] as FieldPlan;
      if (this.hasOwn(plan) && !plan.isRollUpSource) continue;
      nextEntries[entry] = -1;
      if (plan.unionStamp === this.#stamp) nextEntries[plan.unionLast] = entry;
      else {
        plan.unionStamp = this.#stamp;
        plan.unionFirst = entry;
        united[count++] = plan;
      }
      plan.unionLast = entry;
    }
    return count;
  }
}
