import type { Account } from '../account/account.ts';
import type { CatalogService } from '../catalog/catalog-service.ts';
import type { RequestLog } from '../control/request-log.ts';
import { Refusal } from '../refusals.ts';
import type { CatalogSummary } from '../registry/catalog-registry.ts';
import {
  INCIDENT_SCHEMA,
  type IncidentLoad,
  type IncidentManifest,
  type IncidentSettings,
} from './incident-manifest.ts';
import { type RecordedCalls, recordedCalls } from './recorded-calls.ts';
import type { RecordsOfLoad } from './write-incident.ts';

/** What a bundle is made from. */
export interface IncidentSources {
  environment: string;
  accounts: readonly Account[];
  catalogs: CatalogService;
  requests: RequestLog;
  clock: { now(): number };
  settings: IncidentSettings;
  /** Of brctl. */
  version: string;
}

/** A bundle before it is written. */
export interface CollectedIncident {
  manifest: IncidentManifest;
  records: RecordsOfLoad[];
  calls: RecordedCalls['calls'];
}

/**
 * Chooses what goes into a bundle: the state of every catalog at a time, and the calls that came then.
 *
 * @param at a version, job or time of a catalog; undefined begins as early as all loads since then can be sent again
 * @throws Refusal `unknown_version` for a time of which a catalog is no longer kept
 */
export function collectIncident(
  sources: IncidentSources,
  at?: { catalog: string; moment: string },
): CollectedIncident {
  const { catalogs, clock, environment, accounts, settings, version } = sources;
  const { recorded, loads } =
    at === undefined
      ? earliestState(sources)
      : stateFrom(sources, catalogs.history.moment(at.catalog, at.moment).ms);
  const manifest: IncidentManifest = {
    schema: INCIDENT_SCHEMA,
    made_by: version,
    environment,
    made_at: new Date(clock.now()).toISOString(),
    starts_at: new Date(recorded.startsMs).toISOString(),
    settings,
    accounts: accounts.map((account) => ({
      account_id: account.accountId,
      default_catalog: account.defaultCatalog,
      catalogs: account.catalogs === null ? null : [...account.catalogs],
      sftp_user: account.sftpUser,
    })),
    loads: loads.map(({ load }, index) => ({ ...load, file: `catalogs/${index + 1}.jsonl` })),
    requests: recorded.calls.length,
    left_out: recorded.leftOut,
  };
  return { manifest, records: loads.map(({ records }) => records), calls: recorded.calls };
}

interface State {
  recorded: RecordedCalls;
  loads: Load[];
}

/** The state at a time, and the calls since; without one, as early as they can be sent again. */
function stateFrom({ catalogs, requests, clock }: IncidentSources, startsMs?: number): State {
  const known = catalogs.catalogs();
  const past = {
    entries: requests.list(),
    jobs: catalogs.jobs(),
    versions: known.map(({ name }) => catalogs.history.versions(name).versions.toReversed()),
    nowMs: clock.now(),
  };
  const recorded = recordedCalls(past, startsMs);
  return { recorded, loads: known.flatMap((catalog) => loadsOf(catalogs, catalog, recorded.startsMs)) };
}

/**
 * The earliest state of which everything is kept. Behind a load so large that no version from before it is kept, searches are
 * answered from such a version until the next index run has ended: it begins there then.
 */
function earliestState(sources: IncidentSources): State {
  let startsMs: number | undefined;
  for (;;) {
    try {
      return stateFrom(sources, startsMs);
    } catch (thrown) {
      const lost = thrown instanceof LostVersion ? thrown : undefined;
      const later = lost && nextIndexRunMs(sources.catalogs, lost);
      if (later === undefined) throw thrown;
      startsMs = later;
    }
  }
}

/** When the index of the catalog became another one, after a time at which it was of a version that is lost. */
function nextIndexRunMs(catalogs: CatalogService, { catalog, atMs }: LostVersion): number | undefined {
  const ends = catalogs.jobs().flatMap(({ type, catalog: of, version, stoppedMs }) => {
    const isRun = type === 'index update' && of === catalog && version !== null;
    return isRun && stoppedMs !== null && stoppedMs > atMs ? [stoppedMs] : [];
  });
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** At a time the searches of a catalog were answered from a version that is no longer kept. */
class LostVersion extends Refusal {
  readonly catalog: string;
  readonly atMs: number;

  constructor(catalog: string, version: number, atMs: number) {
    super('unknown_version', `version ${version} of ${catalog} is no longer kept`);
    this.catalog = catalog;
    this.atMs = atMs;
  }
}

interface Load {
  load: Omit<IncidentLoad, 'file'>;
  records: RecordsOfLoad;
}

/** What was published at a time, then what was stored since; nothing of a catalog that came later. */
function loadsOf(catalogs: CatalogService, { name, accountId, family }: CatalogSummary, ms: number): Load[] {
  const { versions } = catalogs.history.versions(name);
  const oldest = versions.at(-1);
  if (oldest?.version === 1 && ms < oldest.appliedMs) return [];
  const moment = catalogs.history.moment(name, new Date(ms).toISOString());
  const { stored, storedRecords, indexVersion, indexRecords } = moment;
  const load = (version: number, file: string, records: number, indexed: boolean): Load => ({
    load: { catalog: name, account_id: accountId, version, records, indexed },
    records: { file, version, family: family ?? 'products' },
  });
  const loads: Load[] = [];
  if (indexVersion !== null) {
    const row = versions.find(({ version }) => version === indexVersion);
    if (indexRecords === null) {
      throw new LostVersion(name, indexVersion, ms);
    }
    const records = row?.records ?? catalogs.published(name)?.documents ?? 0;
    loads.push(load(indexVersion, indexRecords, records, true));
  }
  if (stored.version !== indexVersion) loads.push(load(stored.version, storedRecords, stored.records, false));
  // A PUT has at least one record.
  return loads.filter((each) => each.load.records > 0);
}
