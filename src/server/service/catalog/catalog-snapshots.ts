import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { getMessage } from '../../../base/errors.ts';
import { copyFileInChunks } from '../../../base/files/copy-file.ts';
import type { IndexRef } from '../../../engine/engine.ts';
import { checkRecordsFile } from '../../store/records-file.ts';
import { packSnapshot, unpackSnapshot } from '../../store/snapshot-archive.ts';
import { readManifest, type SnapshotFolder, type SnapshotManifest } from '../../store/snapshot-folder.ts';
import type { CatalogEntry, CatalogRow, PublishedRow } from '../../store/state-rows.ts';
import { isStorageTrouble } from '../../store/storage-trouble.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { toOutcome } from '../jobs/job-failure.ts';
import { runSideTask } from '../jobs/job-task.ts';
import { Refusal } from '../refusals.ts';
import { type HasRecordsFile, listFileNames, shareFile } from '../registry/records-files.ts';
import { buildIndexOfVersion } from './build-index-of-version.ts';

const MAX_SNAPSHOTS = 100;
const MAX_BYTES = 20_000_000_000;

export class CatalogSnapshots {
  readonly #context: JobContext;
  readonly #folder: SnapshotFolder;
  readonly #known: Map<string, SnapshotManifest>;
  readonly #lastRestored = new Map<string, readonly CatalogEntry[]>();

  constructor(context: JobContext, folder: SnapshotFolder, known: Map<string, SnapshotManifest>) {
    this.#context = context;
    this.#folder = folder;
    this.#known = known;
  }

  refs(): IndexRef[] {
    return [...this.#known.values()].flatMap(({ catalogs }) => listIndexRefs(catalogs));
  }

  list(): { name: string; createdMs: number; bytes: number }[] {
    return [...this.#known].map(([name, { createdMs, bytes }]) => ({ name, createdMs, bytes }));
  }

  /** Keeps the present state, and what `addFiles` puts beside it. No job may be at work meanwhile. */
  async save(name: string, addFiles?: (folder: string) => Promise<void>): Promise<void> {
    checkName(name);
    this.#checkRoomFor(name);
    const catalogs = this.#context.registry.stored();
    const kept = await this.#copyIndexes(catalogs, 'snapshot not made');
    await this.#keep(name, kept, async (folder) => {
      await this.#copyIn(catalogs, folder);
      await addFiles?.(folder);
    });
    this.#lastRestored.set(name, catalogs);
  }

  async #keep(name: string, catalogs: CatalogEntry[], copyFiles: (folder: string) => Promise<void>) {
    const before = this.#known.get(name)?.catalogs ?? [];
    try {
      this.#checkRoomFor(name);
      const manifest = {
        schema: 2 as const,
        createdMs: this.#context.options.clock.now(),
        catalogs,
        indexBytes: await this.#measure(catalogs),
      };
      this.#known.set(name, await this.#folder.save(name, manifest, copyFiles));
      this.#lastRestored.delete(name);
    } catch (error) {
      await this.#drop(catalogs);
      throw error;
    }
    await this.#drop(before);
  }

  /** @throws Refusal `storage_full` where one more is one too many */
  #checkRoomFor(name: string): void {
    const others = [...this.#known].filter(([known]) => known !== name).map(([, { bytes }]) => bytes);
    const bytes = others.reduce((sum, each) => sum + each, 0);
    if (others.length < MAX_SNAPSHOTS && bytes < MAX_BYTES) return;
    const fix = 'delete one with DELETE /_brctl/snapshots/{name}';
    throw new Refusal('storage_full', `there are ${others.length} other snapshots of ${bytes} bytes: ${fix}`);
  }

  export(name: string): Readable {
    return packSnapshot(this.folderOf(name));
  }

  /**
   * Receives a snapshot. Its indexes are built here: another service may have another engine.
   * @param alone runs the last step, once all is received and built. @throws Refusal `invalid_parameter`, `storage_full`
   */
  async import(name: string, archive: Readable, alone: (work: () => Promise<void>) => Promise<void>) {
    checkName(name);
    this.#checkRoomFor(name);
    const folder = await this.#folder.makeTemporary();
    try {
      await unpackSnapshot(archive, folder);
      // Those who read the records put logs beside them, which no archive takes.
      const entries = (await readdir(folder)).filter((entry) => entry !== 'manifest.json');
      const catalogs = await this.#readArchivedCatalogs(folder);
      const moveFiles = async (target: string) => {
        for (const entry of entries) await rename(path.join(folder, entry), path.join(target, entry));
      };
      await alone(() => this.#keep(name, catalogs, moveFiles));
    } finally {
      // Leftovers are removed at the next start.
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  async #readArchivedCatalogs(folder: string): Promise<CatalogEntry[]> {
    const made: CatalogEntry[] = [];
    try {
      const { catalogs } = await readManifest(folder);
      for (const { row, published } of catalogs) {
        for (const file of listFileNames([row, published]))
          checkRecordsFile(path.join(folder, path.basename(file)));
        made.push({ row, published: published && (await this.#buildIndex(row, published, folder)) });
      }
      return made;
    } catch (error) {
      await this.#drop(made);
      if (error instanceof Refusal || isStorageTrouble(error)) throw error;
      throw new Refusal('invalid_parameter', `not a snapshot archive: ${getMessage(error)}`);
    }
  }

  async #buildIndex(row: CatalogRow, published: PublishedRow, folder: string): Promise<PublishedRow> {
    const { engine, options } = this.#context;
    const { version, recordsFile } = published;
    const file = path.join(folder, path.basename(recordsFile));
    const built = await buildIndexOfVersion(engine, options.settings.search, row, file, version);
    const { ref, fields, documents, settings } = built;
    return { ...published, ref, fields, documents, settings: JSON.stringify(settings) };
  }

  folderOf(name: string): string {
    this.#get(name);
    return this.#folder.pathOf(name);
  }

  async delete(name: string): Promise<void> {
    const { catalogs } = this.#get(name);
    await this.#folder.remove(name);
    this.#known.delete(name);
    this.#lastRestored.delete(name);
    await this.#drop(catalogs);
  }

  /** Copies the files of a snapshot under new names. Nothing refers to the copies until the caller stores the rows. */
  async copyOut(name: string): Promise<readonly CatalogEntry[]> {
    const { records, options } = this.#context;
    const folder = this.folderOf(name);
    const copies = await this.#copyIndexes(this.#get(name).catalogs, 'snapshot not restored');
    const files = copies.flatMap(({ row, published }) => listFileNames([row, published]));
    const copyOf = new Map(files.map((file) => [file, records.nameOf(records.forCopy())]));
    try {
      for (const [file, copy] of copyOf)
        await copyFileInChunks(path.join(folder, file), records.of({ recordsFile: copy }), options);
    } catch (error) {
      records.remove(copyOf.values());
      await this.#drop(copies);
      throw error;
    }
    const rename = <Row extends HasRecordsFile>(row: Row): Row => ({
      ...row,
      recordsFile: copyOf.get(row.recordsFile ?? '') ?? row.recordsFile,
    });
    const renamed = copies.map(({ row, published }) => ({
      row: rename(row),
      published: published && rename(published),
    }));
    this.#lastRestored.set(name, renamed);
    return renamed;
  }

  /** The rows whose files still have the snapshot's content; undefined where a job has changed one. No job may be at work. */
  inPlace(name: string): readonly CatalogEntry[] | undefined {
    const restored = this.#lastRestored.get(name);
    return restored?.every((catalog) => this.#isPresent(catalog)) ? restored : undefined;
  }

  /** A job that changes the content of a file raises a version; one that makes a new file gives it a new name. */
  #isPresent({ row, published }: CatalogEntry): boolean {
    const present = this.#context.registry.find(row.name);
    return (
      shareFile(present?.row, row) &&
      present?.row.version === row.version &&
      present?.published?.ref.name === published?.ref.name &&
      present?.published?.version === published?.version
    );
  }

  async #copyIndexes(catalogs: readonly CatalogEntry[], failure: string): Promise<CatalogEntry[]> {
    const made: CatalogEntry[] = [];
    try {
      for (const { row, published } of catalogs) {
        const ref = published && (await this.#context.engine.copy(published.ref));
        made.push({ row, published: published && ref && { ...published, ref } });
      }
      return made;
    } catch (error) {
      await this.#drop(made);
      const { end, ...failed } = toOutcome(error) as { end: string; message?: string };
      if (end === 'aborted') throw new Refusal('unavailable', `${failure}: the service is stopping`);
      throw new Refusal('storage_full', `${failure}: ${failed.message}`);
    }
  }

  async #measure(catalogs: readonly CatalogEntry[]): Promise<number> {
    const { engine } = this.#context;
    const sizes = await Promise.all(listIndexRefs(catalogs).map((ref) => engine.sizeBytes(ref)));
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  }

  async #drop(catalogs: readonly CatalogEntry[]): Promise<void> {
    await Promise.all(listIndexRefs(catalogs).map((ref) => this.#context.engine.drop(ref)));
  }

  async #copyIn(catalogs: readonly CatalogEntry[], folder: string): Promise<void> {
    const { records } = this.#context;
    const files = catalogs.flatMap(({ row, published }) => records.ofAll([row, published]));
    const copies = files.map((file) => ({ from: file, to: path.join(folder, records.nameOf(file)) }));
    if (copies.length === 0) return;
    const { pool, options } = this.#context;
    const task = { copies, durable: options.durable };
    await runSideTask(pool, 'copy', task, 'snapshot not made').catch((error: Error) => {
      throw error instanceof Refusal ? error : new Refusal('storage_full', error.message);
    });
  }

  #get(name: string): SnapshotManifest {
    const manifest = this.#known.get(name);
    if (manifest !== undefined) return manifest;
    throw new Refusal('unknown_snapshot', `there is no snapshot ${JSON.stringify(name)}`);
  }
}

function checkName(name: string): void {
  if (/^[\w-]{1,64}$/.test(name)) return;
  throw new Refusal('invalid_parameter', 'a snapshot name is 1 to 64 letters, digits, "_" or "-"');
}

export function listIndexRefs(catalogs: readonly CatalogEntry[]): IndexRef[] {
  return catalogs.flatMap(({ published }) => (published === null ? [] : [published.ref]));
}
