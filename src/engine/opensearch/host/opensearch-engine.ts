import { getMessage } from '../../../base/errors.ts';
import { runForAll } from '../../call.ts';
import {
  type BuiltIndex,
  type ClusterOptions,
  createReader,
  type EngineHealth,
  type EngineReader,
  type IndexRef,
  type IndexRun,
  type PublishedVersion,
} from '../../engine.ts';
import { IndexThreads } from '../../index-threads.ts';
import type { SharedEngine } from '../../sharing.ts';
import type { Origin, RunResult } from '../building/index-run.ts';
import { type Clock, STEADY_CLOCK } from '../cluster/clock.ts';
import { Cluster } from '../cluster/cluster.ts';
import { checkVersion, readHealth } from '../cluster/cluster-state.ts';
import { ENGINE_NAME, generateIndexName, INDEX_FORMAT } from '../cluster/index-names.ts';
import type { IndexState } from '../cluster/index-state.ts';
import { CatalogLeases, createLeaseHolder, LEASE_MS } from '../sharing/catalog-leases.ts';
import { CatalogVersions, versionGoneError } from '../sharing/catalog-versions.ts';
import { ClusterSharing } from '../sharing/cluster-sharing.ts';
import { ClusterDocuments } from '../sharing/control-documents.ts';
import type { Lease } from '../sharing/lease.ts';
import {
  blockWrites,
  copyIndex,
  dropIndex,
  listIndexes,
  type OwnedIndex,
  readCatalogName,
  readIndexSize,
} from './index-operations.ts';
import type { IndexTask } from './serve-index-runs.ts';
import { VersionReaders } from './version-readers.ts';

/** The version of a catalog that this process has published last. */
interface Publication {
  version: PublishedVersion;
  lease: Lease;
  /** By the steady clock. */
  atMs: number;
}

/** To load the client takes longer than a small delta, and most of the time at work is waiting for the cluster. */
const THREAD_TIMES = { idleMs: 60_000, maxWorkMs: 600_000 };

/** A lease runs out meanwhile, and the cluster finds a new leader. */
const PUBLISH_MS = 120_000;
const COPY_MS = 300_000;
const ASK_MS = 60_000;
const CLOSE_MS = 2_000;

export interface OpenSearchEngineOptions {
  cluster: ClusterOptions;
  scope: string;
  /** The name of an index writer, stored with its records: identifies what it left behind. */
  owner: string;
  /** False where everything is gone after the end, indexes too. */
  keepsIndexes: boolean;
  /** Of a new index (1). */
  shards?: number;
  indexScript: URL;
  /** For deadlines and leases (the steady clock). */
  clock?: Clock;
  /** Told of what went wrong without failing a call. */
  warn(message: string, fields: Record<string, unknown>): void;
}

/** Engine for several machines. All versions of an index share one OpenSearch index; a control index says which one answers. */
export class OpenSearchEngine implements SharedEngine {
  readonly engine = ENGINE_NAME;
  readonly format = INDEX_FORMAT;
  readonly sharing: ClusterSharing;
  readonly #options: OpenSearchEngineOptions;
  readonly #clock: Clock;
  readonly #cluster: Cluster;
  readonly #versions: CatalogVersions;
  readonly #leases: CatalogLeases;
  readonly #runs: IndexThreads<IndexTask, RunResult>;
  readonly #readers: VersionReaders;
  /** By catalog: a reader is never sent back to an earlier version. */
  readonly #published = new Map<string, Publication>();
  /** Versions that were in use at the start. */
  readonly #inUse = new Set<string>();
  readonly #building = new Set<string>();
  /** Indexes that a copy has left write-blocked, as the cluster did not answer. */
  readonly #blocked = new Set<string>();

  constructor(options: OpenSearchEngineOptions) {
    const { cluster, scope, owner, indexScript, clock = STEADY_CLOCK, warn } = options;
    this.#options = options;
    this.#clock = clock;
    this.#cluster = new Cluster(cluster, { clock });
    const documents = new ClusterDocuments(this.#cluster);
    this.#versions = new CatalogVersions(documents, scope);
    const holder = createLeaseHolder(owner);
    this.#leases = new CatalogLeases({ documents, scope, holder, clock, leaseMs: LEASE_MS });
    const warnFailed = (error: unknown) =>
      warn('the cluster could not be asked for what is published', { message: getMessage(error) });
    this.sharing = new ClusterSharing({ documents, scope, node: owner, clock, failed: warnFailed });
    this.#runs = new IndexThreads(indexScript, THREAD_TIMES);
    this.#readers = new VersionReaders(this.#cluster, this.#versions);
  }

  async start(inUse: readonly IndexRef[]): Promise<void> {
    const cluster = this.#cluster;
    await checkVersion(cluster);
    for (const ref of inUse) this.#inUse.add(makeKey(ref));
    const names = new Set(inUse.map(({ name }) => name));
    const { scope, owner } = this.#options;
    const own = await listIndexes(cluster, scope, owner);
    // A process that was killed while it copied has left the index so.
    for (const { name, isWriteBlocked } of own) if (isWriteBlocked) await blockWrites(cluster, name, false);
    for (const index of own)
      if (!names.has(index.name)) await this.#runOrWarn(index.name, this.#dropUnannounced(index));
  }

  build(run: IndexRun): Promise<BuiltIndex> {
    this.#building.add(run.catalog);
    return this.#build(run).finally(() => this.#building.delete(run.catalog));
  }

  async #build({ catalog, records, settings, from, signal, onBegin }: IndexRun): Promise<BuiltIndex> {
    const { cluster, scope, owner, shards = 1 } = this.#options;
    const lease = await this.#leases.lease(catalog, signal);
    for (const name of this.#blocked) {
      await blockWrites(this.#cluster, name, false);
      this.#blocked.delete(name);
    }
    // The lease is held: nobody publishes another version meanwhile.
    const current = from?.ref.engine === ENGINE_NAME && from.ref.format === INDEX_FORMAT ? from.ref : null;
    const rebuiltFor = current && (await this.#findLoss(current));
    const order = {
      catalog,
      languages: { language: settings.language, languages: settings.languages },
      owner,
      newIndex: generateIndexName(scope),
      stamp: lease.nextStamp(),
      from: rebuiltFor === null ? current && this.#findOrigin(current, catalog, lease) : null,
      rebuiltFor,
      shards,
    };
    const task = { cluster, records, scope, order, gate: lease.gate.shared };
    const running = this.#runs.run(task, AbortSignal.any([signal, lease.lost]), onBegin);
    await running.catch(() => undefined);
    // Nobody else knows the name.
    if (lease.lost.aborted) await this.#runOrWarn(order.newIndex, dropIndex(this.#cluster, order.newIndex));
    lease.lost.throwIfAborted();
    const { state, mode, rebuiltFor: why } = await running;
    const ref = { engine: ENGINE_NAME, format: INDEX_FORMAT, name: state.index, version: state.version };
    return { ref, fields: state.fields, documents: state.records, mode, rebuiltFor: why };
  }

  publish(version: PublishedVersion): Promise<void> {
    const { catalog, ref, settings } = version;
    return this.#limitTime(PUBLISH_MS, 'publishing a version', async () => {
      const state = await this.#versions.get(ref);
      const lease = await this.#leases.lease(catalog);
      await this.#versions.announce(lease, { catalog, settings, state }, (announced) => {
        if (this.#isOutdated(state, announced)) throw versionGoneError(ref);
      });
      this.#published.set(catalog, { version, lease, atMs: this.#clock.nowMs() });
    });
  }

  reader(version: PublishedVersion): EngineReader {
    return createReader(async (call, argument) => (await this.#getLatestReader(version))[call](argument));
  }

  /** The cluster warms itself; only what is counted once a version is asked for ahead. */
  warm(version: PublishedVersion): void {
    void this.#getLatestReader(version).catch(() => undefined);
  }

  #getLatestReader(version: PublishedVersion): Promise<EngineReader> {
    return this.#readers.of(this.#published.get(version.catalog)?.version ?? version);
  }

  has(ref: IndexRef): Promise<boolean> {
    return this.#limitTime(ASK_MS, 'looking for an index', async () => (await this.#findLoss(ref)) === null);
  }

  sizeBytes(ref: IndexRef): Promise<number> {
    return this.#limitTime(ASK_MS, 'measuring an index', () => readIndexSize(this.#cluster, ref.name));
  }

  copy(ref: IndexRef): Promise<IndexRef> {
    return this.#limitTime(COPY_MS, 'copying an index', async () => {
      const name = generateIndexName(this.#options.scope);
      const state = await this.#versions.get(ref);
      await copyIndex(this.#cluster, ref.name, name, () => this.#blocked.add(ref.name));
      await this.#versions.keep({ ...state, index: name });
      return { ...ref, name };
    });
  }

  async drop({ name }: IndexRef): Promise<void> {
    for (const [catalog, { version }] of this.#published)
      if (version.ref.name === name) this.#published.delete(catalog);
    for (const key of this.#inUse) if (key.startsWith(`${name} `)) this.#inUse.delete(key);
    this.#readers.forget(name);
    this.#blocked.delete(name);
    await this.#runOrWarn(name, this.#drop(name));
  }

  health(): Promise<EngineHealth> {
    return readHealth(this.#cluster);
  }

  async close(): Promise<void> {
    await this.#runs.close();
    if (!this.#options.keepsIndexes)
      await this.#limitTime(CLOSE_MS, 'removing indexes', () => this.#dropOwn()).catch(() => undefined);
    await Promise.all([this.sharing.close(), this.#leases.close()]);
    await this.#cluster.close();
  }

  async ended(): Promise<void> {
    await this.#runs.ended();
  }

  /** A caller who leaves cancels nothing: a version is published, copied or removed whole. */
  #limitTime<Result>(ms: number, what: string, work: () => Promise<Result>): Promise<Result> {
    return runForAll(() => this.#cluster.within(ms, what, work));
  }

  async #dropOwn(): Promise<void> {
    const { scope, owner } = this.#options;
    const own = await listIndexes(this.#cluster, scope, owner);
    await Promise.all(own.map(({ name }) => this.#runOrWarn(name, this.#drop(name))));
  }

  /** Removes an index that no announcement names; what another process writes is left to it. */
  async #dropUnannounced({ name, catalog }: OwnedIndex): Promise<void> {
    const isAnnounced = async () => (await this.#versions.announced(catalog))?.index === name;
    if ((await isAnnounced()) || (await this.#leases.leaseIfFree(catalog)) === null) return;
    if (!(await isAnnounced())) await this.#drop(name);
  }

  /** Removes an index, one that is announced under the lease of its catalog alone. */
  #drop(name: string): Promise<void> {
    return this.#limitTime(ASK_MS, 'removing an index', async () => {
      const catalog = await readCatalogName(this.#cluster, name);
      const announced = catalog === null ? null : await this.#versions.announced(catalog);
      // Whatever the books of this process say, the version that answers is its writer's to remove.
      if (catalog !== null && announced?.index === name) {
        // Another process may have had the lease meanwhile, and given it back.
        await (await this.#leases.lease(catalog)).renew().catch(() => undefined);
        await this.#versions.withdraw(await this.#leases.lease(catalog), catalog, name);
      }
      await dropIndex(this.#cluster, name);
      // An earlier version that was asked for, say: nobody writes it again.
      if (catalog !== null && announced === null && !this.#building.has(catalog))
        await this.#leases.forget(catalog);
    });
  }

  async #runOrWarn(index: string, removal: Promise<void>): Promise<void> {
    await removal.catch((error: unknown) => {
      this.#options.warn('index not removed', { index, message: getMessage(error) });
    });
  }

  /** Why a version can neither be continued nor answer again; null if it can. */
  async #findLoss(ref: IndexRef): Promise<string | null> {
    const state = await this.#versions.find(ref);
    if (state === null) return 'the cluster does not know the published version';
    const [madeFor, announced] = await Promise.all([
      readCatalogName(this.#cluster, ref.name),
      this.#versions.announced(state.catalog),
    ]);
    if (this.#isOutdated(state, announced))
      return `version ${announced?.version} has been published by another process`;
    return madeFor === null ? 'the index of the published version is gone' : null;
  }

  /** Whether another version has been announced that this process knows nothing of: its data are those of an earlier day. */
  #isOutdated(state: IndexState, announced: IndexState | null): boolean {
    if (announced === null || state.stamp > announced.stamp) return false;
    if (announced.index === state.index) return announced.version !== state.version;
    const key = makeKey({ name: announced.index, version: announced.version });
    const published = this.#published.get(announced.catalog)?.version.ref;
    return !this.#inUse.has(key) && (published === undefined || makeKey(published) !== key);
  }

  #findOrigin(current: IndexRef, catalog: string, lease: Lease): Origin {
    const last = this.#published.get(catalog);
    const isOurs = last?.lease === lease && makeKey(last.version.ref) === makeKey(current);
    const { name, version } = current;
    return { name, version, publishedAtMs: isOurs ? last.atMs : null };
  }
}

function makeKey({ name, version }: Pick<IndexRef, 'name' | 'version'>): string {
  return `${name} ${version}`;
}
