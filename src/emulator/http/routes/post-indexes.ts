import { authenticateCatalogCall } from '../access/authenticate.ts';
import type { Route } from '../route.ts';
import { CATALOG_PARAMS, CATALOG_PATH, JOB_ACCEPTED } from './load-routes.ts';

/** Runs the index job (doc: public-facts B1). A body means nothing: clients send none, or an empty one. */
export const postIndexes: Route = {
  operation: 'post-indexes',
  method: 'POST',
  path: `${CATALOG_PATH}/indexes`,
  area: 'catalog',
  basis: 'doc',
  summary: 'Run the index job, which makes what was loaded searchable.',
  schema: { params: CATALOG_PARAMS, response: { 200: JOB_ACCEPTED } },
  async handle(request, _reply, instance) {
    const account = authenticateCatalogCall(request, instance);
    const { catalog } = request.params as { catalog: string };
    const accepted = await instance.catalogs.runIndex(account, catalog, request.id);
    request.exchange.jobId = accepted.jobId;
    return accepted;
  },
};
