import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cluster, type ClusterRequest } from '../../../src/engine/opensearch/cluster/cluster.ts';
import { CONTROL_INDEX } from '../../../src/engine/opensearch/cluster/index-names.ts';
import { ClusterDocuments } from '../../../src/engine/opensearch/sharing/control-documents.ts';

const NODES = process.env.BRCTL_TEST_OPENSEARCH?.split(',');

describe.skipIf(NODES === undefined)('a control index that somebody deletes from a cluster', () => {
  /** One of its own: the index of the tests beside is not deleted. */
  const index = `${CONTROL_INDEX}-${randomUUID()}`;
  let real: Cluster;
  let documents: ClusterDocuments;
  const renamed = (request: ClusterRequest) => ({
    ...request,
    path: request.path.replace(`/${CONTROL_INDEX}`, `/${index}`),
  });
  const remove = () => real.find({ method: 'DELETE', path: `/${index}` });

  beforeAll(() => {
    real = new Cluster({ urls: NODES ?? [] });
    const other: Cluster = Object.assign(Object.create(Cluster.prototype), {
      call: (request: ClusterRequest, what?: string) => real.call(renamed(request), what),
      find: (request: ClusterRequest, what?: string) => real.find(renamed(request), what),
    });
    documents = new ClusterDocuments(other);
  });
  afterAll(async () => {
    await remove();
    await real.close();
  });

  const notice = { kind: 'notice', scope: 'Of Two Words', more: { node: 'a' } } as const;
  const lease = { ...notice, kind: 'lease' } as const;

  it.each([
    ['a notice', () => documents.put('first', notice)],
    ['a lease', () => documents.put('first', lease, null)],
  ])('is made with its own mapping again by %s, and lists what is written then', async (_, write) => {
    await documents.put('before', notice);
    await remove();
    expect(await documents.get('before')).toBeNull();
    expect(await documents.list(notice.scope, ['notice'])).toEqual(new Map());
    await write();
    await documents.put('after', notice);
    const mappings = await real.call<Record<string, { mappings: object }>>({
      method: 'GET',
      path: `/${index}/_mapping`,
    });
    const keyword = { type: 'keyword' };
    expect(mappings[index]?.mappings).toEqual({
      dynamic: 'false',
      properties: {
        catalog: keyword,
        index: keyword,
        kind: keyword,
        scope: keyword,
        version: { type: 'long' },
      },
    });
    // Found by the whole of its name alone: of another mapping it would be words.
    expect([...(await documents.list(notice.scope, ['notice'])).keys()]).toContain('after');
    expect(await documents.list('words', ['notice'])).toEqual(new Map());
    await remove();
  });
});
