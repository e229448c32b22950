import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SftpFiles } from '../files/sftp-files.ts';
import { Refusal } from '../refusals.ts';
import type { CatalogService } from './catalog-service.ts';

/** A named state of an instance. */
export interface SnapshotInfo {
  name: string;
  createdMs: number;
  /** What the catalogs of it take on disk. */
  bytes: number;
}

/** Catalogs, jobs and SFTP files kept and put back together. */
export class Snapshots {
  readonly #folder: string;
  readonly #catalogs: CatalogService;
  readonly #files: SftpFiles;
  #last: Promise<unknown> = Promise.resolve();

  /** @param folder where the SFTP files of snapshots are kept; made when first needed */
  constructor(folder: string, catalogs: CatalogService, files: SftpFiles) {
    this.#folder = folder;
    this.#catalogs = catalogs;
    this.#files = files;
  }

  list(): SnapshotInfo[] {
    return this.#catalogs.snapshots();
  }

  /**
   * Keeps the present state under a name, in place of one that had it.
   * @throws Refusal `invalid_parameter` for a name that is no plain word
   */
  async save(name: string): Promise<void> {
    const target = this.#filesOf(name);
    await this.#alone(async () => {
      await rm(`${target}.new`, { recursive: true, force: true });
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await cp(this.#files.root, `${target}.new`, { recursive: true, preserveTimestamps: true });
      await this.#catalogs.saveSnapshot(name);
      await rm(target, { recursive: true, force: true });
      await rename(`${target}.new`, target);
    });
  }

  /** @throws Refusal where there is no such snapshot */
  async delete(name: string): Promise<void> {
    const target = this.#filesOf(name);
    await this.#alone(async () => {
      await this.#catalogs.deleteSnapshot(name);
      await rm(target, { recursive: true, force: true });
    });
  }

  /** Puts a named state back, or the empty one. @throws Refusal where there is no such snapshot */
  async restore(name?: string): Promise<void> {
    const source = name === undefined ? undefined : this.#filesOf(name);
    await this.#alone(async () => {
      await this.#catalogs.reset(name);
      this.#files.clear();
      if (source === undefined || !existsSync(source)) return;
      await cp(source, this.#files.root, { recursive: true, preserveTimestamps: true });
      this.#files.reload();
    });
  }

  /** One after another: two tests that reset at the same moment must not mix their states. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    await mine;
  }

  #filesOf(name: string): string {
    if (!/^[\w-]{1,64}$/.test(name)) {
      throw new Refusal('invalid_parameter', 'a snapshot name is 1 to 64 letters, digits, "_" or "-"', {
        at: 'name',
      });
    }
    return path.join(this.#folder, name);
  }
}
