import { expect, test } from 'vitest';
import { Cluster } from '../../../../src/engine/opensearch/cluster/cluster.ts';
import { ClusterDocuments } from '../../../../src/engine/opensearch/sharing/control-documents.ts';

/** A cluster that knows of nothing but whether the control index is there, and with which mapping it was made. */
function clusterOfOneIndex() {
  const state: { dynamic: unknown } = { dynamic: null };
  const answer = async ({ method, path, body }: { method: string; path: string; body?: object }) => {
    if (method === 'GET') return state.dynamic === null ? null : {};
    if (path === '/brctl-control')
      state.dynamic = (body as { mappings: { dynamic: boolean } }).mappings.dynamic;
    else state.dynamic ??= 'whatever is written';
    return { _id: path, _seq_no: 0, _primary_term: 1 };
  };
  const cluster: Cluster = Object.assign(Object.create(Cluster.prototype), { find: answer, call: answer });
  return { state, cluster };
}

test('a control index that was deleted meanwhile is made with its own mapping again', async () => {
  const { state, cluster } = clusterOfOneIndex();
  const documents = new ClusterDocuments(cluster);
  const body = { kind: 'notice', scope: 'local' } as const;
  await documents.put('notice local a', body);
  expect(state.dynamic).toBe(false);
  state.dynamic = null;
  await documents.put('notice local a', body);
  expect(state.dynamic).toBe(false);
  state.dynamic = null;
  await documents.put('lease local lamps', { ...body, kind: 'lease' }, null);
  expect(state.dynamic).toBe(false);
});
