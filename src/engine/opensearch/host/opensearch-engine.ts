import { BrctlError, messageOf } from '../../../base/errors.ts';
import { AbortFlag } from '../../../base/process/abort-flag.ts';
import { atMost } from '../../../base/process/at-most.ts';
import { packError, unpackError } from '../../../base/process/packed-error.ts';
import { WorkerPool } from '../../../base/process/worker-pool.ts';
import type {
  BuiltIndex,
  ClusterOptions,
  EngineHealth,
  EngineReader,
  IndexRef,
  IndexRun,
  PublishedVersion,
} from '../../engine.ts';
import type { EngineSharing, SharedEngine, SharedVersion } from '../../sharing.ts';
import { KnownRecords } from '../answers/known-records.ts';
import { Cluster } from '../cluster/cluster.ts';
import { checkVersion, clusterState, healthOf } from '../cluster/cluster-state.ts';
import { ENGINE_NAME, INDEX_FORMAT, newIndexName } from '../cluster/index-names.ts';
import { type Announcement, ControlIndex, type IndexState } from '../cluster/index-state.ts';
import { CatalogWriters } from '../sharing/catalog-writers.ts';
import { ClusterSharing } from '../sharing/cluster-sharing.ts';
import { ClusterDocuments } from '../sharing/control-documents.ts';
import type { Lease } from '../sharing/lease.ts';
import { EndedSweeper } from './ended-sweeper.ts';
import { copyIndex, dropIndex, dropOrphans, sizeOfIndex } from './index-operations.ts';
import type { IndexOutcome, IndexTask } from './serve-index-runs.ts';
import { VersionReader } from './version-reader.ts';

/** What is there once the cluster has been reached. */
interface Opened {
  cluster: Cluster;
  control: ControlIndex;
  writers: CatalogWriters;
  sharing: ClusterSharing;
}

/**
 * How long a thread waits for the next index run, and how long it works: to load the client and to compile takes longer than a small
 * delta, and most of the time at work is waiting for the cluster.
 */
const THREAD_TIMES = { idleMs: 60_000, maxWorkMs: 600_000 };

/** How long a stop waits for indexes that are not kept. */
const DROP_MS = 2_000;

export interface OpenSearchEngineOptions {
  cluster: ClusterOptions;
  /** The environment: its catalogs are announced to whoever searches it. */
  scope: string;
  /** Whoever writes indexes has a name of its own, kept with its records: what it has left behind is known by it. */
  owner: string;
  /** False where everything is gone after the end, indexes too. */
  keepsIndexes: boolean;
  /** Shards of a new index (1). */
  shards?: number;
  /** The script of index threads, which calls `serveIndexRuns`. */
  indexScript: URL;
  /** Told of what went wrong without failing a call. */
  warn(message: string, fields: Record<string, unknown>): void;
}

/**
 * The engine for more than one machine: indexes in an OpenSearch cluster. The versions of an index are in one index of the
 * cluster: each document says since when it is there, a reader leaves out what is newer than its version and what has ended by
 * then. What a version is made of, and which one answers, stands in a small control index.
 */
export class OpenSearchEngine implements SharedEngine {
  readonly engine = ENGINE_NAME;
  readonly format = INDEX_FORMAT;
  readonly #options: OpenSearchEngineOptions;
  readonly #runs: WorkerPool<IndexTask, IndexOutcome>;
  /** What was published last, by catalog: a reader of an earlier version is not sent back to it. */
  readonly #published = new Map<string, PublishedVersion>();
  readonly #readers = new Map<string, VersionReader>();
  readonly #known = new KnownRecords();
  /** By name of an index what was written to it last, where that was published, and under which lease. */
  readonly #last = new Map<string, { version: number; lease: Lease }>();
  /** By name of an index what its last run made, until that is published: nobody has to ask the cluster for it. */
  readonly #built = new Map<string, IndexState>();
  readonly #sweeper: EndedSweeper;
  #opened: Promise<Opened> | undefined;

  constructor(options: OpenSearchEngineOptions) {
    this.#options = options;
    this.#sweeper = new EndedSweeper(options.warn);
    const outcomeOf = (thrown: unknown) => ({ failure: packError(thrown) });
    this.#runs = new WorkerPool<IndexTask, IndexOutcome>(options.indexScript, outcomeOf, THREAD_TIMES);
  }

  readonly sharing: EngineSharing = {
    tell: async (notice) => (await this.#open()).sharing.tell(notice),
    untell: async () => (await this.#open()).sharing.untell(),
    follow: async (changed) => (await this.#open()).sharing.follow(changed),
  };

  async start(inUse: readonly IndexRef[]): Promise<void> {
    const { cluster, control } = await this.#open();
    await checkVersion(cluster);
    const names = new Set(inUse.map(({ name }) => name));
    const { scope, owner, warn } = this.#options;
    await dropOrphans({ cluster, control, scope, owner }, names, warn);
  }

  async build({ catalog, records, from, signal, onBegin }: IndexRun): Promise<BuiltIndex> {
    const { cluster, scope, owner, shards = 1 } = this.#options;
    const current = from !== null && this.#canRead(from.ref) && (await this.has(from.ref)) ? from.ref : null;
    const lease = await (await this.#open()).writers.lease(catalog, signal);
    if (current !== null) await this.#sweeper.pause(current.name);
    const order = {
      catalog,
      owner,
      newIndex: newIndexName(scope),
      from: current && {
        index: current.name,
        version: current.version,
        isLast: this.#isLast(current, lease),
      },
      shards,
    };
    if (current !== null) this.#last.delete(current.name);
    try {
      const task = { cluster, records, order, gate: lease.gate.shared };
      const outcome = await this.#run(task, AbortSignal.any([signal, lease.lost]), onBegin);
      if (lease.lost.aborted) await this.#giveUp(order.newIndex);
      lease.lost.throwIfAborted();
      if ('failure' in outcome) throw unpackError(outcome.failure);
      const { state, mode, rebuiltFor } = outcome.built;
      this.#built.set(state.index, state);
      const ref = { engine: ENGINE_NAME, format: INDEX_FORMAT, name: state.index, version: state.version };
      return { ref, fields: state.fields, documents: state.records, mode, rebuiltFor };
    } finally {
      if (current !== null) this.#sweeper.resume(current.name);
    }
  }

  async publish(version: PublishedVersion): Promise<void> {
    const { cluster, control, writers } = await this.#open();
    const { catalog, ref, settings } = version;
    await this.#sweeper.pause(ref.name);
    try {
      const built = this.#built.get(ref.name);
      const state = built?.version === ref.version ? built : await knownState(control, ref);
      const announcement = { scope: this.#options.scope, catalog, settings, state };
      await writers.announce(announcement);
      this.#published.set(catalog, version);
      this.#built.delete(ref.name);
      this.#last.set(ref.name, { version: ref.version, lease: await writers.lease(catalog) });
      this.#sweeper.published({ cluster, control, writers, announcement });
    } finally {
      this.#sweeper.resume(ref.name);
    }
  }

  reader(version: PublishedVersion): EngineReader {
    const open = () => this.#readerOf(this.#published.get(version.catalog) ?? version);
    return {
      search: async (query) => (await open()).search(query),
      suggest: async (request) => (await open()).suggest(request),
      productByUrl: async (url) => (await open()).productByUrl(url),
      productsById: async (ids) => (await open()).productsById(ids),
      categoryByUrl: async (url) => (await open()).categoryByUrl(url),
      explain: async (request) => (await open()).explain(request),
    };
  }

  /** The cluster warms itself; only what is counted once a version is asked for ahead. */
  warm(version: PublishedVersion): void {
    void this.#readerOf(this.#published.get(version.catalog) ?? version).catch(() => undefined);
  }

  async has(ref: IndexRef): Promise<boolean> {
    const { cluster } = await this.#open();
    const path = `/${encodeURIComponent(ref.name)}`;
    const query = { filter_path: '*.settings.index.uuid' };
    return (await cluster.find({ method: 'GET', path, query })) !== null;
  }

  async sizeBytes(ref: IndexRef): Promise<number> {
    return sizeOfIndex((await this.#open()).cluster, ref.name);
  }

  async copy(ref: IndexRef): Promise<IndexRef> {
    const { cluster, control } = await this.#open();
    const name = newIndexName(this.#options.scope);
    await copyIndex({ cluster, control }, ref, name);
    return { ...ref, name };
  }

  async drop({ name }: IndexRef): Promise<void> {
    for (const [catalog, { ref }] of this.#published) if (ref.name === name) this.#published.delete(catalog);
    for (const key of this.#readers.keys()) if (key.startsWith(`${name} `)) this.#readers.delete(key);
    this.#last.delete(name);
    this.#built.delete(name);
    const { cluster, control } = await this.#open();
    await this.#sweeper.forget(name);
    await dropIndex({ cluster, control }, name);
  }

  async health(): Promise<EngineHealth> {
    try {
      return healthOf(await clusterState((await this.#open()).cluster));
    } catch (error) {
      const why = error instanceof BrctlError ? error.details.why : undefined;
      const detail = why === undefined ? messageOf(error) : `${messageOf(error)}: ${why}`;
      return { engine: ENGINE_NAME, state: 'red', detail };
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#runs.close(), this.#sweeper.close()]);
    const opened = await this.#opened?.catch(() => undefined);
    if (opened === undefined) return;
    const { scope, owner, keepsIndexes, warn } = this.#options;
    if (!keepsIndexes)
      await atMost(DROP_MS, dropOrphans({ ...opened, scope, owner }, new Set(), warn)).catch(() => undefined);
    await Promise.all([opened.sharing.close(), opened.writers.close()]);
    await opened.cluster.close();
  }

  async ended(): Promise<void> {
    await this.#runs.threadsEnded();
  }

  /** Removes what a run began that may write no more; nobody else knows the name. */
  async #giveUp(index: string): Promise<void> {
    const { cluster, control } = await this.#open();
    await dropIndex({ cluster, control }, index).catch((error: unknown) => {
      this.#options.warn('index not removed', { index, message: messageOf(error) });
    });
  }

  async #run(task: IndexTask, signal: AbortSignal, onBegin: IndexRun['onBegin']): Promise<IndexOutcome> {
    const flag = new AbortFlag();
    onBegin?.(() => flag.done);
    const abort = () => flag.set();
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    return this.#runs.run(task, flag).finally(() => signal.removeEventListener('abort', abort));
  }

  /** Of a version that is published again and again, the last reader; another version has one of its own. */
  async #readerOf({ ref, settings }: PublishedVersion): Promise<VersionReader> {
    const key = `${ref.name} ${ref.version} ${JSON.stringify(settings)}`;
    const known = this.#readers.get(key);
    if (known !== undefined) return known;
    const { cluster, control } = await this.#open();
    const reader = new VersionReader(cluster, await knownState(control, ref), settings, this.#known);
    for (const other of this.#readers.keys())
      if (other.startsWith(`${ref.name} `)) this.#readers.delete(other);
    this.#readers.set(key, reader);
    return reader;
  }

  #isLast({ name, version }: IndexRef, lease: Lease): boolean {
    const last = this.#last.get(name);
    return last?.version === version && last.lease === lease;
  }

  #canRead(ref: IndexRef): boolean {
    return ref.engine === ENGINE_NAME && ref.format === INDEX_FORMAT;
  }

  #open(): Promise<Opened> {
    this.#opened ??= Cluster.open(this.#options.cluster).then((cluster) => this.#openControl(cluster));
    return this.#opened;
  }

  #openControl(cluster: Cluster): Opened {
    const { scope, owner, warn } = this.#options;
    const control = new ControlIndex(cluster);
    const documents = new ClusterDocuments(cluster, () => control.made());
    const sharing = new ClusterSharing({
      documents,
      scope,
      node: owner,
      readAnnouncement: ({ body }) => announcedVersion(JSON.parse(String(body.text)) as Announcement),
      failed: (error) =>
        warn('the cluster could not be asked for what is published', { message: messageOf(error) }),
    });
    return { cluster, control, writers: new CatalogWriters(documents, scope, owner), sharing };
  }
}

/** What was published, without the records that it was made of. */
function announcedVersion({ catalog, settings, state }: Announcement): SharedVersion {
  const ref = { engine: ENGINE_NAME, format: INDEX_FORMAT, name: state.index, version: state.version };
  return { catalog, ref, fields: state.fields, settings };
}

async function knownState(control: ControlIndex, { name, version }: IndexRef): Promise<IndexState> {
  const state = await control.stateOf(name, version);
  if (state !== null) return state;
  throw new BrctlError(`the cluster does not know version ${version} of the index ${name}`, {
    kind: 'not-found',
    code: 'engine.version_gone',
    hint: 'build the index again: brctl index',
    status: 404,
  });
}
