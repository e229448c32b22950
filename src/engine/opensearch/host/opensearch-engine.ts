import { BrctlError, getMessage } from '../../../base/errors.ts';
import { waitAtMost } from '../../../base/process/wait-at-most.ts';
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
import { memoizeAsync } from '../../memoize.ts';
import type { EngineSharing, SharedEngine } from '../../sharing.ts';
import type { Origin, RunResult } from '../building/index-run.ts';
import { Cluster } from '../cluster/cluster.ts';
import { checkVersion, readHealth } from '../cluster/cluster-state.ts';
import { ENGINE_NAME, generateIndexName, INDEX_FORMAT } from '../cluster/index-names.ts';
import type { IndexState } from '../cluster/index-state.ts';
import { createLeaseHolder, FencedPublisher } from '../sharing/catalog-writers.ts';
import { ClusterSharing } from '../sharing/cluster-sharing.ts';
import { ClusterDocuments } from '../sharing/control-documents.ts';
import type { Lease } from '../sharing/lease.ts';
import {
  findKnownState,
  toSharedVersion,
  VersionStates,
  versionGoneError,
} from '../sharing/version-states.ts';
import { readMonotonicMs } from '../sharing/write-gate.ts';
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

interface OpenCluster {
  cluster: Cluster;
  versions: VersionStates;
  /** This process as a writer. */
  writers: FencedPublisher;
  sharing: ClusterSharing;
}

/** A version of an index that this process has published. */
interface LastWrite {
  version: number;
  lease: Lease;
  /** By the steady clock. */
  atMs: number;
  /** Whether a run has begun since that may have written to the index. */
  isFollowed: boolean;
}

/** To load the client takes longer than a small delta, and most of the time at work is waiting for the cluster. */
const THREAD_TIMES = { idleMs: 60_000, maxWorkMs: 600_000 };

const DROP_MS = 2_000;

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
  /** Told of what went wrong without failing a call. */
  warn(message: string, fields: Record<string, unknown>): void;
}

/** Engine for several machines. All versions of an index share one OpenSearch index; a control index says which one answers. */
export class OpenSearchEngine implements SharedEngine {
  readonly engine = ENGINE_NAME;
  readonly format = INDEX_FORMAT;
  readonly #options: OpenSearchEngineOptions;
  readonly #runs: IndexThreads<IndexTask, RunResult>;
  /** The version that this process published last, by catalog: a reader is never sent back to an earlier one. */
  readonly #published = new Map<string, PublishedVersion>();
  readonly #readers: VersionReaders;
  /** By name of an index the version of it that this process has published last. */
  readonly #last = new Map<string, LastWrite>();
  /** By name of an index what its last run made, until that is published: nobody has to ask the cluster for it. */
  readonly #built = new Map<string, IndexState>();
  /** Versions that were in use at the start. */
  readonly #inUse = new Set<string>();
  readonly #building = new Set<string>();
  /** Indexes that a copy has left write-blocked, as the cluster did not answer. */
  readonly #blocked = new Set<string>();
  #opened: OpenCluster | undefined;

  constructor(options: OpenSearchEngineOptions) {
    this.#options = options;
    this.#runs = new IndexThreads(options.indexScript, THREAD_TIMES);
    this.#readers = new VersionReaders(() => this.#open());
  }

  readonly sharing: EngineSharing = {
    broadcast: async (notice) => (await this.#open()).sharing.broadcast(notice),
    withdraw: async () => (await this.#open()).sharing.withdraw(),
    subscribeToPeers: async (changed) => (await this.#open()).sharing.subscribeToPeers(changed),
  };

  async start(inUse: readonly IndexRef[]): Promise<void> {
    const { cluster } = await this.#open();
    await checkVersion(cluster);
    for (const ref of inUse) this.#inUse.add(keyOf(ref));
    const names = new Set(inUse.map(({ name }) => name));
    const { scope, owner } = this.#options;
    const own = await listIndexes(cluster, scope, owner);
    // A process that was killed while it copied has left the index so.
    for (const { name, isWriteBlocked } of own) if (isWriteBlocked) await blockWrites(cluster, name, false);
    for (const index of own)
      if (!names.has(index.name)) await this.#orWarn(index.name, this.#dropUnannounced(index));
  }

  async build(run: IndexRun): Promise<BuiltIndex> {
    this.#building.add(run.catalog);
    try {
      return await this.#build(run);
    } finally {
      this.#building.delete(run.catalog);
    }
  }

  async #build({ catalog, records, settings, from, signal, onBegin }: IndexRun): Promise<BuiltIndex> {
    const { cluster, scope, owner, shards = 1 } = this.#options;
    const opened = await this.#open();
    const lease = await opened.writers.lease(catalog, signal);
    for (const name of this.#blocked) {
      await blockWrites(opened.cluster, name, false);
      this.#blocked.delete(name);
    }
    const { current, rebuiltFor } = await this.#toGoOnFrom(catalog, from?.ref ?? null);
    const order = {
      catalog,
      languages: { language: settings.language, languages: settings.languages },
      owner,
      newIndex: generateIndexName(scope),
      stamp: lease.nextStamp(),
      from: current && this.#originOf(current, lease),
      rebuiltFor,
      shards,
    };
    const task = { cluster, records, scope, order, gate: lease.gate.shared };
    const last = current === null ? undefined : this.#last.get(current.name);
    if (last !== undefined) last.isFollowed = true;
    const running = this.#runs.run(task, AbortSignal.any([signal, lease.lost]), onBegin);
    await running.catch(() => undefined);
    // Nobody else knows the name.
    if (lease.lost.aborted) await this.#orWarn(order.newIndex, dropIndex(opened.cluster, order.newIndex));
    lease.lost.throwIfAborted();
    const { state, mode, rebuiltFor: why } = await running;
    this.#built.set(state.index, state);
    const ref = { engine: ENGINE_NAME, format: INDEX_FORMAT, name: state.index, version: state.version };
    return { ref, fields: state.fields, documents: state.records, mode, rebuiltFor: why };
  }

  async publish(version: PublishedVersion): Promise<void> {
    const { versions, writers } = await this.#open();
    const { catalog, ref, settings } = version;
    const built = this.#built.get(ref.name);
    const state = built?.version === ref.version ? built : await findKnownState(versions, ref);
    const announcement = { scope: this.#options.scope, catalog, settings, state };
    await writers.announce(announcement, (announced) => {
      if (this.#isOutdated(state, announced)) throw versionGoneError(ref);
    });
    const lease = await writers.lease(catalog);
    this.#published.set(catalog, version);
    this.#built.delete(ref.name);
    this.#last.set(ref.name, { version: ref.version, lease, atMs: readMonotonicMs(), isFollowed: false });
  }

  reader(version: PublishedVersion): EngineReader {
    const open = () => this.#readers.of(this.#published.get(version.catalog) ?? version);
    return createReader(async (call, argument) => (await open())[call](argument));
  }

  /** The cluster warms itself; only what is counted once a version is asked for ahead. */
  warm(version: PublishedVersion): void {
    void this.#readers.of(this.#published.get(version.catalog) ?? version).catch(() => undefined);
  }

  async has(ref: IndexRef): Promise<boolean> {
    const { cluster, versions } = await this.#open();
    const path = `/${encodeURIComponent(ref.name)}`;
    const query = { filter_path: '*.settings.index.uuid' };
    if ((await cluster.find({ method: 'GET', path, query })) === null) return false;
    const state = await versions.of(ref);
    return state !== null && !this.#isOutdated(state, await versions.announced(state.catalog));
  }

  async sizeBytes(ref: IndexRef): Promise<number> {
    return readIndexSize((await this.#open()).cluster, ref.name);
  }

  async copy(ref: IndexRef): Promise<IndexRef> {
    const { cluster, versions } = await this.#open();
    const name = generateIndexName(this.#options.scope);
    await copyIndex({ cluster, versions }, ref, name, () => this.#blocked.add(ref.name));
    return { ...ref, name };
  }

  async drop({ name }: IndexRef): Promise<void> {
    for (const [catalog, { ref }] of this.#published) if (ref.name === name) this.#published.delete(catalog);
    for (const key of this.#inUse) if (key.startsWith(`${name} `)) this.#inUse.delete(key);
    this.#readers.forget(name);
    this.#last.delete(name);
    this.#built.delete(name);
    this.#blocked.delete(name);
    await this.#orWarn(name, this.#drop(name));
  }

  async health(): Promise<EngineHealth> {
    try {
      return await readHealth((await this.#open()).cluster);
    } catch (error) {
      const why = error instanceof BrctlError ? error.details.why : undefined;
      const detail = why === undefined ? getMessage(error) : `${getMessage(error)}: ${why}`;
      return { engine: ENGINE_NAME, state: 'red', detail };
    }
  }

  async close(): Promise<void> {
    await this.#runs.close();
    const opened = this.#opened;
    if (opened === undefined) return;
    if (!this.#options.keepsIndexes)
      await waitAtMost(DROP_MS, this.#dropOwn(opened.cluster)).catch(() => undefined);
    await Promise.all([opened.sharing.close(), opened.writers.close()]);
    await opened.cluster.close();
  }

  async ended(): Promise<void> {
    await this.#runs.ended();
  }

  async #dropOwn(cluster: Cluster): Promise<void> {
    const { scope, owner } = this.#options;
    const own = await listIndexes(cluster, scope, owner);
    await Promise.all(own.map(({ name }) => this.#orWarn(name, this.#drop(name))));
  }

  /** Removes an index that no announcement names; what another process writes is left to it. */
  async #dropUnannounced({ name, catalog }: OwnedIndex): Promise<void> {
    const { versions, writers } = await this.#open();
    if ((await versions.announced(catalog))?.index === name) return;
    if ((await writers.leaseIfFree(catalog)) === null) return;
    if ((await versions.announced(catalog))?.index !== name) await this.#drop(name);
  }

  /** Removes an index, one that is announced under the lease of its catalog alone. */
  async #drop(name: string): Promise<void> {
    const { cluster, versions, writers } = await this.#open();
    const catalog = await readCatalogName(cluster, name);
    const announced = catalog === null ? null : await versions.announced(catalog);
    if (catalog !== null && announced?.index === name) {
      // Whatever the books of this process say, the version that answers is its writer's to remove.
      await (await writers.lease(catalog)).confirm();
      await versions.withdraw(catalog, name);
    }
    await dropIndex(cluster, name);
    // An earlier version that was asked for, say: nobody writes it again.
    if (catalog !== null && announced === null && !this.#building.has(catalog)) await writers.forget(catalog);
  }

  async #orWarn(index: string, removal: Promise<void>): Promise<void> {
    await removal.catch((error: unknown) => {
      this.#options.warn('index not removed', { index, message: getMessage(error) });
    });
  }

  /** The version that a run adds changes to, or why it is none: the lease is held, so that nobody publishes another meanwhile. */
  async #toGoOnFrom(
    catalog: string,
    from: IndexRef | null,
  ): Promise<{ current: IndexRef | null; rebuiltFor: string | null }> {
    if (from?.engine !== ENGINE_NAME || from.format !== INDEX_FORMAT)
      return { current: null, rebuiltFor: null };
    const { versions } = await this.#open();
    const [state, announced] = await Promise.all([versions.of(from), versions.announced(catalog)]);
    if (state === null)
      return { current: null, rebuiltFor: 'the cluster does not know the published version' };
    if (this.#isOutdated(state, announced))
      return {
        current: null,
        rebuiltFor: `version ${announced?.version} has been published by another process`,
      };
    return { current: (await this.has(from)) ? from : null, rebuiltFor: null };
  }

  /** Whether another version has been announced that this process knows nothing of: its data are those of an earlier day. */
  #isOutdated(state: IndexState, announced: IndexState | null): boolean {
    if (announced === null || state.stamp > announced.stamp) return false;
    if (announced.index === state.index) return announced.version !== state.version;
    const key = keyOf({ name: announced.index, version: announced.version });
    const published = this.#published.get(announced.catalog)?.ref;
    return !this.#inUse.has(key) && (published === undefined || keyOf(published) !== key);
  }

  #originOf({ name, version }: IndexRef, lease: Lease): Origin {
    const last = this.#last.get(name);
    const isOurs = last?.version === version && last.lease === lease;
    return { name, version, isLast: isOurs && !last.isFollowed, publishedAtMs: isOurs ? last.atMs : null };
  }

  readonly #open = memoizeAsync(async () => this.#openControl(await Cluster.open(this.#options.cluster)));

  #openControl(cluster: Cluster): OpenCluster {
    const { scope, owner, warn } = this.#options;
    const documents = new ClusterDocuments(cluster);
    const versions = new VersionStates(documents, scope);
    const sharing = new ClusterSharing({
      documents,
      scope,
      node: owner,
      readAnnouncement: ({ body }) => toSharedVersion(body),
      failed: (error) =>
        warn('the cluster could not be asked for what is published', { message: getMessage(error) }),
    });
    const opened = {
      cluster,
      versions,
      writers: new FencedPublisher(documents, scope, createLeaseHolder(owner)),
      sharing,
    };
    this.#opened = opened;
    return opened;
  }
}

function keyOf({ name, version }: Pick<IndexRef, 'name' | 'version'>): string {
  return `${name} ${version}`;
}
