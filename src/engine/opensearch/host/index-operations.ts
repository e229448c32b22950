import type { IndexRef } from '../../engine.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { indexPattern } from '../cluster/index-names.ts';
import { forgetIndex, type VersionStates } from '../sharing/version-states.ts';

const COPY_MS = 300_000;

export interface OwnedIndex {
  name: string;
  catalog: string;
  isWriteBlocked: boolean;
}

interface IndexDescription {
  mappings?: { _meta?: { brctl?: { owner: string; catalog: string } } };
  settings?: { index?: { blocks?: { write?: string } } };
}

export async function listIndexes(cluster: Cluster, scope: string, owner: string): Promise<OwnedIndex[]> {
  return (await describe(cluster, indexPattern(scope))).filter((index) => index.owner === owner);
}

/** The catalog that an index was made for; null if the index is gone. */
export async function readCatalogName(cluster: Cluster, name: string): Promise<string | null> {
  return (await describe(cluster, encodeURIComponent(name)))[0]?.catalog ?? null;
}

async function describe(cluster: Cluster, target: string): Promise<(OwnedIndex & { owner: string })[]> {
  const query = {
    filter_path: '*.mappings._meta,*.settings.index.blocks.write',
    ignore_unavailable: true,
    allow_no_indices: true,
  };
  const found = await cluster.find<Record<string, IndexDescription>>(
    { method: 'GET', path: `/${target}`, query },
    'looking for indexes',
  );
  return Object.entries(found ?? {}).flatMap(([name, { mappings, settings }]) => {
    const made = mappings?._meta?.brctl;
    return made === undefined
      ? []
      : [{ name, ...made, isWriteBlocked: settings?.index?.blocks?.write === 'true' }];
  });
}

/** Removes an index and its states; a missing one is no failure. */
export async function dropIndex(cluster: Cluster, name: string): Promise<void> {
  await cluster.find({ method: 'DELETE', path: `/${encodeURIComponent(name)}` }, 'removing an index');
  await forgetIndex(cluster, name);
}

/**
 * Copies an index as it is in a version. Writers wait a moment: the index is write-blocked meanwhile.
 *
 * @param leftBlocked called where it could not be unblocked
 */
export async function copyIndex(
  { cluster, versions }: { cluster: Cluster; versions: VersionStates },
  ref: IndexRef,
  copy: string,
  leftBlocked: () => void,
): Promise<void> {
  const { name, version } = ref;
  const state = await versions.of(ref);
  if (state === null) throw new Error(`the cluster does not know version ${version} of the index ${name}`);
  await blockWrites(cluster, name, true);
  try {
    await cluster.call(
      {
        method: 'POST',
        path: `/${encodeURIComponent(name)}/_clone/${encodeURIComponent(copy)}`,
        body: { settings: { 'index.blocks.write': null, 'index.auto_expand_replicas': '0-1' } },
        timeoutMs: COPY_MS,
        attempts: 1,
      },
      'copying an index',
    );
  } finally {
    await blockWrites(cluster, name, false).catch((error: unknown) => {
      leftBlocked();
      throw error;
    });
  }
  await versions.keep({ ...state, index: copy });
}

export async function blockWrites(cluster: Cluster, name: string, isBlocked: boolean): Promise<void> {
  const path = `/${encodeURIComponent(name)}/_settings`;
  const body = { 'index.blocks.write': isBlocked || null };
  await cluster.call({ method: 'PUT', path, body }, 'copying an index');
}

/** Bytes on disk, without copies. */
export async function readIndexSize(cluster: Cluster, name: string): Promise<number> {
  const { _all: all } = await cluster.call<{ _all: { primaries: { store: { size_in_bytes: number } } } }>(
    { method: 'GET', path: `/${encodeURIComponent(name)}/_stats/store`, attempts: 2 },
    'asking for the size of an index',
  );
  return all.primaries.store.size_in_bytes;
}
