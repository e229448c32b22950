import { existsSync } from 'node:fs';
import path from 'node:path';
import { getMessage } from '../base/errors.ts';
import { DEFAULT_SEARCH_SETTINGS, type SearchEngine } from '../engine/engine.ts';
import { type EngineSharing, isShared } from '../engine/sharing.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { ResolvedOptions } from './emulator-options.ts';
import { getSharing, openEngine } from './engines/open-engine.ts';
import type { Instance, ServiceSettings } from './instance.ts';
import { keepWarm } from './keep-warm.ts';
import type { Account } from './service/account/account.ts';
import { createSecretMask } from './service/account/secrets.ts';
import type { CatalogService } from './service/catalog/catalog-service.ts';
import { openCatalogService } from './service/catalog/open-catalog-service.ts';
import { createSnapshots } from './service/catalog/snapshots.ts';
import { ServiceClock } from './service/control/clock.ts';
import { EventFeed } from './service/control/event-feed.ts';
import { FaultRules } from './service/control/faults.ts';
import { createLog, silentLog } from './service/control/log.ts';
import { Metrics } from './service/control/metrics.ts';
import { RequestLog } from './service/control/request-log.ts';
import { SftpFolders } from './service/files/sftp-folders.ts';
import { buildNodeConfig } from './service/front/node-notice.ts';
import { openRulesFile } from './service/merchandising/rules-file.ts';
import { createHistoricalSearch } from './service/past/historical-search.ts';
import { DEFAULT_HISTORY } from './service/registry/version-log.ts';
import { DEFAULT_ANSWER_SETTINGS } from './service/search/answer-settings.ts';
import { CatalogSearch } from './service/search/catalog-search.ts';

const SWEEP_MS = 60_000;

export type InstanceParts = ReturnType<typeof createInstanceParts>;

/** Parts that need no folder and no engine. The log uses the machine's time: the service's may be frozen or moved. */
export function createInstanceParts(
  options: ResolvedOptions,
  accounts: readonly Account[],
  mask: Instance['mask'],
) {
  const { environment, now, log: target, merchandising, version } = options;
  const { maxOperations, maxSftpFileBytes, jobDelayMs, indexNoop, malformedPutPercent, history } = options;
  const { loose, requireAuthKey, search, answers } = options;
  const settings: ServiceSettings = {
    maxOperationsPerJob: maxOperations,
    ...{ maxSftpFileBytes, jobDelayMs, indexNoop, malformedPutPercent, loose, requireAuthKey },
    history: history === 'off' ? null : { ...DEFAULT_HISTORY, ...history },
    search: { ...DEFAULT_SEARCH_SETTINGS, ...search },
    answers: { ...DEFAULT_ANSWER_SETTINGS, ...answers },
  };
  const lines = target && { ...target, now, fields: { environment }, redact: mask };
  const log = lines === undefined ? silentLog : createLog(lines);
  return {
    environment,
    accounts,
    mask,
    version,
    settings,
    clock: new ServiceClock(now),
    log,
    rules: merchandising === undefined ? null : openRulesFile(merchandising, log, now),
    faults: new FaultRules(),
    requests: new RequestLog(),
    events: new EventFeed(),
    metrics: new Metrics(),
  };
}

/** Searches of the catalogs as they are, and as they were. */
export function openSearch(
  { settings, rules, events }: InstanceParts,
  engine: SearchEngine,
  catalogs: CatalogService,
  closers: CleanupStack,
  lookAgain?: () => Promise<void>,
): Pick<Instance, 'search' | 'past'> {
  const shared = { engine, answering: settings, rules };
  const search = new CatalogSearch({
    ...shared,
    published: (catalog) => catalogs.published(catalog),
    ...(lookAgain && { lookAgain }),
  });
  const past = createHistoricalSearch({ ...shared, catalogs, search, settings: settings.search });
  closers.add(() => past.close());
  catalogs.onPublished((catalog) => search.changed(catalog));
  catalogs.onPublished((name) => events.update('catalog', { name }));
  closers.add(keepWarm(catalogs, search));
  return { search, past };
}

export async function openInstance(
  options: ResolvedOptions,
  folder: string,
  accounts: readonly Account[],
  closers: CleanupStack,
): Promise<Omit<Instance, 'ready' | 'openApi'>> {
  const parts = createInstanceParts(options, accounts, createSecretMask(accounts));
  const { clock, settings, log, faults, requests, events } = parts;
  const durable = options.dataDir !== undefined;
  const opening = { folder, durable, answering: settings, log };
  const engine = await openEngine(options.engine, parts.environment, opening);
  const sharing = options.role === 'ingest' ? getSharing(engine) : isShared(engine) ? engine.sharing : null;
  // Behind the catalogs, whose jobs use it.
  closers.add(() => engine.close());
  // The catalogs come first: they hold the lock on the folder. Their jobs continue once this turn of the event loop ends.
  const catalogs = await openCatalogService({
    folder,
    durable,
    engine,
    clock,
    log,
    settings,
    resolveFile: (account, file) => folders.of(account.sftpUser).resolve(file),
    jobFault: ({ type }) => faults.nextFault(`job:${type.replaceAll(' ', '-')}`),
    onJob: ({ id, catalog, type, state }) => events.update('job', { id, catalog, type, status: state }),
  });
  closers.add(() => catalogs.close());
  const { sftpQuotaBytes } = options;
  const folders = new SftpFolders({
    root: path.join(folder, 'sftp'),
    users: accounts.map(({ sftpUser }) => sftpUser),
    clock,
    ...(sftpQuotaBytes !== undefined && { quotaBytes: sftpQuotaBytes }),
  });
  const searches = openSearch(parts, engine, catalogs, closers);
  if (sharing !== null) await publishToCluster(sharing, options, parts, catalogs, closers);
  keepRetention(folders, catalogs, parts, closers);
  const snapshots = createSnapshots({
    catalogs,
    folders,
    resetFile: durable ? path.join(folder, 'reset.json') : null,
    onReset: () => {
      requests.clear();
      faults.clear();
      clock.reset();
      events.resync();
    },
  });
  await snapshots.endCutReset();
  const lost = { state: 'red', detail: `the folder ${folder} is gone` } as const;
  return {
    ...parts,
    ...searches,
    ...snapshots,
    catalogs,
    folders,
    files: folders.first,
    role: options.role,
    engineHealth: async () => ({ ...(await engine.health()), ...(existsSync(folder) ? {} : lost) }),
    threadsEnded: async () => void (await Promise.all([catalogs.threadsEnded(), engine.ended()])),
  };
}

/** Lets go of what is too old now and then, and at once when the clock is moved (spec: SFTP). */
function keepRetention(
  folders: SftpFolders,
  catalogs: CatalogService,
  { clock, log }: Pick<Instance, 'clock' | 'log'>,
  closers: CleanupStack,
): void {
  const sweep = () => {
    for (const each of [folders, catalogs]) {
      try {
        each.sweep(clock.now());
      } catch (error) {
        log.warn('expired data not removed; will retry', { message: getMessage(error) });
      }
    }
  };
  const timer = setInterval(sweep, SWEEP_MS).unref();
  const endListening = clock.onMove(sweep);
  closers.add(() => {
    clearInterval(timer);
    endListening();
  });
}

/** Tells the search nodes who this instance's clients are: an index job ends only when they have been told. */
async function publishToCluster(
  sharing: EngineSharing,
  { dataDir, now }: ResolvedOptions,
  { environment, accounts, settings }: InstanceParts,
  catalogs: CatalogService,
  closers: CleanupStack,
): Promise<void> {
  const { loose, answers, requireAuthKey } = settings;
  const told = { environment, accounts, answering: { loose, answers, requireAuthKey } };
  const publish = () =>
    sharing.broadcast(buildNodeConfig({ ...told, nowMs: now(), catalogs: catalogs.catalogs() }));
  await publish();
  catalogs.onPublished(publish);
  if (dataDir === undefined) closers.add(() => sharing.withdraw());
}
