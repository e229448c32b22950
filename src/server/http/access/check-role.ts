import type { Role } from '../../emulator-options.ts';
import { Refusal } from '../../service/refusals.ts';
import type { Route } from '../route.ts';

export function hasRoute(role: Role, route: Route): boolean {
  if (role !== 'search') return true;
  return route.area === 'control' ? route.isOfSearch === true : route.area !== 'catalog';
}

/** @throws Refusal `other_role` where a process that only searches is asked for something else */
export function checkRole(role: Role, route: Route): void {
  if (hasRoute(role, route)) return;
  throw new Refusal(
    'other_role',
    `this is a search node (--role search): send ${route.operation} to the ingest node`,
  );
}
