import { messageOf } from '../../../base/errors.ts';
import type { IndexRef } from '../../engine.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { indexPattern } from '../cluster/index-names.ts';
import type { ControlIndex } from '../cluster/index-state.ts';

interface Tools {
  cluster: Cluster;
  control: ControlIndex;
}

const COPY_MS = 300_000;

/** Removes the indexes that an owner has left behind and that are not in use; another owner's stay. */
export async function dropOrphans(
  { cluster, control, scope, owner }: Tools & { scope: string; owner: string },
  inUse: ReadonlySet<string>,
  warn: (message: string, fields: Record<string, unknown>) => void,
): Promise<void> {
  const found = await cluster.find<Record<string, { mappings: { _meta?: { brctl?: { owner?: string } } } }>>(
    {
      method: 'GET',
      path: `/${indexPattern(scope)}/_mapping`,
      query: { filter_path: '*.mappings._meta', ignore_unavailable: true, allow_no_indices: true },
    },
    'looking for indexes',
  );
  const orphans = Object.entries(found ?? {}).flatMap(([name, { mappings }]) =>
    mappings._meta?.brctl?.owner === owner && !inUse.has(name) ? [name] : [],
  );
  const dropped = orphans.map((name) =>
    dropIndex({ cluster, control }, name).catch((error: unknown) => {
      warn('index not removed', { index: name, message: messageOf(error) });
    }),
  );
  await Promise.all(dropped);
}

/** Removes an index and all that is known of it; one that is gone is no failure. */
export async function dropIndex({ cluster, control }: Tools, name: string): Promise<void> {
  await cluster.find({ method: 'DELETE', path: `/${encodeURIComponent(name)}` }, 'removing an index');
  await control.forget(name);
}

/** Copies an index as it is in a version. Nothing is written to it in the meantime: whoever wants to waits a moment. */
export async function copyIndex(
  { cluster, control }: Tools,
  { name, version }: IndexRef,
  copy: string,
): Promise<void> {
  const state = await control.stateOf(name, version);
  if (state === null) throw new Error(`the cluster does not know version ${version} of the index ${name}`);
  const settings = `/${encodeURIComponent(name)}/_settings`;
  const block = (isBlocked: boolean | null) =>
    cluster.insist(
      { method: 'PUT', path: settings, body: { 'index.blocks.write': isBlocked } },
      'copying an index',
    );
  await block(true);
  try {
    await cluster.call(
      {
        method: 'POST',
        path: `/${encodeURIComponent(name)}/_clone/${encodeURIComponent(copy)}`,
        body: { settings: { 'index.blocks.write': null, 'index.auto_expand_replicas': '0-1' } },
        timeoutMs: COPY_MS,
      },
      'copying an index',
    );
  } finally {
    await block(null);
  }
  await control.keepState({ ...state, index: copy });
}

/** Bytes on disk, without copies. */
export async function sizeOfIndex(cluster: Cluster, name: string): Promise<number> {
  const { _all: all } = await cluster.call<{ _all: { primaries: { store: { size_in_bytes: number } } } }>(
    { method: 'GET', path: `/${encodeURIComponent(name)}/_stats/store` },
    'asking for the size of an index',
  );
  return all.primaries.store.size_in_bytes;
}
