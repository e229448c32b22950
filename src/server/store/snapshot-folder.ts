import { existsSync, renameSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError } from '../../base/errors.ts';
import { syncToDisk } from '../../base/files/durability.ts';
import { makePrivateFolder } from './folder-lock.ts';
import type { CatalogEntry } from './state-rows.ts';

export interface SnapshotManifest {
  schema: 2;
  createdMs: number;
  /** Size with indexes. */
  bytes: number;
  indexBytes: number;
  /** The files of their records lie beside the manifest, their indexes are copies that the engine has. */
  catalogs: CatalogEntry[];
}

const MANIFEST = 'manifest.json';
/** Behind the name of one that is being made, one that is being replaced, and one that is removed: no name has a dot in it. */
const MAKING = '.new';
const REPLACED = '.old';
const REMOVED = '.gone';

export class SnapshotFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Every snapshot that is whole, by name; clears away what a killed process has left. */
  async load(): Promise<Map<string, SnapshotManifest>> {
    makePrivateFolder(this.#folder);
    await this.#tidy();
    const snapshots = new Map<string, SnapshotManifest>();
    for (const name of (await readdir(this.#folder)).sort())
      snapshots.set(name, await readManifest(this.pathOf(name)));
    return snapshots;
  }

  /** The folder of a snapshot; one whose replacement failed is put back. */
  pathOf(name: string): string {
    const [own, replaced] = [this.#locate(name), this.#locate(name + REPLACED)];
    if (!existsSync(own) && existsSync(replaced)) renameSync(replaced, own);
    return own;
  }

  /**
   * It gets its name last, so none is ever half made; where that fails, the one before keeps the name.
   * @param copyFiles puts what is to be kept into the folder it is given
   */
  async save(
    name: string,
    manifest: Omit<SnapshotManifest, 'bytes'>,
    copyFiles: (folder: string) => Promise<void>,
  ): Promise<SnapshotManifest> {
    const made = this.#locate(name + MAKING);
    try {
      await removeFolder(made);
      await mkdir(made, { recursive: true, mode: 0o700 });
      await copyFiles(made);
      const whole = { ...manifest, bytes: manifest.indexBytes + (await measureSize(made)) };
      await writeFile(path.join(made, MANIFEST), JSON.stringify(whole), { flush: true });
      if (existsSync(this.pathOf(name))) await this.#setAside(name, REPLACED);
      await rename(made, this.#locate(name));
      await this.#clear(name + REPLACED);
      return whole;
    } catch (error) {
      // On a disk that is full, its files would leave no room for anything else.
      await removeFolder(made).catch(() => undefined);
      throw error;
    }
  }

  /** A folder for what is not a snapshot yet, which the next start removes where this process does not. */
  async makeTemporary(): Promise<string> {
    return await mkdtemp(path.join(this.#folder, 'import.'));
  }

  /** The name goes first: what is left of it half way is not a snapshot any more. */
  async remove(name: string): Promise<void> {
    this.pathOf(name);
    await removeFolder(this.#locate(name + REPLACED));
    await this.#setAside(name, REMOVED);
    await this.#clear(name + REMOVED);
  }

  async #setAside(name: string, ending: string): Promise<void> {
    await removeFolder(this.#locate(name + ending));
    await rename(this.#locate(name), this.#locate(name + ending));
  }

  /** Leftovers are removed at the next start. */
  async #clear(name: string): Promise<void> {
    await syncToDisk(this.#folder).catch(() => undefined);
    await removeFolder(this.#locate(name)).catch(() => undefined);
  }

  /** Takes back a replacement that a kill has cut, and removes what is no snapshot. */
  async #tidy(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (name.endsWith(REPLACED) && this.#isWhole(name)) this.pathOf(name.slice(0, -REPLACED.length));
    }
    for (const name of await readdir(this.#folder)) {
      if (name.includes('.') || !this.#isWhole(name)) await removeFolder(this.#locate(name));
    }
  }

  #locate(name: string): string {
    return path.join(this.#folder, name);
  }

  /** The manifest is written last. */
  #isWhole(name: string): boolean {
    return existsSync(path.join(this.#locate(name), MANIFEST));
  }
}

/** @throws SyntaxError, BrctlError `store.newer_schema` */
export async function readManifest(folder: string): Promise<SnapshotManifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8');
  const manifest = JSON.parse(text) as Omit<SnapshotManifest, 'schema'> & { schema: number };
  if (manifest.schema === 2) return { ...manifest, schema: 2 };
  if (manifest.schema === 1) return withoutIndexes(manifest);
  throw new BrctlError(`snapshot ${path.basename(folder)} was made by a newer brctl`, {
    kind: 'config',
    code: 'store.newer_schema',
    hint: `update brctl, or remove ${folder}`,
  });
}

/** Indexes of earlier versions of brctl cannot be read any more: such a catalog is searched again after an index run. */
function withoutIndexes(manifest: Omit<SnapshotManifest, 'schema'>): SnapshotManifest {
  const catalogs = manifest.catalogs.map(({ row }) => ({ row, published: null }));
  return { ...manifest, schema: 2, indexBytes: 0, catalogs };
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function measureSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(async (file) => (await stat(path.join(file.path, file.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
