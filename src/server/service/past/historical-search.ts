import { randomUUID } from 'node:crypto';
import { BrctlError } from '../../../base/errors.ts';
import type { SearchEngine } from '../../../engine/engine.ts';
import { recordsOfVersion } from '../../store/open-records.ts';
import type { CatalogService } from '../catalog/catalog-service.ts';
import type { PointInTime } from '../catalog/point-in-time.ts';
import type { RulesFile } from '../merchandising/rules-file.ts';
import { Refusal } from '../refusals.ts';
import type { PublishedIndex } from '../registry/catalog-registry.ts';
import { type InstanceSearchSettings, settingsOfCatalog } from '../registry/catalog-settings.ts';
import { CatalogSearch } from '../search/catalog-search.ts';
import type { Answering } from '../search/search-calls.ts';

export interface PastVersionsOptions {
  engine: SearchEngine;
  catalogs: CatalogService;
  search: CatalogSearch;
  answering: Answering;
  rules?: RulesFile | null;
  settings: InstanceSearchSettings;
  /** Old indexes that are kept at a time (3): each takes room on the disk and in the search thread. */
  maxIndexes?: number;
  /** How long one is kept that nobody asks (10 minutes). */
  idleMs?: number;
}

export interface CatalogAtVersion {
  moment: PointInTime;
  /** What answers; undefined where no index run had published anything by then. */
  published: PublishedIndex | undefined;
  /** Takes `name` for the catalog. */
  search: CatalogSearch;
  name: string;
}

interface PastIndex {
  catalog: string;
  version: number;
  ready: Promise<{ published: PublishedIndex; search: CatalogSearch }>;
  users: number;
  idle: NodeJS.Timeout | undefined;
  building: AbortController;
  isReady: boolean;
}

const MAX_INDEXES = 3;
const IDLE_MS = 600_000;
/** Callers that may wait for a place of an index. */
const MAX_WAITING = 100;

/** An earlier version's index is built when somebody asks for it, and kept for the next; one at a time, and only a few. */
export class HistoricalSearch {
  readonly #options: PastVersionsOptions;
  /** By file and version, the one asked last at the end. */
  readonly #indexes = new Map<string, PastIndex>();
  readonly #closing = new AbortController();
  /** Called, the first of them, when an index is no longer used. */
  readonly #waiting = new Set<() => void>();
  #building: Promise<unknown> = Promise.resolve();

  constructor(options: PastVersionsOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` on a catalog as it was.
   * @param at a version, the id of a job, or a time as RFC 3339
   * @param left the caller has gone: nothing is built for it any more
   * @throws Refusal `unknown_catalog`, `unknown_version`, `too_many_requests`; what `work` throws
   */
  async use<Result>(
    catalog: string,
    at: string,
    left: AbortSignal,
    work: (past: CatalogAtVersion) => Promise<Result>,
  ): Promise<Result> {
    const { catalogs, search } = this.#options;
    const moment = catalogs.history.moment(catalog, at);
    const { indexVersion } = moment;
    if (indexVersion === null) return work({ moment, published: undefined, search, name: catalog });
    const now = catalogs.published(catalog);
    if (now?.version === indexVersion) {
      const result = await work({ moment, published: now, search, name: catalog });
      // Another version may have been published meanwhile, and have answered.
      if (catalogs.published(catalog)?.version === indexVersion) return result;
    }
    if (moment.indexRecords === null) throw gone(catalog, indexVersion);
    return this.#useIndex(catalog, indexVersion, moment, left, work);
  }

  /** Gives up what is being built. Old indexes are dropped by the next start of the engine. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { idle, building } of this.#indexes.values()) {
      clearTimeout(idle);
      building.abort();
    }
    for (const proceed of this.#waiting) proceed();
    await this.#building;
  }

  async #useIndex<Result>(
    catalog: string,
    version: number,
    moment: PointInTime,
    left: AbortSignal,
    work: (past: CatalogAtVersion) => Promise<Result>,
  ): Promise<Result> {
    const key = `${version} ${moment.indexRecords}`;
    await this.#roomFor(key, left);
    const index = this.#indexes.get(key) ?? this.#begin(catalog, version, moment);
    this.#indexes.delete(key);
    this.#indexes.set(key, index);
    clearTimeout(index.idle);
    index.users++;
    try {
      const { published, search } = await unlessLeft(index.ready, left);
      return await work({ moment, published, search, name: published.catalog });
    } catch (error) {
      // Rows that it answers from may have been collected while it answered.
      if (!(error instanceof Refusal) && !this.#isKept(catalog, version)) throw gone(catalog, version);
      throw error;
    } finally {
      index.users--;
      if (index.users === 0 && !index.isReady) index.building.abort();
      index.idle = setTimeout(() => this.#drop(key), this.#options.idleMs ?? IDLE_MS).unref();
      this.#wakeNext();
    }
  }

  /** Waits until another index may be there: those that nobody asks for any more make room. */
  async #roomFor(key: string, left: AbortSignal): Promise<void> {
    if (this.#closing.signal.aborted) throw new Refusal('unavailable', 'the service is stopping');
    while (!this.#indexes.has(key) && !this.#makeRoom()) {
      if (this.#waiting.size >= MAX_WAITING)
        throw new Refusal('too_many_requests', `${MAX_WAITING} searches of the past are already waiting`, {
          retryAfterSeconds: 5,
        });
      await new Promise<void>((resolve) => {
        const proceed = () => {
          this.#waiting.delete(proceed);
          left.removeEventListener('abort', proceed);
          resolve();
        };
        this.#waiting.add(proceed);
        left.addEventListener('abort', proceed, { once: true });
      });
      if (left.aborted) {
        this.#wakeNext();
        throw new Refusal('unavailable', 'the caller has gone');
      }
      if (this.#closing.signal.aborted) throw new Refusal('unavailable', 'the service is stopping');
    }
  }

  #wakeNext(): void {
    const [proceed] = this.#waiting;
    proceed?.();
  }

  #begin(catalog: string, version: number, moment: PointInTime): PastIndex {
    const building = new AbortController();
    const ready = this.#building.then(() => this.#build(catalog, version, moment, building.signal));
    this.#building = ready.catch(() => undefined);
    const index: PastIndex = { catalog, version, ready, users: 0, idle: undefined, building, isReady: false };
    // The next caller starts again.
    const forget = () => {
      const key = `${version} ${moment.indexRecords}`;
      if (this.#indexes.get(key) === index) this.#indexes.delete(key);
      this.#wakeNext();
    };
    ready.then(() => {
      index.isReady = true;
    }, forget);
    building.signal.addEventListener('abort', forget, { once: true });
    return index;
  }

  async #build(catalog: string, version: number, { indexRecords }: PointInTime, signal: AbortSignal) {
    const { engine, catalogs, answering, rules = null, settings } = this.#options;
    const family = catalogs.catalogs().find(({ name }) => name === catalog)?.family ?? 'products';
    const run = {
      // No catalog of an account has this name.
      catalog: `${catalog} ${version} ${randomUUID()}`,
      records: recordsOfVersion(indexRecords ?? '', version),
      settings: settingsOfCatalog(settings, catalog, family),
    };
    try {
      signal.throwIfAborted();
      const { ref, fields, documents } = await engine.build({ ...run, from: null, signal });
      if (signal.aborted) void engine.drop(ref);
      signal.throwIfAborted();
      const published: PublishedIndex = { ...run, family, version, documents, ref, fields };
      return {
        published,
        search: new CatalogSearch({ engine, published: () => published, answering, rules }),
      };
    } catch (error) {
      if (error instanceof BrctlError && error.code === 'store.version_gone') throw gone(catalog, version);
      if (this.#closing.signal.aborted) throw new Refusal('unavailable', 'the service is stopping');
      if (signal.aborted) throw new Refusal('unavailable', 'the caller has gone');
      throw error;
    }
  }

  /** Those that nobody asks for go first, and at once where their version is no longer kept. False where all are in use. */
  #makeRoom(): boolean {
    for (const [key, { catalog, version }] of this.#indexes) {
      if (!this.#isKept(catalog, version)) this.#drop(key);
    }
    const maxIndexes = this.#options.maxIndexes ?? MAX_INDEXES;
    for (const key of [...this.#indexes.keys()]) if (this.#indexes.size >= maxIndexes) this.#drop(key);
    return this.#indexes.size < maxIndexes;
  }

  #isKept(catalog: string, version: number): boolean {
    try {
      return this.#options.catalogs.history.versions(catalog).versions.some((row) => row.version === version);
    } catch {
      return false;
    }
  }

  #drop(key: string): void {
    const index = this.#indexes.get(key);
    if (index === undefined || index.users > 0) return;
    this.#indexes.delete(key);
    clearTimeout(index.idle);
    void index.ready.then(
      ({ published }) => this.#options.engine.drop(published.ref),
      () => undefined,
    );
  }
}

/** @throws Refusal `unavailable` as soon as the caller has gone */
async function unlessLeft<Result>(work: Promise<Result>, left: AbortSignal): Promise<Result> {
  let leave = () => {};
  const leaving = new Promise<never>((_resolve, reject) => {
    leave = () => reject(new Refusal('unavailable', 'the caller has gone'));
  });
  left.addEventListener('abort', leave, { once: true });
  if (left.aborted) leave();
  try {
    return await Promise.race([work, leaving]);
  } finally {
    left.removeEventListener('abort', leave);
  }
}

function gone(catalog: string, version: number): Refusal {
  return new Refusal(
    'unknown_version',
    `version ${version} of ${catalog}, published at that time, is no longer stored`,
    { at: 'at' },
  );
}
