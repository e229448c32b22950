import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Instance } from '../instance.ts';
import type { Basis } from '../service/refusals.ts';

/** Which error envelope and which authentication a route has. */
export type Area = 'catalog' | 'search' | 'widget' | 'pathways' | 'suggest' | 'control';

/** A JSON Schema fragment of openapi.json. */
export type JsonSchema = Record<string, unknown>;

/** One operation of the service. Each is in a file of its own; http/routes/routes.ts lists them. */
export interface Route {
  /** `operationId` of openapi.json, and the name that fault rules and metrics use, such as `put-products`. */
  operation: string;
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  /** Fastify path, such as `/dataconnect/api/v1/accounts/:accountId/catalogs/:catalog/products`. */
  path: string;
  area: Area;
  basis: Basis;
  summary: string;
  /** What is sent and answered, for openapi.json: the handler itself checks it, since refusals have words and an order of their own. */
  schema: {
    params?: JsonSchema;
    querystring?: JsonSchema;
    headers?: JsonSchema;
    body?: JsonSchema;
    response?: Record<string, JsonSchema>;
  };
  /** More of the kind that JSON Schema of a whole query cannot say. */
  described?: {
    /** Parameters of the query that are refused where they lack. */
    needs?: readonly string[];
    /** Parameters of the query that may be sent without a value. */
    mayBeEmpty?: readonly string[];
    /** Values of the query's parameters by name; any other is text. Null: none is accepted, so it is left out. */
    values?: Readonly<Record<string, JsonSchema | null>>;
    body?: { schema: JsonSchema; required: boolean };
  };
  /** The body reaches the handler as a stream (`request.raw` unread), for large loads. */
  streamsBody?: boolean;
  handle(request: FastifyRequest, reply: FastifyReply, instance: Instance): Promise<unknown>;
}
