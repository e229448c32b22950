import { runForAll } from '../../call.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { CONTROL_INDEX, makePrefix } from '../cluster/index-names.ts';

const CLONE_MS = 300_000;

export type OwnedIndex = Awaited<ReturnType<typeof describe>>[number];

interface IndexDescription {
  mappings?: { _meta?: { brctl?: { owner: string; catalog: string } } };
  settings?: { index?: { blocks?: { write?: string } } };
}

export async function listIndexes(cluster: Cluster, scope: string, owner: string): Promise<OwnedIndex[]> {
  return (await describe(cluster, `${makePrefix(scope)}*`)).filter((index) => index.owner === owner);
}

/** The catalog that an index was made for; null if the index is gone. */
export async function readCatalogName(cluster: Cluster, name: string): Promise<string | null> {
  return (await describe(cluster, encodeURIComponent(name)))[0]?.catalog ?? null;
}

async function describe(cluster: Cluster, target: string) {
  const query = {
    filter_path: '*.mappings._meta,*.settings.index.blocks.write',
    ignore_unavailable: true,
    allow_no_indices: true,
  };
  const request = { method: 'GET', path: `/${target}`, query } as const;
  const descriptions = await cluster.find<Record<string, IndexDescription>>(request, 'looking for indexes');
  return Object.entries(descriptions ?? {}).flatMap(([name, { mappings, settings }]) => {
    const made = mappings?._meta?.brctl;
    return made === undefined
      ? []
      : [{ name, ...made, isWriteBlocked: settings?.index?.blocks?.write === 'true' }];
  });
}

/** Removes an index and the states of its versions; a missing one is no failure. */
export async function dropIndex(cluster: Cluster, name: string): Promise<void> {
  const what = 'removing an index';
  await cluster.find({ method: 'DELETE', path: `/${encodeURIComponent(name)}` }, what);
  await cluster.find({ method: 'POST', path: `/${CONTROL_INDEX}/_refresh` }, what);
  const body = { query: { bool: { filter: [{ term: { index: name } }, { term: { kind: 'state' } }] } } };
  const query = { refresh: true, conflicts: 'proceed' };
  await cluster.find({ method: 'POST', path: `/${CONTROL_INDEX}/_delete_by_query`, query, body }, what);
}

/**
 * Copies an index as it is. Writers wait a moment: the index is write-blocked meanwhile.
 *
 * @param leftBlocked called where it could not be unblocked
 */
export async function copyIndex(cluster: Cluster, name: string, copy: string, leftBlocked: () => void) {
  const what = 'copying an index';
  const path = `/${encodeURIComponent(name)}/_clone/${encodeURIComponent(copy)}`;
  const body = { settings: { 'index.blocks.write': null, 'index.auto_expand_replicas': '0-1' } };
  let isCopied = false;
  try {
    await blockWrites(cluster, name, true);
    await cluster.call({ method: 'POST', path, body, timeoutMs: CLONE_MS, attempts: 1 }, what);
    isCopied = true;
  } finally {
    // Also where no time is left for the copy.
    await runForAll(() => blockWrites(cluster, name, false)).catch((error: unknown) => {
      leftBlocked();
      throw error;
    });
    if (!isCopied) await runForAll(() => dropIndex(cluster, copy)).catch(() => undefined);
  }
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
