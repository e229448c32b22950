import Fastify, { type FastifyInstance, type FastifySchema, type FastifyServerOptions } from 'fastify';
import { scanJson } from '../../base/json/scan.ts';
import { Tape } from '../../base/json/tape.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import { orNull } from '../../protocol/json-schema.ts';
import type { Instance } from '../instance.ts';
import { listenError, readBoundPort } from '../listen-error.ts';
import { Refusal } from '../service/refusals.ts';
import { addCallHooks } from './calls/call-hooks.ts';
import { answerErrors } from './errors/errors.ts';
import { answerUnknownPaths } from './errors/not-found.ts';
import type { Area, Route } from './route.ts';
import {
  buildServerOptions,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type TlsFiles,
} from './server-options.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
    area?: Area;
  }
}

export interface AppOptions {
  host: Instance;
  routes: readonly Route[];
  tls: TlsFiles | null;
  limits?: ConnectionLimits;
}

const CONTROL_BODY_BYTES = 1_048_576;
/** A list of as many fault rules as there may be, of all members, has 40,000. */
const MAX_VALUES = 50_000;

/** Every route of the table behind the same hooks, checks and error answers. It does not listen yet. */
export function createApp({ host, routes, tls, limits = CONNECTION_LIMITS }: AppOptions): FastifyInstance {
  const app = Fastify(buildServerOptions(tls, limits) as FastifyServerOptions) as FastifyInstance;
  app.server.maxConnections = limits.connections;
  addCallHooks(app, host);
  app.addHook('preClose', async () => host.events.close());
  answerErrors(app, host);
  answerUnknownPaths(app, routes);
  // Bodies reach the handlers unread: what they are, and how much of them is read, is each operation's own rule.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const isControl = ({ area }: Route) => area === 'control';
  for (const route of routes.filter((each) => !isControl(each))) addRoute(app, route, host);
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // Whatever the content type says: `curl -d` sends a form's.
    scope.addContentTypeParser('application/gzip', (_request, payload, done) => done(null, payload));
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: CONTROL_BODY_BYTES }, parseJson);
    for (const route of routes.filter(isControl)) addRoute(scope, route, host);
    done();
  });
  return app;
}

function addRoute(app: FastifyInstance, route: Route, host: Instance): void {
  const { method, path: url } = route;
  const schema = route.area === 'control' ? listCheckedParts(route) : {};
  app.route({ method, url, config: { route }, schema, handler: (...call) => route.handle(...call, host) });
}

/** Schema that Fastify checks for a control call; the other areas check in their own order, with their own messages. */
function listCheckedParts({ query, params, body, isBodyOptional, checksBody }: Route): FastifySchema {
  return {
    ...(query !== undefined && { querystring: { type: 'object', properties: query } }),
    ...(params !== undefined && { params: { type: 'object', properties: params } }),
    ...(body !== undefined && !checksBody && { body: isBodyOptional ? orNull(body) : body }),
  };
}

function parseJson(
  _request: unknown,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  try {
    const bytes = Buffer.from(text);
    // A megabyte of brackets would take `JSON.parse` half a second, one of names and what reads them a tenth.
    const tape = new Tape();
    const problem = bytes.length === 0 ? null : scanJson(tape, bytes, 0, bytes.length);
    if (problem !== null) throw new SyntaxError(problem.message);
    if (tape.length > MAX_VALUES)
      throw new SyntaxError(`the body has more than ${formatCount(MAX_VALUES)} values`);
    const body = bytes.length === 0 ? undefined : (JSON.parse(bytes.toString()) as unknown);
    // To Fastify's validators `null` is no body at all.
    if (body === null) done(new Refusal('invalid_parameter', 'the body must be a JSON object'));
    else done(null, body);
  } catch (error) {
    done(Object.assign(error as SyntaxError, { statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY' }));
  }
}

/** Calls in flight at a stop get so long; then their connections are dropped. */
const GRACE_MS = 250;

export type RunningHttp = Awaited<ReturnType<typeof listen>>;

/** Listens; port 0 takes a free one. @throws BrctlError `config` where the port is taken or not ours to take */
export async function listen(app: FastifyInstance, host: string, port: number) {
  // A client may close its direction after a request (`nc -N`, some proxies). Node has the switch, its types have not.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw listenError({ what: 'HTTP', host, port, option: '--port' }, cause);
  }
  return {
    port: readBoundPort(app.server),
    connections: () =>
      new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count ?? 0))),
    close: () => close(app),
  };
}

async function close(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  timer.unref();
  await app.close();
  clearTimeout(timer);
}
