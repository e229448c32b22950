import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { writeFileAtomically } from '../../../base/files/atomic-file.ts';
import type { SftpFolders } from '../files/sftp-folders.ts';
import type { CatalogService } from './catalog-service.ts';

/** A named state of an instance. */
export interface SnapshotInfo {
  name: string;
  createdMs: number;
  /** What it takes on disk. */
  bytes: number;
}

export interface SnapshotsOptions {
  catalogs: CatalogService;
  folders: SftpFolders;
  /** Notes a reset while it is under way, so that the next start ends one that was cut; null where nothing is kept. */
  resetFile: string | null;
}

/** Catalogs, jobs and SFTP files kept and put back together. */
export class Snapshots {
  readonly #options: SnapshotsOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: SnapshotsOptions) {
    this.#options = options;
  }

  list(): SnapshotInfo[] {
    return this.#options.catalogs.snapshots();
  }

  /**
   * Keeps the present state under a name, in place of one that had it.
   * @throws Refusal `invalid_parameter` for a name that is not a plain word
   */
  async save(name: string): Promise<void> {
    const { catalogs, folders } = this.#options;
    await this.#alone(() => catalogs.saveSnapshot(name, (folder) => folders.copyTo(folder)));
  }

  /** @throws Refusal where there is no such snapshot */
  async delete(name: string): Promise<void> {
    await this.#alone(() => this.#options.catalogs.deleteSnapshot(name));
  }

  /** Puts a named state back, or the empty one. @throws Refusal where there is no such snapshot */
  async restore(name?: string): Promise<void> {
    await this.#alone(async () => {
      await this.#noteReset(name);
      try {
        await this.#restore(name);
      } finally {
        await this.#forgetReset();
      }
    });
  }

  /** Ends the reset in whose middle the process was killed: catalogs and files go together. */
  async endCutReset(): Promise<void> {
    const { resetFile, catalogs } = this.#options;
    if (resetFile === null || !existsSync(resetFile)) return;
    const { snapshot } = JSON.parse(await readFile(resetFile, 'utf8')) as { snapshot?: string };
    const isKnown = snapshot === undefined || catalogs.snapshots().some(({ name }) => name === snapshot);
    if (isKnown) await this.#restore(snapshot);
    await this.#forgetReset();
  }

  async #restore(name?: string): Promise<void> {
    const { catalogs, folders } = this.#options;
    await catalogs.reset(name);
    if (name === undefined) folders.clear();
    else await folders.takeFrom(catalogs.snapshotFolder(name));
  }

  async #noteReset(snapshot?: string): Promise<void> {
    const { resetFile } = this.#options;
    if (resetFile !== null) await writeFileAtomically(resetFile, JSON.stringify({ snapshot }), 0o600);
  }

  async #forgetReset(): Promise<void> {
    const { resetFile } = this.#options;
    if (resetFile !== null) await rm(resetFile, { force: true });
  }

  /** One after another: two tests that reset at the same moment must not mix their states. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    await mine;
  }
}
