import path from 'node:path';
import { pid } from 'node:process';
import { checkOptions } from './check-options.ts';
import { CleanupStack } from './cleanup-stack.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import { openEngine, sharingOf } from './engines/open-engine.ts';
import { hasRoute } from './http/access/check-role.ts';
import { CONTROL_ROUTES } from './http/control/control-routes.ts';
import { describeApi } from './http/openapi/openapi.ts';
import { ROUTES } from './http/routes/routes.ts';
import type { EmulatorHost } from './instance.ts';
import { openInstanceFolder } from './instance-folder.ts';
import { keepWarm } from './keep-warm.ts';
import { openHttpListener } from './listeners.ts';
import { createInstanceParts, openRules } from './open-instance.ts';
import { describeFrontEnd, type FrontEndReady } from './ready-object.ts';
import type { CatalogService } from './service/catalog/catalog-service.ts';
import { Metrics } from './service/control/metrics.ts';
import { SftpFolders } from './service/files/sftp-folders.ts';
import { applyIngestSettings, parseNodeConfigs, ReplicatedAccounts } from './service/front/node-notice.ts';
import { ReplicatedCatalogs } from './service/front/replicated-catalogs.ts';
import { HistoricalSearch } from './service/past/historical-search.ts';
import { DEFAULT_ANSWER_SETTINGS } from './service/search/answer-settings.ts';
import { CatalogSearch } from './service/search/catalog-search.ts';

/** A process that only searches: it keeps nothing, and any number of them stand side by side. */
export interface FrontEnd extends Pick<EmulatorHost, 'accounts' | 'events' | 'threadsEnded'> {
  readonly ready: FrontEndReady;
  stop(): Promise<void>;
}

/** As for an emulator; what only loads and jobs need is without effect. */
export type FrontEndOptions = Omit<EmulatorOptions, 'role'>;

/**
 * Starts a process that answers searches from what others publish in the cluster, and needs nothing but its address:
 * accounts, settings and fields come from there, unless the options have them.
 * @throws BrctlError `usage` for an engine that is not shared, `config` for a port that is taken, `temporary` for a cluster
 *   that does not answer. Nothing is left open then.
 */
export async function startFrontEnd(options: FrontEndOptions): Promise<FrontEnd> {
  checkOptions(options);
  const closers = new CleanupStack();
  try {
    return await start(options, closers);
  } catch (error) {
    await closers.closeAll().catch(() => undefined);
    throw error;
  }
}

async function start(options: FrontEndOptions, closers: CleanupStack): Promise<FrontEnd> {
  // One that goes with the process, whatever the options say.
  const { dataDir: _, ...passing } = options;
  const environment = options.environment ?? 'local';
  const folder = await openInstanceFolder(undefined, environment, closers);
  const followed = new ReplicatedAccounts();
  const { accounts, mask } = followed;
  const fittings = createInstanceParts(passing, accounts, mask);
  const answering = { loose: fittings.settings.loose, answers: { ...DEFAULT_ANSWER_SETTINGS } };
  const engine = await openEngine(options.engine ?? { kind: 'embedded' }, environment, {
    folder: folder.path,
    durable: false,
    answering,
    log: fittings.log,
  });
  closers.add(() => engine.close());
  const sharing = sharingOf(engine);
  // It has no indexes: only whether the cluster is one to search with is looked at.
  await engine.start([]);
  const catalogs = new ReplicatedCatalogs();
  const rules = openRules(options, fittings.log);
  const search = new CatalogSearch({
    engine,
    published: (catalog) => catalogs.published(catalog),
    answering,
    rules,
    lookAgain: () => following.look(),
  });
  catalogs.onPublished((catalog) => search.changed(catalog));
  catalogs.onPublished((name) => fittings.events.update('catalog', { name }));
  const published = catalogs as Partial<CatalogService> as CatalogService;
  const folders = new SftpFolders({ root: path.join(folder.path, 'sftp'), users: [], clock: fittings.clock });
  const following = await sharing.follow(({ published, told }) => {
    const notices = parseNodeConfigs(told.values(), environment);
    followed.update(notices);
    applyIngestSettings(notices, ownAnswering(options), { answering, settings: fittings.settings });
    catalogs.update(published, notices);
  });
  closers.add(() => following.close());
  closers.add(keepWarm(catalogs, search));
  let ready: FrontEndReady | null = null;
  let origin = '';
  const own = {
    ...fittings,
    role: 'search' as const,
    accounts,
    mask,
    catalogs: published,
    search,
    past: new HistoricalSearch({
      engine,
      catalogs: published,
      search,
      answering,
      rules,
      settings: fittings.settings.search,
    }),
    folders,
    files: folders.first,
    version: options.version ?? '0.0.0',
    metrics: new Metrics(),
    ready: () => ready,
    openApi: () =>
      describeApi(
        [...ROUTES, ...CONTROL_ROUTES].filter((route) => hasRoute('search', route)),
        {
          server: origin,
          version: options.version ?? '0.0.0',
          accountIds: accounts.map(({ accountId }) => accountId),
        },
      ),
    engineHealth: () => engine.health(),
    threadsEnded: () => engine.ended(),
  };
  // The operations that need more are refused (http/access/check-role.ts).
  const host = own as typeof own & EmulatorHost;
  const door = await openHttpListener(host, options, closers, () => 0);
  origin = door.origin;
  ready = describeFrontEnd({ environment, pid, origin, certFile: options.tls?.certFile ?? null });
  host.log.info('ready', { url: origin, role: 'search' });
  return { ...host, ready, stop: () => closers.closeAll() };
}

function ownAnswering({ loose, answers, requireAuthKey }: FrontEndOptions) {
  return {
    ...(loose !== undefined && { loose }),
    ...(answers !== undefined && { answers: { ...DEFAULT_ANSWER_SETTINGS, ...answers } }),
    ...(requireAuthKey !== undefined && { requireAuthKey }),
  };
}
