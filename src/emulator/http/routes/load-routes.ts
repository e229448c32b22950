import { CONTENT_TYPES } from '../../../protocol/content-types.ts';
import { CATALOG_PREFIX, type RecordFamily } from '../../../protocol/paths.ts';
import { authenticateCatalogCall } from '../access/authenticate.ts';
import { exactly, TEXT } from '../openapi/json-schema.ts';
import type { JsonSchema, Route } from '../route.ts';

/** Path of everything that belongs to one catalog (spec: B). */
export const CATALOG_PATH = `${CATALOG_PREFIX}/accounts/:accountId/catalogs/:catalog`;

export const CATALOG_PARAMS: JsonSchema = {
  type: 'object',
  required: ['accountId', 'catalog'],
  properties: {
    accountId: { ...TEXT, description: 'Account identifier' },
    catalog: { ...TEXT, description: 'Catalog name, equal to the domain key of searches' },
  },
};

/** `{"jobId":"<uuid>"}` (spec: Job). */
export const JOB_ACCEPTED: JsonSchema = exactly({ jobId: { ...TEXT, format: 'uuid' } });

/** The three kinds of body (spec: Body kinds). */
const BODY: JsonSchema = {
  type: 'string',
  description: `${CONTENT_TYPES.jsonLines}, ${CONTENT_TYPES.jsonPatch}, or SFTP paths as ${CONTENT_TYPES.sftpPaths}`,
};

/** What distinguishes the four loads from one another. */
interface Load {
  operation: string;
  method: 'PUT' | 'PATCH';
  family: RecordFamily;
  basis: Route['basis'];
  summary: string;
}

/** PUT replaces the catalog, PATCH changes it, completely or not at all (spec: B). */
function loadRoute({ operation, method, family, basis, summary }: Load): Route {
  return {
    operation,
    method,
    path: `${CATALOG_PATH}/${family}`,
    area: 'catalog',
    basis,
    summary,
    schema: { params: CATALOG_PARAMS, body: BODY, response: { 200: JOB_ACCEPTED } },
    streamsBody: true,
    async handle(request, _reply, instance) {
      const account = authenticateCatalogCall(request, instance);
      const { catalog } = request.params as { catalog: string };
      const { headers } = request;
      const length = Number(headers['content-length']);
      const accepted = await instance.catalogs.accept({
        account,
        catalog,
        family,
        mode: method === 'PUT' ? 'full' : 'delta',
        contentType: headers['content-type'],
        contentEncoding: headers['content-encoding'],
        ...(Number.isFinite(length) && { contentLength: length }),
        body: request.raw,
        requestId: request.id,
        seen: (chunk) => request.exchange.tap.see(chunk),
      });
      request.exchange.jobId = accepted.jobId;
      return accepted;
    },
  };
}

/** A full load of products (spec: B). */
export const putProducts = loadRoute({
  operation: 'put-products',
  method: 'PUT',
  family: 'products',
  basis: 'spec',
  summary: 'Replace a product catalog.',
});

/** A delta of products (spec: B): applied completely or not at all. */
export const patchProducts = loadRoute({
  operation: 'patch-products',
  method: 'PATCH',
  family: 'products',
  basis: 'spec',
  summary: 'Apply a delta to a product catalog.',
});

/** A full load of a content catalog (doc: public-facts B1). */
export const putItems = loadRoute({
  operation: 'put-items',
  method: 'PUT',
  family: 'items',
  basis: 'doc',
  summary: 'Replace a content catalog.',
});

/** A delta of a content catalog (doc: public-facts B1; spec: Catalog patch operation). */
export const patchItems = loadRoute({
  operation: 'patch-items',
  method: 'PATCH',
  family: 'items',
  basis: 'doc',
  summary: 'Apply a delta to a content catalog.',
});
