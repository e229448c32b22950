import { loadRoute } from './load-route.ts';

/** A full load of products (spec: B "PUT (full)": replaces the catalog's data entirely). */
export const putProducts = loadRoute({
  operation: 'put-products',
  method: 'PUT',
  family: 'products',
  basis: 'spec',
  summary: 'Replace a product catalog.',
});
