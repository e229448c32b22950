import { BrctlError } from '../../../base/errors.ts';
import { waitUnlessAborted } from '../../../base/process/wait-at-most.ts';
import type { SearchEngine } from '../../../engine/engine.ts';
import { buildIndexOfVersion } from '../catalog/build-index-of-version.ts';
import type { CatalogService } from '../catalog/catalog-service.ts';
import type { PointInTime } from '../catalog/point-in-time.ts';
import type { RulesFile } from '../merchandising/rules-file.ts';
import { Refusal } from '../refusals.ts';
import type { InstanceSearchSettings, PublishedIndex } from '../registry/catalog-registry.ts';
import { CatalogSearch } from '../search/catalog-search.ts';
import type { AnsweringContext } from '../search/search-service.ts';

export interface PastVersionsOptions {
  engine: SearchEngine;
  catalogs: CatalogService;
  search: CatalogSearch;
  answering: AnsweringContext;
  rules?: RulesFile | null;
  settings: InstanceSearchSettings;
  /** Old indexes that are kept at a time (3): each takes room on the disk and in the search thread. */
  maxIndexes?: number;
  /** How long one is kept that nobody asks (10 minutes). */
  idleMs?: number;
}

export interface CatalogAtVersion {
  moment: PointInTime;
  /** The published version of that time; undefined if there was none. */
  published: PublishedIndex | undefined;
  /** Takes `name` for the catalog. */
  search: CatalogSearch;
  name: string;
}

interface PastIndex {
  catalog: string;
  published: PublishedIndex;
  search: CatalogSearch;
  /** Callers that it answers now. */
  users: number;
  idle?: NodeJS.Timeout;
}

const MAX_INDEXES = 3;
const IDLE_MS = 600_000;
const MAX_WAITING = 100;

/** An earlier version's index is built when somebody asks for it, one at a time, and kept for the next callers. */
export function createHistoricalSearch(options: PastVersionsOptions) {
  const { engine, catalogs, search: present, answering, rules = null, settings } = options;
  const { maxIndexes = MAX_INDEXES, idleMs = IDLE_MS } = options;
  /** By version and file, the one asked last at the end. */
  const indexes = new Map<string, PastIndex>();
  let last: Promise<unknown> = Promise.resolve();
  /** Tells the build that waits for room that an index is not used any more. */
  let onFree: () => void = () => undefined;
  let waiting = 0;
  const closing = new AbortController();

  /**
   * Runs `work` on a catalog as it was.
   * @param point a version, the id of a job, or a time as RFC 3339
   * @param left the caller has gone: nothing is built for it any more
   * @throws Refusal `unknown_catalog`, `unknown_version`, `too_many_requests`; what `work` throws
   */
  async function use<Result>(
    catalog: string,
    point: string,
    left: AbortSignal,
    work: (past: CatalogAtVersion) => Promise<Result>,
  ): Promise<Result> {
    const moment = catalogs.history.moment(catalog, point);
    const { indexVersion } = moment;
    if (indexVersion === null) return work({ moment, published: undefined, search: present, name: catalog });
    const now = catalogs.published(catalog);
    if (now?.version === indexVersion) {
      const result = await work({ moment, published: now, search: present, name: catalog });
      // Another version may have been published meanwhile, and have answered.
      if (catalogs.published(catalog)?.version === indexVersion) return result;
    }
    const { indexRecords } = moment;
    if (indexRecords === null) throw goneRefusal(catalog, indexVersion);
    const key = `${indexVersion} ${indexRecords}`;
    const index =
      take(key) ??
      (await waitTurn(left, async () => {
        if (!indexes.has(key)) indexes.set(key, await build(catalog, indexVersion, indexRecords, left));
        return take(key) as PastIndex;
      }));
    try {
      const { published, search } = index;
      return await work({ moment, published, search, name: published.catalog });
    } catch (error) {
      // Rows that it answers from may have been collected while it answered.
      if (!(error instanceof Refusal) && !isKept(index)) throw goneRefusal(catalog, indexVersion);
      throw error;
    } finally {
      if (--index.users === 0) {
        index.idle = setTimeout(() => drop(key), idleMs).unref();
        onFree();
      }
    }
  }

  /** An index that is there, for one caller more. */
  function take(key: string): PastIndex | undefined {
    const index = indexes.get(key);
    if (index === undefined) return undefined;
    indexes.delete(key);
    indexes.set(key, index);
    clearTimeout(index.idle);
    index.users++;
    return index;
  }

  /** Gives up what is being built. Old indexes are dropped by the next start of the engine. */
  async function close(): Promise<void> {
    closing.abort(new Refusal('unavailable', 'the service is stopping'));
    await last;
    for (const { idle } of indexes.values()) clearTimeout(idle);
  }

  /** A caller that leaves gives its place in the queue away at once. */
  async function waitTurn<Result>(left: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (waiting >= MAX_WAITING)
      throw new Refusal('too_many_requests', `${MAX_WAITING} searches of the past are already waiting`, {
        retryAfterSeconds: 5,
      });
    const turn = waitFor(last, left);
    const result = turn.then(work);
    last = Promise.allSettled([last, result]).then(() => undefined);
    waiting++;
    await turn.finally(() => waiting--);
    return result;
  }

  async function build(
    catalog: string,
    version: number,
    file: string,
    left: AbortSignal,
  ): Promise<PastIndex> {
    await makeRoom(left);
    const family = catalogs.catalogs().find(({ name }) => name === catalog)?.family ?? 'products';
    const signal = AbortSignal.any([left, closing.signal]);
    try {
      const row = { name: catalog, family };
      const published = await buildIndexOfVersion(engine, settings, row, file, version, signal);
      const search = new CatalogSearch({ engine, published: () => published, answering, rules });
      return { catalog, published, search, users: 0 };
    } catch (error) {
      if (error instanceof BrctlError && error.code === 'store.version_gone')
        throw goneRefusal(catalog, version);
      throw closing.signal.reason ?? (left.aborted ? callerGoneRefusal() : error);
    }
  }

  /** Removes the least recently used first, and at once those whose version is no longer stored. */
  async function makeRoom(left: AbortSignal): Promise<void> {
    if (left.aborted) throw callerGoneRefusal();
    for (const [key, index] of indexes) if (!isKept(index)) drop(key);
    for (;;) {
      for (const key of indexes.keys()) if (indexes.size >= maxIndexes) drop(key);
      if (indexes.size < maxIndexes) return;
      const freed = new Promise<void>((resolve) => {
        onFree = resolve;
      });
      await waitFor(freed, left);
    }
  }

  function isKept({ catalog, published }: PastIndex): boolean {
    try {
      const { versions } = catalogs.history.versions(catalog);
      return versions.some(({ version }) => version === published.version);
    } catch {
      return false;
    }
  }

  function drop(key: string): void {
    const index = indexes.get(key);
    if (index === undefined || index.users > 0) return;
    indexes.delete(key);
    clearTimeout(index.idle);
    void engine.drop(index.published.ref);
  }

  return { use, close };
}

export type HistoricalSearch = ReturnType<typeof createHistoricalSearch>;

/** @throws Refusal `unavailable` where the caller leaves meanwhile */
async function waitFor(work: Promise<unknown>, left: AbortSignal): Promise<void> {
  await waitUnlessAborted(work, left).catch(() => {
    throw callerGoneRefusal();
  });
}

function callerGoneRefusal(): Refusal {
  return new Refusal('unavailable', 'the caller has gone');
}

function goneRefusal(catalog: string, version: number): Refusal {
  const message = `version ${version} of ${catalog}, published at that time, is no longer stored`;
  return new Refusal('unknown_version', message);
}
