import type { DocumentFields } from './document-fields.ts';
import type { FieldPlan, FieldPlans } from './field-plan.ts';
import { FieldEntries } from './value-list.ts';

/** Product-level lists over the variants; color names are counted in lower case (doc: public-facts B4, C4). */
const ROLL_UPS = [
  { field: 'colors', from: 'color', lowerCase: true },
  { field: 'color_groups', from: 'color_group', lowerCase: true },
  { field: 'sizes', from: 'size', lowerCase: false },
] as const;

interface RollUp {
  list: FieldPlan;
  source: FieldPlan;
  lowerCase: boolean;
}

/**
 * Lists that a document has over its variants: their values, or the product's own where no variant has one. An attribute
 * of the list's name goes before.
 */
export class RollUps {
  /** The lists of the document that was read last. */
  readonly entries = new FieldEntries();
  readonly #rules: readonly RollUp[];

  constructor(plans: FieldPlans) {
    this.#rules = ROLL_UPS.map(({ field, from, lowerCase }) => ({
      list: plans.named(field),
      source: plans.named(from),
      lowerCase,
    }));
  }

  read(fields: DocumentFields): void {
    this.entries.clear();
    for (const rule of this.#rules) this.#add(fields, rule);
  }

  #add(fields: DocumentFields, { list, source, lowerCase }: RollUp): void {
    const { own, union } = fields;
    if (fields.hasOwn(list)) this.#take(fields, list, own.from[list.ownAt], own.to[list.ownAt], lowerCase);
    else if (fields.isInUnion(source)) {
      this.#take(fields, list, union.from[source.unionAt], union.to[source.unionAt], lowerCase);
    } else if (fields.hasOwn(source)) {
      this.#take(fields, list, own.from[source.ownAt], own.to[source.ownAt], lowerCase);
    } else if (fields.isInUnion(list)) {
      // Variants alone have an attribute of the list's name: it is a field as others are.
      this.#take(fields, list, union.from[list.unionAt], union.to[list.unionAt], false);
    }
  }

  #take({ values }: DocumentFields, list: FieldPlan, from = 0, to = 0, lowerCase: boolean): void {
    if (!lowerCase) {
      this.entries.add(list, from, to);
      return;
    }
    const start = values.length;
    values.copyLowerCase(from, to);
    values.makeUnique(start);
    this.entries.add(list, start, values.length);
  }
}
