import type { Plan } from '../../../client/delivery/push/plan.ts';
import { type JsonValue, snakeCase } from '../../output/printable.ts';
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

export function planToJson(plan: Plan): { readonly [name: string]: JsonValue } {
  const { changes, why, losses, held, bytes, guards, ...others } = plan;
  const { before, after: _, ...counts } = changes ?? {};
  return snakeCase({
    ...others,
    why: loadReasonText(why),
    productsBefore: before,
    ...counts,
    losses: losses.map(lossText),
    bodyBytes: bytes,
    held: serviceContentText(held),
    guards: guards.map(({ found, ...guard }) => ({
      ...guard,
      why: guardReason({ found, ...guard }),
    })),
  });
}
