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

export type RecordsFiles = ReturnType<typeof createRecordsFiles>;

/** A PUT begins a file, each PATCH adds its version to it. Rows name a file; this alone knows its path. */
export function createRecordsFiles(
  folder: string,
  registry: CatalogRegistry,
  versions: VersionHistory,
  log: Log,
) {
  const locate = (name: string) => path.resolve(folder, name);

  const listUsed = () => new Set([...registry.files(), ...versions.files()]);

  /** Removes files that nothing refers to any more, by their names, off the event loop. */
  function remove(names: Iterable<string>): void {
    for (const name of new Set(names)) {
      const file = locate(name);
      removeDatabaseAsync(file).catch((error) =>
        log.warn('file not removed', { file, message: getMessage(error) }),
      );
    }
  }

  return {
    of: <File extends string | null>({ recordsFile }: HasRecordsFile<File>) =>
      (recordsFile === null ? null : locate(recordsFile)) as File,
    ofAll: (holders: readonly (HasRecordsFile | null)[]) => listFileNames(holders).map(locate),
    /** The path of a file that a load may begin. No job comes twice, so no name does. */
    forLoad: (catalogId: number, jobSeq: number) => locate(`records-${catalogId}-${jobSeq}.db`),
    forCopy: () => locate(`records-${randomUUID()}.db`),
    nameOf: (file: string) => path.basename(file),
    inUse: listUsed,
    remove,
    removeUnused(names: Iterable<string | null>): void {
      const used = listUsed();
      remove([...names].filter((name) => name !== null && !used.has(name)) as string[]);
    },
  };
}

export function shareFile(one: HasRecordsFile | undefined, other: HasRecordsFile | undefined): boolean {
  return one?.recordsFile === other?.recordsFile;
}

export function listFileNames(holders: readonly (HasRecordsFile | null | undefined)[]): string[] {
  const names = holders.map((holder) => holder?.recordsFile);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}
