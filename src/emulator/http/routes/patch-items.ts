import { loadRoute } from './load-route.ts';

/** A delta of a content catalog (doc: public-facts B1; spec: "path family /items"). */
export const patchItems = loadRoute({
  operation: 'patch-items',
  method: 'PATCH',
  family: 'items',
  basis: 'doc',
  summary: 'Apply a delta to a content catalog.',
});
