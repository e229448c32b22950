import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JsonSchema, Members, Schema } from '../../protocol/json-schema.ts';
import type { Role } from '../emulator-options.ts';
import type { Instance } from '../instance.ts';
import type { Basis } from '../service/refusals.ts';

export type Area = 'catalog' | 'search' | 'widget' | 'pathways' | 'suggest' | 'control';

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
  headers?: JsonSchemas;
  body?: JsonSchema;
  isBodyOptional?: boolean;
  answer?: JsonSchema;
  /** Names of further parameters of the query. */
  queryPattern?: RegExp;
  needs?: readonly string[];
  /** The body reaches the handler as a stream (`request.raw` unread), for large loads. */
  streamsBody?: boolean;
  /** Control call that is answered to other machines, too, such as load balancers: what it tells them is for everyone (`admit-control-call.ts`). */
  isOpen?: true;
  /** The handler of a control call itself checks the body: it is a file, or its members depend on each other. */
  checksBody?: true;
  isPage?: true;
  /** Control call that a process that only searches has, too. */
  isOfSearch?: true;
  handle(request: FastifyRequest, reply: FastifyReply, instance: Instance): Promise<unknown>;
}

export function hasRoute(role: Role, { area, isOfSearch }: Route): boolean {
  if (role !== 'search') return true;
  return area === 'control' ? isOfSearch === true : area !== 'catalog';
}

/** The names after colons in a path. */
type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A call, a control call checked, in the types of its path and schemas. */
export interface Call<Name extends string = string, Query = unknown, Body = unknown> {
  params: Record<Name, string>;
  query: Query;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
  host: Instance;
}

type Declaration<Path extends string, Query, Body> = Partial<Pick<Route, 'area' | 'basis'>> &
  Omit<Route, 'operation' | 'method' | 'path' | 'area' | 'basis' | 'query' | 'body' | 'handle'> & {
    query?: Query;
    body?: Schema<Body>;
    handle(call: Call<PathNames<Path>, Members<Query>, Body>): unknown;
  };

/**
 * Declares a call of the service, or without an area a control call such as `GET /_brctl/jobs`: it works on the emulator itself
 * (docs/reference/serve.md, Control calls). The service has none: what they do is our choice.
 */
export function declareCall<
  Path extends string,
  Query extends Record<string, JsonSchema> = Record<never, never>,
  Body = unknown,
>(
  operation: string,
  place: `${Route['method']} ${Path}`,
  { handle, ...declared }: Declaration<Path, Query, Body>,
): Route {
  const [method, path] = place.split(' ') as [Route['method'], string];
  return {
    area: 'control',
    basis: 'assumption',
    ...declared,
    operation,
    method,
    path,
    handle: async (request, reply, host) =>
      handle({
        params: request.params as Record<PathNames<Path>, string>,
        query: request.query as Members<Query>,
        body: (request.body ?? {}) as Body,
        request,
        reply,
        host,
      }),
  };
}
