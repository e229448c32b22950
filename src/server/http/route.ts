import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Instance } from '../instance.ts';
import type { Basis } from '../service/refusals.ts';

export type Area = 'catalog' | 'search' | 'widget' | 'pathways' | 'suggest' | 'control';

export type JsonSchema = Record<string, unknown>;

export type JsonSchemas = Readonly<Record<string, JsonSchema>>;

export interface Route {
  /** `operationId` of openapi.json, and the name that fault rules and metrics use, such as `put-products`. */
  operation: string;
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  /** Fastify path, such as `/dataconnect/api/v1/accounts/:accountId/catalogs/:catalog/products`. */
  path: string;
  area: Area;
  basis: Basis;
  summary: string;
  /** Parameters of the path of which more is to be said than that they are texts. */
  params?: JsonSchemas;
  /** Parameters of the query; `not: {}` stands for one of the real service whose every value is refused (501). */
  query?: JsonSchemas;
  /** Names of further parameters of the query, as regular expressions. */
  queryPatterns?: JsonSchemas;
  /** Parameters of the query that are refused where they lack. */
  needs?: readonly string[];
  headers?: JsonSchemas;
  body?: JsonSchema;
  isBodyOptional?: boolean;
  answer?: JsonSchema;
  /** The body reaches the handler as a stream (`request.raw` unread), for large loads. */
  streamsBody?: boolean;
  handle(request: FastifyRequest, reply: FastifyReply, instance: Instance): Promise<unknown>;
}
