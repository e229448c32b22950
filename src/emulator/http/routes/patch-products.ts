import { loadRoute } from './load-route.ts';

/** A delta of products (spec: B "PATCH (delta)"): applied completely or not at all. */
export const patchProducts = loadRoute({
  operation: 'patch-products',
  method: 'PATCH',
  family: 'products',
  basis: 'spec',
  summary: 'Apply a delta to a product catalog.',
});
