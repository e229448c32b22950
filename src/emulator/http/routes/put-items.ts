import { loadRoute } from './load-route.ts';

/** A full load of a content catalog (doc: public-facts B1). */
export const putItems = loadRoute({
  operation: 'put-items',
  method: 'PUT',
  family: 'items',
  basis: 'doc',
  summary: 'Replace a content catalog.',
});
