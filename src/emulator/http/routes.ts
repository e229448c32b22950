import type { Route } from './route.ts';

/** Every operation of the service, in the order in which openapi.json shows them. */
export const ROUTES: readonly Route[] = [];
