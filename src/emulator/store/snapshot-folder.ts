import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError } from '../../errors.ts';
import { syncToDisk } from './durability.ts';
import type { CatalogRow, PublishedRow } from './state-store.ts';

/** A catalog as a snapshot keeps it; its files lie beside the manifest under the names they had. */
export interface SnapshotCatalog {
  row: CatalogRow;
  published: PublishedRow | null;
}

export interface SnapshotManifest {
  schema: 1;
  createdMs: number;
  bytes: number;
  catalogs: SnapshotCatalog[];
}

const MANIFEST = 'manifest.json';

/** Named states of the catalogs, each in a folder of its own that never changes once it has its name. */
export class SnapshotFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Every snapshot that is whole, by name. */
  async load(): Promise<Map<string, SnapshotManifest>> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const found = new Map<string, SnapshotManifest>();
    for (const name of (await readdir(this.#folder)).sort()) {
      if (name.endsWith('.new')) await rm(path.join(this.#folder, name), { recursive: true, force: true });
      else found.set(name, await this.#readManifest(name));
    }
    return found;
  }

  /**
   * Makes a snapshot, in place of one that has the name. It gets its name last, so none is ever half made.
   *
   * @param copyFiles puts the catalogs' files into the folder it is given
   */
  async save(
    name: string,
    manifest: Omit<SnapshotManifest, 'bytes'>,
    copyFiles: (folder: string) => Promise<void>,
  ): Promise<SnapshotManifest> {
    const made = path.join(this.#folder, `${name}.new`);
    await rm(made, { recursive: true, force: true });
    await mkdir(made, { recursive: true, mode: 0o700 });
    await copyFiles(made);
    const whole = { ...manifest, bytes: await sizeOf(made) };
    await writeFile(path.join(made, MANIFEST), JSON.stringify(whole), { flush: true });
    await this.remove(name);
    await rename(made, path.join(this.#folder, name));
    await syncToDisk(this.#folder);
    return whole;
  }

  async remove(name: string): Promise<void> {
    await rm(path.join(this.#folder, name), { recursive: true, force: true });
  }

  /** Copies a file of a snapshot; at no cost where the file system shares blocks. */
  async copyOut(name: string, file: string, to: string): Promise<void> {
    await copyFile(path.join(this.#folder, name, file), to, constants.COPYFILE_FICLONE);
  }

  async #readManifest(name: string): Promise<SnapshotManifest> {
    const text = await readFile(path.join(this.#folder, name, MANIFEST), 'utf8');
    const manifest = JSON.parse(text) as SnapshotManifest;
    if (manifest.schema === 1) return manifest;
    throw new BrctlError(`snapshot ${name} was made by a newer brctl`, {
      kind: 'config',
      code: 'store.newer_schema',
      hint: `update brctl, or remove ${path.join(this.#folder, name)}`,
    });
  }
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
