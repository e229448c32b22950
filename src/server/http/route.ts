import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EmulatorHost, Instance } from '../instance.ts';
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
  params?: JsonSchemas;
  /** Parameters of the query; `not: {}` stands for one of the real service whose every value is refused (501). */
  query?: JsonSchemas;
  queryPatterns?: JsonSchemas;
  needs?: readonly string[];
  headers?: JsonSchemas;
  body?: JsonSchema;
  isBodyOptional?: boolean;
  answer?: JsonSchema;
  /** The body reaches the handler as a stream (`request.raw` unread), for large loads. */
  streamsBody?: boolean;
  handle(request: FastifyRequest, reply: FastifyReply, instance: Instance): Promise<unknown>;
}

/** A control call: works on the emulator itself, never part of the service's own paths (docs/reference/serve.md, Control calls). */
export interface ControlRoute extends Omit<Route, 'handle' | 'area'> {
  area: 'control';
  /** Answered to other machines, too, such as load balancers: what it tells them is for everyone (`admit-control-call.ts`). */
  isOpen?: true;
  /** The handler itself checks the body: it is a file, or its members depend on each other. */
  checksBody?: true;
  isPage?: true;
  handle(request: FastifyRequest, reply: FastifyReply, host: EmulatorHost): Promise<unknown>;
}

export type ControlCall = Omit<ControlRoute, 'area' | 'basis'>;
