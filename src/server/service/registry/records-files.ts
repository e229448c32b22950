import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { getMessage } from '../../../base/errors.ts';
import { removeDatabaseAsync } from '../../../base/files/database-files.ts';
import type { Log } from '../control/log.ts';
import type { CatalogRegistry } from './catalog-registry.ts';
import type { VersionHistory } from './version-log.ts';

/** A catalog, one of its versions, or what is published of it; null for a catalog that holds nothing yet. */
export interface HasRecordsFile<File extends string | null = string | null> {
  recordsFile: File;
}

/** A PUT begins a file, each PATCH adds its version to it. Rows name a file; this alone knows its path. */
export class RecordsFiles {
  readonly #folder: string;
  readonly #registry: CatalogRegistry;
  readonly #versions: VersionHistory;
  readonly #log: Log;

  constructor(folder: string, registry: CatalogRegistry, versions: VersionHistory, log: Log) {
    this.#folder = folder;
    this.#registry = registry;
    this.#versions = versions;
    this.#log = log;
  }

  of<File extends string | null>({ recordsFile }: HasRecordsFile<File>): File {
    return (recordsFile === null ? null : this.#locate(recordsFile)) as File;
  }

  ofAll(holders: readonly (HasRecordsFile | null)[]): string[] {
    return listFileNames(holders).map((name) => this.#locate(name));
  }

  /** The path of a file that a load may begin. No job comes twice, so no name does. */
  forLoad(catalogId: number, jobSeq: number): string {
    return this.#locate(`records-${catalogId}-${jobSeq}.db`);
  }

  forCopy(): string {
    return this.#locate(`records-${randomUUID()}.db`);
  }

  nameOf(file: string): string {
    return path.basename(file);
  }

  inUse(): Set<string> {
    return new Set([...this.#registry.files(), ...this.#versions.files()]);
  }

  /** Removes files that nothing refers to any more, by their names, off the event loop. */
  remove(names: Iterable<string>): void {
    for (const name of new Set(names)) {
      const file = this.#locate(name);
      removeDatabaseAsync(file).catch((error) =>
        this.#log.warn('file not removed', { file, message: getMessage(error) }),
      );
    }
  }

  removeUnused(names: Iterable<string | null>): void {
    const inUse = this.inUse();
    this.remove([...names].filter((name) => name !== null && !inUse.has(name)) as string[]);
  }

  #locate(name: string): string {
    return path.resolve(this.#folder, name);
  }
}

export function shareFile(one: HasRecordsFile | undefined, other: HasRecordsFile | undefined): boolean {
  return one?.recordsFile === other?.recordsFile;
}

export function listFileNames(holders: readonly (HasRecordsFile | null | undefined)[]): string[] {
  const names = holders.map((holder) => holder?.recordsFile);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}
