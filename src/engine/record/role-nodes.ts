import type { FieldPlan } from './field-plan.ts';
import { ROLES, type Role } from './field-plan.ts';
import { type JsonNodes, KIND } from './json-nodes.ts';
import type { OrderedMembers } from './ordered-members.ts';

const PLACES = Object.fromEntries(ROLES.map((role, at) => [role, at])) as Readonly<Record<Role, number>>;

/** The nodes of the attributes that are more than fields, by name; 0 for those that are not there or null. */
export class RoleNodes {
  readonly #found = new Uint32Array(ROLES.length);

  read(nodes: JsonNodes, attributes: OrderedMembers): void {
    this.#found.fill(0);
    for (let at = 0; at < attributes.length; at++) {
      const { role } = attributes.plans[at] as FieldPlan;
      if (role === -1) continue;
      const node = attributes.nodes[at] ?? 0;
      if (nodes.kinds[node] !== KIND.null) this.#found[role] = node;
    }
  }

  of(role: Role): number {
    return this.#found[PLACES[role]] ?? 0;
  }

  /** The first of two that is there. */
  ofFirst(role: Role, other: Role): number {
    return this.of(role) || this.of(other);
  }
}
