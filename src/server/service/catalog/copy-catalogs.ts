import path from 'node:path';
import { copyFileInChunks } from '../../../base/files/copy-file.ts';
import type { IndexRef } from '../../../engine/engine.ts';
import type { SnapshotCatalog } from '../../store/snapshot-folder.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { fileNames } from '../registry/records-files.ts';

/**
 * Copies the files of catalogs to where catalogs have theirs, under new names, and gives the rows that refer to them.
 * Nothing refers to the copies until the caller stores the rows; those that nothing ever does go with the next start.
 * @throws the system's error, such as for a full disk; nothing is left of the copies then
 */
export async function copyCatalogs(
  context: JobContext,
  folder: string,
  catalogs: readonly SnapshotCatalog[],
): Promise<readonly SnapshotCatalog[]> {
  const { records, options } = context;
  const { durable } = options;
  const made: string[] = [];
  const refs: IndexRef[] = [];
  const copies: Copies = {
    file: async (file) => {
      const copy = records.forCopy();
      const name = records.nameOf(copy);
      made.push(name);
      await copyFileInChunks(path.join(folder, file), copy, { durable });
      return name;
    },
    index: async (ref) => {
      const copy = await context.engine.copy(ref);
      refs.push(copy);
      return copy;
    },
  };
  const copied = await Promise.allSettled(catalogs.map((catalog) => copyCatalog(catalog, copies)));
  const failed = copied.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    records.remove(made);
    for (const ref of refs) void context.engine.drop(ref);
    throw failed.reason;
  }
  return copied.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

interface Copies {
  file(name: string): Promise<string>;
  index(ref: IndexRef): Promise<IndexRef>;
}

async function copyCatalog({ row, published }: SnapshotCatalog, copies: Copies): Promise<SnapshotCatalog> {
  const renamed = new Map<string, string>();
  for (const file of fileNames([row, published])) renamed.set(file, await copies.file(file));
  const nameOf = (file: string) => renamed.get(file) ?? file;
  return {
    row: { ...row, recordsFile: row.recordsFile === null ? null : nameOf(row.recordsFile) },
    published: published && {
      ...published,
      recordsFile: nameOf(published.recordsFile),
      ref: await copies.index(published.ref),
    },
  };
}

export function refsOf(catalogs: readonly SnapshotCatalog[]): IndexRef[] {
  return catalogs.flatMap(({ published }) => (published === null ? [] : [published.ref]));
}
