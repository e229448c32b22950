import type { GuardVerdict } from '../../../client/delivery/push/guards.ts';
import type { Plan } from '../../../client/delivery/push/plan.ts';
import type { JsonValue } from '../../output/printable.ts';
import { guardReason } from '../../shared/guard-messages.ts';
import { loadReasonText, lossText, serviceContentText } from '../../shared/load-messages.ts';

export interface NamedPlan {
  environment: string;
  catalog: string;
  /** As the user named it. */
  source: string;
  plan: Plan;
}

/** Of the document of `brctl plan --json`, and of what a saved plan begins with. */
export const PLAN_SCHEMA = 'brctl.plan/1';

export function planDocument({ environment, catalog, source, plan }: NamedPlan) {
  return { schema: PLAN_SCHEMA, environment, catalog, source, plan: planToJson(plan) };
}

export function dryRunDocument({ environment, catalog, source, plan }: NamedPlan) {
  return { schema: 'brctl.push/1', environment, catalog, source, dry_run: true, plan: planToJson(plan) };
}

export function planToJson(plan: Plan): { [name: string]: JsonValue } {
  const { changes } = plan;
  return {
    mode: plan.mode,
    via: plan.via,
    why: loadReasonText(plan.why),
    missing: plan.missing,
    products: plan.products,
    ...(changes && {
      products_before: changes.before,
      added: changes.added,
      changed: changes.changed,
      removed: changes.removed,
      unchanged: changes.unchanged,
      newly_unavailable: changes.newlyUnavailable,
      newly_available: changes.newlyAvailable,
      price_leaps: changes.priceLeaps,
      attributes: changes.attributes.map(({ name, products, examples }) => ({
        name,
        products,
        examples: examples.map(({ product, old, new: now }) => ({ product, old, new: now })),
      })),
      examples: {
        added: changes.examples.added,
        changed: changes.examples.changed,
        removed: changes.examples.removed,
        newly_unavailable: changes.examples.newlyUnavailable,
        newly_available: changes.examples.newlyAvailable,
        price_leaps: changes.examples.priceLeaps,
      },
    }),
    carried: plan.carried,
    losses: plan.losses.map(lossText),
    operations: plan.operations,
    jobs: plan.jobs,
    body_bytes: plan.bytes,
    warnings: plan.warnings,
    problems: plan.problems.map((problem) => ({ ...problem })),
    held: serviceContentText(plan.held),
    guards: plan.guards.map(guardToJson),
  };
}

function guardToJson(guard: GuardVerdict) {
  const { code, verdict, pass, examples, lines, data } = guard;
  return { code, verdict, why: guardReason(guard), pass, examples, lines, data };
}
