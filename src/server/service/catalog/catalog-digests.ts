import { isDeepStrictEqual } from 'node:util';
import type { CatalogContent } from '../../../protocol/control-documents.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { runSideTask, type StoredVersion } from '../jobs/job-task.ts';

/** Stored and published state of a catalog; null if there is none. */
export interface CatalogState {
  stored: CatalogContent | null;
  published: CatalogContent | null;
}

/** Looks at a catalog that changes meanwhile: its file may go while it is read. */
const MAX_LOOKS = 5;

/** State of a catalog; both null for an unknown one. The first call after a PUT waits until its records are read. */
export async function readContent(context: JobContext, catalog: string): Promise<CatalogState> {
  // Digests are usually followed by a load: start the worker now.
  context.pool.warm();
  for (let look = 1; ; look++) {
    const { stored, published } = locateVersions(context, catalog);
    try {
      return { stored: await read(context, stored), published: await read(context, published) };
    } catch (error) {
      if (look === MAX_LOOKS || isDeepStrictEqual(locateVersions(context, catalog), { stored, published }))
        throw error;
    }
  }
}

function locateVersions({ registry, records }: JobContext, catalog: string) {
  const { row, published } = registry.find(catalog) ?? { row: null, published: null };
  const file = row && records.of(row);
  return {
    stored: row && file ? { file, version: row.version } : null,
    published: published && { file: records.of(published), version: published.version },
  };
}

async function read({ pool, options }: JobContext, place: StoredVersion | null) {
  if (place === null) return null;
  const { file, version } = place;
  const task = { file, version, durable: options.durable };
  return { version, ...(await runSideTask(pool, 'digest', task, `cannot read the records in ${file}`)) };
}
