import path from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { DEFAULT_SEARCH_SETTINGS, type SearchEngine } from '../../../src/engine/engine.ts';
import { type EngineOptions, openEmbedded } from '../../../src/server/engines/open-engine.ts';
import type { Account } from '../../../src/server/service/account/account.ts';
import type { CatalogService } from '../../../src/server/service/catalog/catalog-service.ts';
import {
  type CatalogServiceOptions,
  openCatalogService,
} from '../../../src/server/service/catalog/open-catalog-service.ts';
import { silentLog } from '../../../src/server/service/control/log.ts';
import type { Job } from '../../../src/server/service/jobs/job.ts';
import type { LoadRequest } from '../../../src/server/service/load/load-kind.ts';
import { Refusal } from '../../../src/server/service/refusals.ts';
import { DEFAULT_HISTORY } from '../../../src/server/service/registry/version-log.ts';
import { DEFAULT_ANSWER_SETTINGS } from '../../../src/server/service/search/answer-settings.ts';
import { temporaryFolder } from '../../temp-folder.ts';

export const ACCOUNT: Account = {
  accountId: '6602',
  apiKey: 'key',
  authKey: 'auth',
  acctAuth: 'acct',
  catalogs: null,
  defaultCatalog: 'lamps',
  sftpUser: 'lamps',
  sftpPublicKeys: [],
};

/** How catalogs are searched unless a test says otherwise. */
export const SEARCH: CatalogServiceOptions['settings']['search'] = DEFAULT_SEARCH_SETTINGS;

/** The engine of a folder, as an instance has it; closed after the test. */
export function openTestEngine(folder: string, options: Partial<EngineOptions> = {}): SearchEngine {
  const answering = { loose: false, answers: DEFAULT_ANSWER_SETTINGS };
  const engine = openEmbedded({ folder, durable: false, answering, log: silentLog, ...options });
  onTestFinished(() => engine.close());
  return engine;
}

export type Overrides = Partial<Omit<CatalogServiceOptions, 'settings'>> & {
  settings?: Partial<CatalogServiceOptions['settings']>;
};

/** A catalog service on a folder of its own, closed after the test; SFTP files lie in `<folder>/sftp`. */
export async function openCatalogs(
  overrides: Overrides = {},
): Promise<{ service: CatalogService; folder: string; engine: SearchEngine }> {
  const folder = overrides.folder ?? temporaryFolder();
  let now = Date.UTC(2031, 1, 3, 10);
  const engine = overrides.engine ?? openTestEngine(folder);
  const service = await openCatalogService({
    durable: false,
    clock: { now: () => now++ },
    log: silentLog,
    resolveFile: (_account, relativePath) => {
      if (relativePath.includes('missing'))
        throw new Refusal('unknown_file', `no SFTP file "${relativePath}"`);
      return path.join(folder, 'sftp', relativePath);
    },
    ...overrides,
    engine,
    folder,
    settings: {
      maxOperationsPerJob: 10_000,
      maxSftpFileBytes: null,
      jobDelayMs: 0,
      indexNoop: 'success',
      malformedPutPercent: 0,
      history: DEFAULT_HISTORY,
      search: SEARCH,
      ...overrides.settings,
    },
  });
  onTestFinished(() => service.close());
  return { service, folder, engine };
}

export const JSON_LINES = 'application/json-patch+jsonlines';

/** Sends a load; the body is JSON Lines unless told otherwise. */
export async function send(
  service: CatalogService,
  mode: LoadRequest['mode'],
  body: string | Buffer | object[],
  request: Partial<LoadRequest> = {},
): Promise<string> {
  const text = Array.isArray(body) ? lines(body) : body;
  const { jobId } = await service.accept({
    account: ACCOUNT,
    catalog: 'lamps',
    family: 'products',
    mode,
    contentType: JSON_LINES,
    contentEncoding: undefined,
    body: Readable.from([Buffer.from(text)]),
    ...request,
  });
  return jobId;
}

/** Sends a load and waits until its job has ended. */
export async function load(...call: Parameters<typeof send>): Promise<Job> {
  const jobId = await send(...call);
  await call[0].settled();
  return call[0].job(jobId);
}

export function lines(operations: readonly object[]): string {
  return operations.map((operation) => `${JSON.stringify(operation)}\n`).join('');
}

/** A whole-record add of a product that breaks no rule. */
export function product(id: string, attributes: object = {}): object {
  const base = { title: `Lamp ${id}`, price: 10, url: `https://shop.example/p/${id}` };
  return { op: 'add', path: `/products/${id}`, value: { attributes: { ...base, ...attributes } } };
}

/** The stored catalog, as records by id. */
export async function stored(service: CatalogService, catalog = 'lamps'): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of service.records(catalog)) text += chunk;
  const operations = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return Object.fromEntries(operations.map(({ path: at, value }) => [at, value]));
}
