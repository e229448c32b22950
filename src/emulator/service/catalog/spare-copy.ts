import { statfs } from 'node:fs/promises';
import type { SnapshotCatalog, SnapshotManifest } from '../../store/snapshot-folder.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { copyCatalogs, filesOf, refsOf } from './copy-catalogs.ts';

/** What is smaller is copied in a few milliseconds when it is asked for. */
const MIN_BYTES = 8 * 1024 * 1024;
/** A spare takes at most this share of the room that is left: jobs need it more. */
const MAX_SHARE = 0.25;

interface Spare {
  name: string;
  controller: AbortController;
  /** Undefined where it came to nothing. */
  copies: Promise<readonly SnapshotCatalog[] | undefined>;
}

/**
 * One set of copies of a large snapshot's files, made ahead of the reset that will want them: then putting the snapshot
 * back takes as long as a swap. The files lie beside those of the catalogs and nothing refers to them, so that what a
 * killed process leaves of them goes at the next start; only the memory of this process knows a spare that is whole.
 */
export class SpareCopy {
  readonly #context: JobContext;
  #spare: Spare | undefined;
  #isClosed = false;

  constructor(context: JobContext) {
    this.#context = context;
  }

  /** Begins to copy a snapshot in place of any other spare. Does nothing for a small one, and where room is short. */
  prepare(name: string, folder: string, manifest: SnapshotManifest): void {
    void this.drop();
    if (this.#isClosed || manifest.bytes < MIN_BYTES) return;
    const controller = new AbortController();
    const copies = this.#make(folder, manifest, controller.signal).catch(() => undefined);
    this.#spare = { name, controller, copies };
  }

  /** Hands out the spare of a snapshot, after it is whole; undefined where there is none. It is the caller's from now on. */
  async take(name: string): Promise<readonly SnapshotCatalog[] | undefined> {
    if (this.#spare?.name !== name) return undefined;
    const { copies } = this.#spare;
    this.#spare = undefined;
    return copies;
  }

  /** Gives the spare up, of this snapshot or of any, and removes it. */
  async drop(name?: string): Promise<void> {
    const spare = this.#spare;
    if (spare === undefined || (name !== undefined && spare.name !== name)) return;
    this.#spare = undefined;
    spare.controller.abort();
    const copies = (await spare.copies) ?? [];
    this.#context.removeFiles(copies.flatMap(filesOf));
    await Promise.all(refsOf(copies).map((ref) => this.#context.engine.drop(ref)));
  }

  /** Removes the spare for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.drop();
  }

  async #make(
    folder: string,
    { bytes, catalogs }: SnapshotManifest,
    signal: AbortSignal,
  ): Promise<readonly SnapshotCatalog[] | undefined> {
    const { bavail, bsize } = await statfs(folder);
    if (bytes > bavail * bsize * MAX_SHARE) return undefined;
    return await copyCatalogs(this.#context, folder, catalogs, signal);
  }
}
