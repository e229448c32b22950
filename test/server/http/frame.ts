import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { createApp, listen, type RunningHttp } from '../../../src/server/http/app.ts';
import { describeApi } from '../../../src/server/http/openapi/openapi.ts';
import type { Route } from '../../../src/server/http/route.ts';
import { ROUTES } from '../../../src/server/http/routes.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type TlsFiles,
} from '../../../src/server/http/server-options.ts';
import type { Instance } from '../../../src/server/instance.ts';
import { createSecretMask } from '../../../src/server/service/account/secrets.ts';
import type { CatalogService } from '../../../src/server/service/catalog/catalog-service.ts';
import { ServiceClock } from '../../../src/server/service/control/clock.ts';
import { EventFeed } from '../../../src/server/service/control/event-feed.ts';
import { FaultRules } from '../../../src/server/service/control/faults.ts';
import { type Log, silentLog } from '../../../src/server/service/control/log.ts';
import { Metrics } from '../../../src/server/service/control/metrics.ts';
import { RequestLog } from '../../../src/server/service/control/request-log.ts';

export const ACCOUNT = {
  accountId: '6702',
  apiKey: 'local-key-of-the-test',
  authKey: 'auth-key-of-the-test',
  acctAuth: 'acct-auth-of-the-test',
  catalogs: null,
  defaultCatalog: 'products_en',
  sftpUser: 'products_en',
  sftpPublicKeys: [],
};

export const CONTROL_ROUTES = ROUTES.filter(({ area }) => area === 'control');

const answerOk: Route['handle'] = async (request) => ({ query: request.query, params: request.params });

/** Stands for the routes of every area: the frame is the same whatever a handler does. */
export const SAMPLE_ROUTES: readonly Route[] = [
  {
    operation: 'put-products',
    method: 'PUT',
    path: '/dataconnect/api/v1/accounts/:accountId/catalogs/:catalog/products',
    area: 'catalog',
    basis: 'spec',
    summary: 'Takes a full load.',
    streamsBody: true,
    async handle(request) {
      let bytes = 0;
      for await (const chunk of request.raw) {
        request.exchange.tap.see(chunk);
        bytes += (chunk as Buffer).length;
      }
      return { bytes };
    },
  },
  {
    operation: 'get-search',
    method: 'GET',
    path: '/api/v1/core/',
    area: 'search',
    basis: 'doc',
    summary: 'Searches.',
    query: { q: {}, fq: { type: 'array', items: { type: 'string' } }, auth_key: {} },
    handle: answerOk,
  },
  {
    operation: 'get-pathways-widget',
    method: 'GET',
    path: '/api/v2/widgets/:type/:widgetId',
    area: 'pathways',
    basis: 'doc',
    summary: 'Recommends.',
    handle: answerOk,
  },
];

export interface Frame {
  app: FastifyInstance;
  http: RunningHttp;
  origin: string;
  host: Instance;
}

interface FrameChange {
  routes?: readonly Route[];
  log?: Log;
  loose?: boolean;
  tls?: TlsFiles;
  limits?: Partial<ConnectionLimits>;
}

/** A host whose parts are real where the frame uses them; put in place of another's, it makes that one as new. */
export function createHost({ routes = SAMPLE_ROUTES, ...change }: FrameChange = {}): Instance {
  return {
    role: 'all' as const,
    environment: 'local',
    accounts: [ACCOUNT],
    settings: {
      maxOperationsPerJob: 10_000,
      maxSftpFileBytes: null,
      jobDelayMs: 0,
      loose: change.loose ?? false,
      requireAuthKey: false,
      indexNoop: 'success',
      malformedPutPercent: 0,
    } as never,
    clock: new ServiceClock(() => Date.UTC(2026, 0, 1)),
    log: change.log ?? silentLog,
    catalogs: { jobs: () => [], catalogs: () => [] } as unknown as CatalogService,
    search: {} as never,
    past: {} as never,
    version: '1.2.3',
    folders: undefined as never,
    files: { list: () => [] } as never,
    faults: new FaultRules(),
    requests: new RequestLog(),
    events: new EventFeed(),
    metrics: new Metrics(),
    mask: createSecretMask([ACCOUNT]),
    engineHealth: async () => ({ engine: 'embedded', state: 'green', detail: 'index files on this machine' }),
    ready: () => null,
    openApi: () =>
      describeApi([...routes, ...CONTROL_ROUTES], {
        server: 'http://127.0.0.1:4747',
        version: '1.2.3',
        accountIds: [ACCOUNT.accountId],
      }),
    reset: vi.fn(async () => undefined),
    saveSnapshot: vi.fn(async () => undefined),
    deleteSnapshot: vi.fn(async () => undefined),
    exportSnapshot: () => Readable.from([]),
    importSnapshot: vi.fn(async () => undefined),
    snapshots: () => [],
    threadsEnded: async () => undefined,
  };
}

/** A listening app over the sample routes. */
export async function startFrame(change: FrameChange = {}): Promise<Frame> {
  const { routes = SAMPLE_ROUTES } = change;
  const host = createHost(change);
  const limits = { ...CONNECTION_LIMITS, ...change.limits };
  const app = createApp({ host, routes: [...routes, ...CONTROL_ROUTES], tls: change.tls ?? null, limits });
  const http = await listen(app, '127.0.0.1', 0);
  return { app, http, origin: `http://127.0.0.1:${http.port}`, host };
}

/** The body of an answer, in the shape that the test expects and goes on to check. */
export async function bodyOf<Body>(answer: Response): Promise<Body> {
  return (await answer.json()) as Body;
}

export interface CatalogErrorBody {
  details: { type: string; title: string; detail: string; class: string }[];
}
