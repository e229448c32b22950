import type { FieldPlan } from './field-plan.ts';

/** Fields and where their values stand in a `ValueList`. */
export class FieldEntries {
  length = 0;
  /** Longer than the list, as the arrays are used again; so are the others. */
  readonly plans: FieldPlan[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];

  clear(): void {
    this.length = 0;
  }

  add(plan: FieldPlan, from: number, to: number): void {
    const at = this.length++;
    this.plans[at] = plan;
    this.from[at] = from;
    this.to[at] = to;
  }
}
