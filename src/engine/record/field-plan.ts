const NO_FIELD = /^description$|image|^(category_paths|store_location|views|variants)$/i;
const NOT_SEARCHED =
  /^(title|brand|keywords|tags|url|availability|colors|color_groups|sizes)$|url$|link$|date/i;

/** How the values of an attribute are indexed, decided once for each name. */
export interface FieldPlan {
  readonly name: string;
  /** From 0 on, in the order in which names come. */
  readonly number: number;
  /** Its values are filtered, counted and sorted. */
  readonly isField: boolean;
  /** Its values are searched as other text. */
  readonly isSearched: boolean;
  /** The one that came behind it last: records mostly give their attributes in one order. */
  next: FieldPlan | null;
  /** The attribute's last value, and the field that it made. */
  given: unknown;
  last: FieldValues | null;
  /** The values of the document that is being read, and those of all its variants. */
  own: FieldValues | null;
  union: number[] | null;
}

/** The values of a field, each once, as numbers in the table of values. */
export interface FieldValues {
  readonly plan: FieldPlan;
  readonly values: readonly number[];
}

/** The plans of a catalog's attributes by name. */
export class FieldPlans {
  readonly #plans = new Map<string, FieldPlan>();

  /** @param before the plan of the attribute before it */
  of(name: string, before: FieldPlan | null = null): FieldPlan {
    const likely = before?.next;
    if (likely?.name === name) return likely;
    let plan = this.#plans.get(name);
    if (plan === undefined) {
      const isField = !NO_FIELD.test(name);
      const isSearched = isField && !NOT_SEARCHED.test(name);
      plan = {
        name,
        number: this.#plans.size,
        isField,
        isSearched,
        next: null,
        given: null,
        last: null,
        own: null,
        union: null,
      };
      this.#plans.set(name, plan);
    }
    if (before !== null) before.next = plan;
    return plan;
  }
}
