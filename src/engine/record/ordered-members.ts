import type { FieldPlan } from './field-plan.ts';

let lastStamp = 0;

/**
 * An object's members in the order in which JavaScript has them, which is the order the engine answers in: a name that comes
 * again has its first place and its last value, and names that are whole numbers go first.
 */
export class OrderedMembers {
  length = 0;
  /** Longer than the list; the members behind are of earlier ones. */
  readonly plans: FieldPlan[] = [];
  /** The node of each value. */
  readonly nodes: number[] = [];
  #stamp = 0;
  #hasIndex = false;

  clear(): void {
    this.length = 0;
    this.#hasIndex = false;
    this.#stamp = ++lastStamp;
  }

  /** Gives a name a value. Only the list that was cleared last may be added to. */
  set(plan: FieldPlan, node: number): void {
    if (plan.listStamp === this.#stamp) {
      this.nodes[plan.listAt] = node;
      return;
    }
    plan.listStamp = this.#stamp;
    plan.listAt = this.length;
    this.plans[this.length] = plan;
    this.nodes[this.length++] = node;
    if (plan.index !== -1) this.#hasIndex = true;
  }

  /** To be called when all members are there. */
  settle(): void {
    if (this.#hasIndex) this.#putIndexesFirst();
  }

  #putIndexesFirst(): void {
    const members = Array.from({ length: this.length }, (_, at) => ({
      plan: this.plans[at] as FieldPlan,
      node: this.nodes[at] ?? 0,
    }));
    const place = ({ plan }: { plan: FieldPlan }) =>
      plan.index === -1 ? Number.POSITIVE_INFINITY : plan.index;
    members.sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
    for (const [at, { plan, node }] of members.entries()) {
      this.plans[at] = plan;
      this.nodes[at] = node;
    }
  }
}
