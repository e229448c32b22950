import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { AbortedError } from '../../../../src/base/process/abort-flag.ts';
import { runForCaller, runWithinTime } from '../../../../src/engine/call.ts';
import { BulkSender } from '../../../../src/engine/opensearch/building/bulk-sender.ts';
import { Cluster } from '../../../../src/engine/opensearch/cluster/cluster.ts';

const opened: { server: Server; cluster: Cluster }[] = [];

afterEach(async () => {
  for (const { server, cluster } of opened.splice(0)) {
    await cluster.close();
    server.close();
  }
});

type Reply = (response: ServerResponse, ids: readonly string[]) => void;

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const taken: Reply = (response) => json(response, 200, { errors: false });
const busy: Reply = (response) =>
  json(response, 429, { error: { type: 'rejected_execution_exception', reason: 'too many' } });
const lost: Reply = (response) => response.destroy();
const refusing =
  (status: number, refused: string): Reply =>
  (response, ids) =>
    json(response, 200, {
      errors: true,
      items: ids.map((_id) => ({
        [_id === '0' ? 'delete' : 'index']:
          _id === refused
            ? { _id, status, error: { type: 'some_exception', reason: 'no' } }
            : { _id, status: 201 },
      })),
    });

/** The ids of a request, each of which bears the stamp. */
function idsOf(text: string): string[] {
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  const ids: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const action = JSON.parse(lines[at] ?? '') as Record<string, { _id: string }>;
    const { _id = '' } = action.index ?? action.delete ?? {};
    expect(action).toEqual({
      [action.index ? 'index' : 'delete']: { _id, version: 7, version_type: 'external_gte' },
    });
    if (action.index) expect(JSON.parse(lines[++at] ?? '')).toEqual({ docid: Number(_id) });
    ids.push(_id);
  }
  return ids;
}

/** A node that replies to each request as it is told, and takes all further ones; tells which documents each request had. */
async function node(...replies: Reply[]): Promise<{ cluster: Cluster; requests: string[][] }> {
  const requests: string[][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const ids = idsOf(Buffer.concat(chunks).toString());
      requests.push(ids);
      (replies.shift() ?? taken)(response, ids);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cluster = new Cluster({ urls: [url] });
  opened.push({ server, cluster });
  return { cluster, requests };
}

async function send(cluster: Cluster): Promise<number> {
  const sender = new BulkSender({ cluster, index: 'lamps', stamp: 7 });
  for (const id of ['1', '2', '3']) sender.add(id, `{"docid":${id}}`);
  await sender.finish();
  return sender.count;
}

test('documents are sent with their ids, once', async () => {
  const { cluster, requests } = await node();
  expect(await send(cluster)).toBe(3);
  expect(requests).toEqual([['1', '2', '3']]);
});

test.each([
  ['a busy cluster', busy],
  ['a node that was lost with the request', lost],
])('what %s has not taken is sent again, whole', async (_what, reply) => {
  const { cluster, requests } = await node(reply);
  expect(await send(cluster)).toBe(3);
  expect(requests).toEqual([
    ['1', '2', '3'],
    ['1', '2', '3'],
  ]);
});

test.each([
  [429, 'the queue of a shard is full'],
  [503, 'a shard has no primary'],
  [403, 'writes are stopped for a copy'],
])('of a request with one document refused (%d: %s) that one is sent again', async (status) => {
  const { cluster, requests } = await node(refusing(status, '2'), refusing(status, '2'));
  await send(cluster);
  expect(requests).toEqual([['1', '2', '3'], ['2'], ['2']]);
});

test('a document that the cluster cannot take ends the run with its reason', async () => {
  const { cluster, requests } = await node(refusing(400, '3'));
  await expect(send(cluster)).rejects.toMatchObject({
    code: 'engine.cluster_document',
    details: { why: 'some_exception: no', status: 400 },
  });
  expect(requests).toHaveLength(1);
});

test('nothing is sent for a run that has been given up', async () => {
  const { cluster, requests } = await node();
  const run = () => runWithinTime(60_000, () => send(cluster));
  await expect(runForCaller(AbortSignal.abort(), run)).rejects.toThrow(AbortedError);
  expect(requests).toEqual([]);
});

test('removals go with the documents, and are no documents', async () => {
  const { cluster, requests } = await node(refusing(429, '0'));
  const sender = new BulkSender({ cluster, index: 'lamps', stamp: 7 });
  sender.remove('0');
  sender.add('1', '{"docid":1}');
  await sender.finish();
  expect(sender.count).toBe(1);
  expect(requests).toEqual([['0', '1'], ['0']]);
});
