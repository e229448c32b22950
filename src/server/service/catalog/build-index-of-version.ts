import { randomUUID } from 'node:crypto';
import type { SearchEngine } from '../../../engine/engine.ts';
import { locateRecordsOfVersion } from '../../store/open-records.ts';
import type { CatalogRow } from '../../store/state-rows.ts';
import {
  type InstanceSearchSettings,
  mergeSettings,
  type PublishedIndex,
} from '../registry/catalog-registry.ts';

/** Indexes a version of a records file beside what is published. @throws the signal's reason, after which nothing is left */
export async function buildIndexOfVersion(
  engine: SearchEngine,
  search: InstanceSearchSettings,
  { name, family }: Pick<CatalogRow, 'name' | 'family'>,
  file: string,
  version: number,
  signal = new AbortController().signal,
): Promise<PublishedIndex> {
  const settings = mergeSettings(search, name, family);
  const run = {
    // No catalog of an account has this name.
    catalog: `${name} ${version} ${randomUUID()}`,
    records: locateRecordsOfVersion(file, version),
    settings,
  };
  signal.throwIfAborted();
  const { ref, fields, documents } = await engine.build({ ...run, from: null, signal });
  if (signal.aborted) void engine.drop(ref);
  signal.throwIfAborted();
  return { ...run, family: settings.family, version, documents, ref, fields };
}
