import { existsSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_SEARCH_SETTINGS, type EngineHealth, type SearchEngine } from '../engine/engine.ts';
import { type EngineSharing, isShared } from '../engine/sharing.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import { openEngine, sharingOf } from './engines/open-engine.ts';
import type { EmulatorHost, Instance, ServiceSettings } from './instance.ts';
import { keepWarm } from './keep-warm.ts';
import type { Account } from './service/account/account.ts';
import { secretMask } from './service/account/secrets.ts';
import type { CatalogService } from './service/catalog/catalog-service.ts';
import { openCatalogService } from './service/catalog/open-catalog-service.ts';
import { Snapshots } from './service/catalog/snapshots.ts';
import { ServiceClock } from './service/control/clock.ts';
import { EventFeed } from './service/control/event-feed.ts';
import { FaultRules } from './service/control/faults.ts';
import { createLog, type Log, silentLog } from './service/control/log.ts';
import { Metrics } from './service/control/metrics.ts';
import { RequestLog } from './service/control/request-log.ts';
import { SftpFolders } from './service/files/sftp-folders.ts';
import { buildNodeConfig } from './service/front/node-notice.ts';
import type { Job, JobFault } from './service/jobs/job.ts';
import { RulesFile } from './service/merchandising/rules-file.ts';
import { HistoricalSearch } from './service/past/historical-search.ts';
import { DEFAULT_HISTORY } from './service/registry/version-log.ts';
import { DEFAULT_ANSWER_SETTINGS } from './service/search/answer-settings.ts';
import { CatalogSearch } from './service/search/catalog-search.ts';
import type { Answering } from './service/search/search-calls.ts';

const SWEEP_MS = 60_000;

export type Fittings = Omit<Instance, 'catalogs' | 'search' | 'past' | 'files' | 'folders'> & {
  clock: ServiceClock;
  mask: EmulatorHost['mask'];
};

export async function openInstance(
  options: EmulatorOptions,
  folder: string,
  accounts: readonly Account[],
  closers: CleanupStack,
): Promise<Omit<EmulatorHost, 'ready' | 'openApi' | 'version'>> {
  const fittings = createInstanceParts(options, accounts, secretMask(accounts));
  const { clock, settings } = fittings;
  const answering = { loose: settings.loose, answers: settings.answers ?? DEFAULT_ANSWER_SETTINGS };
  const durable = options.dataDir !== undefined;
  const choice = options.engine ?? { kind: 'embedded' };
  const engine = await openEngine(choice, fittings.environment, {
    folder,
    durable,
    answering,
    log: fittings.log,
  });
  const sharing = options.role === 'ingest' ? sharingOf(engine) : isShared(engine) ? engine.sharing : null;
  // Behind the catalogs, whose jobs use it.
  closers.add(() => engine.close());
  // The catalogs come first: they hold the lock on the folder. Their jobs continue once this turn of the event loop ends.
  const catalogs = await openCatalogs(options, folder, engine, fittings, (account, file) =>
    folders.of(account.sftpUser).resolve(file),
  );
  closers.add(() => catalogs.close());
  const folders = openFolders(options, folder, accounts, clock);
  const rules = openRules(options, fittings.log);
  const search = new CatalogSearch({
    engine,
    published: (catalog) => catalogs.published(catalog),
    answering,
    rules,
  });
  const past = new HistoricalSearch({
    engine,
    catalogs,
    search,
    answering,
    rules,
    settings: settings.search,
  });
  closers.add(() => past.close());
  catalogs.onPublished((catalog) => search.changed(catalog));
  catalogs.onPublished((name) => fittings.events.update('catalog', { name }));
  closers.add(keepWarm(catalogs, search));
  if (sharing !== null) await tellCluster(sharing, options, fittings, catalogs, answering, closers);
  keepRetention(folders, catalogs, clock, closers);
  const instance = { ...fittings, catalogs, search, past, files: folders.first, folders };
  const resetFile = options.dataDir === undefined ? null : path.join(folder, 'reset.json');
  const snapshots = new Snapshots({ catalogs, folders, resetFile });
  await snapshots.endCutReset();
  const threadsEnded = async () => void (await Promise.all([catalogs.threadsEnded(), engine.ended()]));
  const engineHealth = async () =>
    existsSync(folder) ? engine.health() : { ...(await engine.health()), ...folderGone(folder) };
  return {
    ...instance,
    role: options.role ?? 'all',
    metrics: new Metrics(),
    engineHealth,
    threadsEnded,
    ...stateCalls(instance, snapshots),
  };
}

function folderGone(folder: string): Pick<EngineHealth, 'state' | 'detail'> {
  return { state: 'red', detail: `the folder ${folder} is gone` };
}

export function createInstanceParts(
  options: EmulatorOptions,
  accounts: readonly Account[],
  mask: EmulatorHost['mask'],
): Fittings {
  const environment = options.environment ?? 'local';
  return {
    environment,
    accounts,
    settings: serviceSettings(options),
    clock: new ServiceClock(options.now ?? Date.now),
    log: openLog(options, environment, mask),
    faults: new FaultRules(),
    requests: new RequestLog(),
    events: new EventFeed(),
    mask,
  };
}

function openCatalogs(
  options: EmulatorOptions,
  folder: string,
  engine: SearchEngine,
  { clock, log, settings, faults, events }: Fittings,
  resolveFile: (account: Account, relativePath: string) => string,
): Promise<CatalogService> {
  return openCatalogService({
    folder,
    durable: options.dataDir !== undefined,
    engine,
    clock,
    log,
    settings,
    resolveFile,
    jobFault: (job) => jobFaultOf(faults, job),
    onJob: ({ id, catalog, type, state }) => events.update('job', { id, catalog, type, status: state }),
  });
}

function openFolders(
  { sftpQuotaBytes }: EmulatorOptions,
  folder: string,
  accounts: readonly Account[],
  clock: ServiceClock,
): SftpFolders {
  return new SftpFolders({
    root: path.join(folder, 'sftp'),
    users: accounts.map(({ sftpUser }) => sftpUser),
    clock,
    ...(sftpQuotaBytes !== undefined && { quotaBytes: sftpQuotaBytes }),
  });
}

/** @throws BrctlError `config` for a file that is no merchandising file */
export function openRules(
  { merchandising, now = Date.now }: Pick<EmulatorOptions, 'merchandising' | 'now'>,
  log: Log,
): RulesFile | null {
  return merchandising === undefined ? null : new RulesFile(merchandising, log, now);
}

/** Lines bear the machine's time: the service's may be frozen or far away. */
function openLog(
  { log: target, now = Date.now }: EmulatorOptions,
  environment: string,
  redact: (line: string) => string,
): Log {
  if (target === undefined) return silentLog;
  return createLog({ ...target, now, fields: { environment }, redact });
}

function serviceSettings(options: EmulatorOptions): ServiceSettings {
  return {
    maxOperationsPerJob: options.maxOperations ?? LIMITS.operationsPerJob,
    maxSftpFileBytes: options.maxSftpFileBytes ?? null,
    jobDelayMs: options.jobDelayMs ?? 0,
    indexNoop: options.indexNoop ?? 'success',
    malformedPutPercent: options.malformedPutPercent ?? 0,
    history: options.history === 'off' ? null : { ...DEFAULT_HISTORY, ...options.history },
    loose: options.loose ?? false,
    requireAuthKey: options.requireAuthKey ?? false,
    search: { ...DEFAULT_SEARCH_SETTINGS, ...options.search },
    answers: { ...DEFAULT_ANSWER_SETTINGS, ...options.answers },
  };
}

/** Lets go of what is too old now and then, and at once when the clock is moved (spec: SFTP). */
function keepRetention(
  folders: SftpFolders,
  catalogs: CatalogService,
  clock: ServiceClock,
  closers: CleanupStack,
): void {
  const sweep = () => {
    folders.sweep(clock.now());
    catalogs.sweep();
  };
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();
  const endListening = clock.onMove(sweep);
  closers.add(() => {
    clearInterval(timer);
    endListening();
  });
}

function stateCalls(
  { faults, requests, events, clock }: Pick<Fittings, 'faults' | 'requests' | 'events' | 'clock'>,
  snapshots: Snapshots,
): Pick<
  EmulatorHost,
  'reset' | 'saveSnapshot' | 'deleteSnapshot' | 'exportSnapshot' | 'importSnapshot' | 'snapshots'
> {
  return {
    async reset(snapshot) {
      await snapshots.restore(snapshot);
      requests.clear();
      faults.clear();
      clock.reset();
      events.resync();
    },
    saveSnapshot: (name) => snapshots.save(name),
    deleteSnapshot: (name) => snapshots.delete(name),
    exportSnapshot: (name) => snapshots.export(name),
    importSnapshot: (name, archive) => snapshots.import(name, archive),
    snapshots: () => snapshots.list(),
  };
}

function jobFaultOf(faults: FaultRules, job: Job): JobFault | null {
  const fault = faults.strike(`job:${job.type.replaceAll(' ', '-')}`);
  if (fault === null) return null;
  if (fault.diskFull) return { diskFull: true };
  if (fault.job === 'stick') return { stuck: true };
  return fault.job === 'fail' ? { fail: fault.message ?? 'a fault rule failed this job' } : null;
}

/** Tells the search nodes who this instance's clients are: an index job ends only when they have been told. */
async function tellCluster(
  sharing: EngineSharing,
  { dataDir, now = Date.now }: EmulatorOptions,
  { environment, accounts, settings }: Pick<Instance, 'environment' | 'accounts' | 'settings'>,
  catalogs: CatalogService,
  { loose, answers }: Answering,
  closers: CleanupStack,
): Promise<void> {
  const { requireAuthKey } = settings;
  const tell = () =>
    sharing.tell(
      buildNodeConfig({
        environment,
        nowMs: now(),
        accounts,
        catalogs: catalogs.catalogs(),
        answering: { loose, answers, requireAuthKey },
      }),
    );
  await tell();
  catalogs.onPublished(tell);
  if (dataDir === undefined) closers.add(() => sharing.untell());
}
