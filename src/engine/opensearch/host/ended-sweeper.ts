import { messageOf } from '../../../base/errors.ts';
import { removeEnded } from '../building/ended-documents.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Announcement } from '../cluster/index-state.ts';
import type { CatalogWriters } from '../sharing/catalog-writers.ts';
import type { VersionStates } from '../sharing/version-states.ts';

/** Readers in other processes have taken up a version by then, and have answered what they were asked of the one before. */
const GRACE_MS = 15_000;

interface Waiting {
  cluster: Cluster;
  versions: VersionStates;
  writers: CatalogWriters;
  announcement: Announcement;
}

/** Removes documents that have ended some time after the version without them is published: readers of the one before need them till then. */
export class EndedSweeper {
  readonly #warn: (message: string, fields: Record<string, unknown>) => void;
  readonly #waiting = new Map<string, Waiting>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #sweeping = new Map<string, Promise<void>>();
  readonly #paused = new Set<string>();

  constructor(warn: (message: string, fields: Record<string, unknown>) => void) {
    this.#warn = warn;
  }

  /** Notes what has been published: of the versions of an index, the last. */
  published(waiting: Waiting): void {
    const { index } = waiting.announcement.state;
    this.#waiting.set(index, waiting);
    this.#wait(index);
  }

  /** Nothing is removed while an index run adds to the index; resolves when a removal at work is done. */
  async pause(index: string): Promise<void> {
    this.#paused.add(index);
    await this.#sweeping.get(index);
  }

  resume(index: string): void {
    this.#paused.delete(index);
    if (this.#waiting.has(index)) this.#wait(index);
  }

  async forget(index: string): Promise<void> {
    clearTimeout(this.#timers.get(index));
    this.#waiting.delete(index);
    await this.#sweeping.get(index);
  }

  /** What has not been removed by now is when the next version is published. */
  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#waiting.clear();
    await Promise.all(this.#sweeping.values());
  }

  #wait(index: string): void {
    clearTimeout(this.#timers.get(index));
    this.#timers.set(index, setTimeout(() => this.#sweep(index), GRACE_MS).unref());
  }

  #sweep(index: string): void {
    const waiting = this.#waiting.get(index);
    if (waiting === undefined || this.#paused.has(index)) return;
    this.#waiting.delete(index);
    const sweeping = sweep(waiting)
      .catch((error: unknown) =>
        this.#warn('old documents not removed', { index, message: messageOf(error) }),
      )
      .finally(() => this.#sweeping.delete(index));
    this.#sweeping.set(index, sweeping);
  }
}

async function sweep({ cluster, versions, writers, announcement }: Waiting): Promise<void> {
  await (await writers.lease(announcement.catalog)).confirm();
  const { index, ended } = announcement.state;
  if (ended.length > 0) {
    await removeEnded(cluster, index, ended);
    const state = { ...announcement.state, ended: [] };
    await versions.keep(state);
    await writers.announce({ ...announcement, state });
  }
}
