import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { syncToDisk } from '../../store/durability.ts';
import type { SnapshotCatalog, SnapshotFolder, SnapshotManifest } from '../../store/snapshot-folder.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { Refusal } from '../refusals.ts';
import { AbortFlag } from '../tasks/abort-flag.ts';

/** Keeps the state of all catalogs under a name and puts it back. */
export class CatalogSnapshots {
  readonly #context: JobContext;
  readonly #folder: SnapshotFolder;
  readonly #known: Map<string, SnapshotManifest>;
  /** By snapshot the rows whose files had its content when it was taken, or last put back. */
  readonly #lastPutBack = new Map<string, readonly SnapshotCatalog[]>();

  /** @param known the snapshots that the folder holds */
  constructor(context: JobContext, folder: SnapshotFolder, known: Map<string, SnapshotManifest>) {
    this.#context = context;
    this.#folder = folder;
    this.#known = known;
  }

  list(): { name: string; createdMs: number; bytes: number }[] {
    return [...this.#known].map(([name, { createdMs, bytes }]) => ({ name, createdMs, bytes }));
  }

  /** Keeps the present state, and what `addFiles` puts beside it. No job may be at work meanwhile. */
  async save(name: string, addFiles?: (folder: string) => Promise<void>): Promise<void> {
    checkName(name);
    const catalogs = this.#context.registry.all().filter(({ row }) => row.recordsFile !== null);
    const manifest = { schema: 1 as const, createdMs: this.#context.options.clock.now(), catalogs };
    const made = await this.#folder.save(name, manifest, async (folder) => {
      await this.#copyIn(catalogs, folder);
      await addFiles?.(folder);
    });
    this.#known.set(name, made);
    this.#lastPutBack.set(name, catalogs);
  }

  folderOf(name: string): string {
    return this.#folder.pathOf(name);
  }

  async delete(name: string): Promise<void> {
    this.#get(name);
    this.#known.delete(name);
    this.#lastPutBack.delete(name);
    await this.#folder.remove(name);
  }

  /**
   * Copies the files of a snapshot to where catalogs have theirs, under new names, and gives the rows that refer to
   * them. Nothing refers to the copies until the caller stores the rows.
   */
  async copyOut(name: string): Promise<readonly SnapshotCatalog[]> {
    const copies = await Promise.all(
      this.#get(name).catalogs.map((catalog) => this.#copyCatalog(name, catalog)),
    );
    this.#lastPutBack.set(name, copies);
    return copies;
  }

  /**
   * The rows of a snapshot whose files are those that the catalogs have now, undefined where a job has changed one since:
   * a test that only reads leaves nothing to copy. No job may be at work.
   */
  inPlace(name: string): readonly SnapshotCatalog[] | undefined {
    return this.#lastPutBack.get(name)?.every((catalog) => this.#isPresent(catalog))
      ? this.#lastPutBack.get(name)
      : undefined;
  }

  /** A job that changes the content of a file raises a version; one that makes a new file gives it a new name. */
  #isPresent({ row, published }: SnapshotCatalog): boolean {
    const present = this.#context.registry.find(row.name);
    return (
      present?.row.recordsFile === row.recordsFile &&
      present?.row.version === row.version &&
      present?.published?.indexFile === published?.indexFile &&
      present?.published?.version === published?.version
    );
  }

  async #copyCatalog(name: string, { row, published }: SnapshotCatalog): Promise<SnapshotCatalog> {
    const renamed = new Map<string, string>();
    for (const file of filesOf({ row, published })) {
      const as = `${file.startsWith('index-') ? 'index' : 'records'}-${randomUUID()}.db`;
      await this.#folder.copyOut(name, file, this.#context.pathOf(as));
      if (this.#context.options.durable) await syncToDisk(this.#context.pathOf(as));
      renamed.set(file, as);
    }
    const nameOf = (file: string) => renamed.get(file) ?? file;
    return {
      row: { ...row, recordsFile: row.recordsFile === null ? null : nameOf(row.recordsFile) },
      published: published && {
        ...published,
        recordsFile: nameOf(published.recordsFile),
        indexFile: nameOf(published.indexFile),
      },
    };
  }

  async #copyIn(catalogs: readonly SnapshotCatalog[], folder: string): Promise<void> {
    const files = catalogs.flatMap(filesOf);
    const copies = files.map((file) => ({ from: this.#context.pathOf(file), to: path.join(folder, file) }));
    if (copies.length === 0) return;
    const { durable } = this.#context.options;
    const outcome = await this.#context.pool.run({ kind: 'copy', copies, durable }, new AbortFlag());
    if (outcome.end === 'failed') throw new Refusal('storage_full', `snapshot not made: ${outcome.message}`);
    if (outcome.end !== 'copied')
      throw new Refusal('unavailable', 'snapshot not made: the service is stopping');
  }

  #get(name: string): SnapshotManifest {
    const manifest = this.#known.get(name);
    if (manifest !== undefined) return manifest;
    throw new Refusal('unknown_snapshot', `there is no snapshot ${JSON.stringify(name)}`, {
      at: 'snapshot',
    });
  }
}

/** The files of a catalog, each once. */
function filesOf({ row, published }: SnapshotCatalog): string[] {
  const files = [row.recordsFile, published?.recordsFile, published?.indexFile];
  return [...new Set(files.filter((file) => typeof file === 'string'))];
}

function checkName(name: string): void {
  if (/^[\w-]{1,64}$/.test(name)) return;
  throw new Refusal('invalid_parameter', 'a snapshot name is 1 to 64 letters, digits, "_" or "-"', {
    at: 'name',
  });
}
