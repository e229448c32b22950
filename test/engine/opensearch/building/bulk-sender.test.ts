import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { AbortedError, AbortFlag } from '../../../../src/base/process/abort-flag.ts';
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
        index:
          _id === refused
            ? { _id, status, error: { type: 'some_exception', reason: 'no' } }
            : { _id, status: 201 },
      })),
    });

/** In a header, an object with `index`, in it one with `_id`, and its text; every other document says what is done with the next. */
const ACTION = /^:\)\n\0\xfa\x84index\xfa\x82_id\xe4(.*)\xfc\xfb\xfb$/;

function idsOf(smile: Buffer): string[] {
  const documents = smile.toString('latin1').split('\xff');
  expect(documents.pop()).toBe('');
  return documents.flatMap((document, at) => (at % 2 === 0 ? [ACTION.exec(document)?.[1] ?? ''] : []));
}

/** A node that replies to each request as it is told, and takes all further ones; tells which documents each request had. */
async function node(...replies: Reply[]): Promise<{ cluster: Cluster; requests: string[][] }> {
  const requests: string[][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { 'content-type': type, accept } = request.headers;
      const ids = idsOf(Buffer.concat(chunks));
      if (type !== 'application/smile' || accept !== 'application/json') return json(response, 406, {});
      requests.push(ids);
      (replies.shift() ?? taken)(response, ids);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cluster = await Cluster.open({ urls: [url] });
  opened.push({ server, cluster });
  return { cluster, requests };
}

async function send(cluster: Cluster, abort = new AbortFlag()): Promise<number> {
  const sender = new BulkSender(cluster, 'lamps', abort.asSignal());
  for (const id of ['1', '2', '3']) sender.add(id, Buffer.from(`{"docid":${id}}`));
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
  const abort = new AbortFlag();
  abort.set();
  await expect(send(cluster, abort)).rejects.toThrow(AbortedError);
  expect(requests).toEqual([]);
});
