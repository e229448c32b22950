import type { Role } from '../../emulator-options.ts';
import { Refusal } from '../../service/refusals.ts';
import type { ControlRoute, Route } from '../route.ts';

const SEARCH_CONTROLS: ReadonlySet<string> = new Set([
  'get-ready',
  'get-requests',
  'get-request',
  'get-events',
  'get-catalogs',
  'get-clock',
  'put-clock',
  'get-faults',
  'put-faults',
  'delete-faults',
  'get-metrics',
  'get-openapi',
]);

export function hasRoute(role: Role, { area, operation }: Route | ControlRoute): boolean {
  if (role !== 'search') return true;
  return area === 'control' ? SEARCH_CONTROLS.has(operation) : area !== 'catalog';
}

/** @throws Refusal `other_role` where a process that only searches is asked for something else */
export function checkRole(role: Role, route: Route | ControlRoute): void {
  if (hasRoute(role, route)) return;
  throw new Refusal(
    'other_role',
    `this is a search node (--role search): send ${route.operation} to the ingest node`,
  );
}
