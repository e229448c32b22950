import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { runForCaller, runWithinTime } from '../../../src/engine/call.ts';
import { DEFAULT_SEARCH_SETTINGS } from '../../../src/engine/engine.ts';
import { createRecordCache, OpenVersion } from '../../../src/engine/opensearch/answers/open-version.ts';
import { Cluster } from '../../../src/engine/opensearch/cluster/cluster.ts';
import type { IndexState } from '../../../src/engine/opensearch/cluster/index-state.ts';

const opened: { servers: Server[]; cluster: Cluster }[] = [];

afterEach(async () => {
  for (const { servers, cluster } of opened.splice(0)) {
    await cluster.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  }
});

type Reply = (response: ServerResponse, request: IncomingMessage) => void;
const hang: Reply = () => undefined;
const busy: Reply = (response) => void response.writeHead(429).end('{}');
const well: Reply = (response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"well":true}');

/** Nodes of one cluster that all reply as they are told, the last reply again and again; counts requests, and how many broke off. */
async function cluster(nodes: number, ...replies: Reply[]) {
  const seen = { requests: 0, brokenOff: 0 };
  const servers = await Promise.all(
    Array.from({ length: nodes }, async () => {
      const server = createServer((request, response) => {
        seen.requests++;
        response.once('close', () => {
          if (!response.writableFinished) seen.brokenOff++;
        });
        ((replies.length > 1 ? replies.shift() : replies[0]) ?? well)(response, request);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const opening = new Cluster({ urls });
  opened.push({ servers, cluster: opening });
  return { cluster: opening, seen };
}

const SEARCH = { method: 'POST', path: '/lamps/_search', body: {} } as const;

// The client is loaded with the first call, which takes longer than a deadline here on a loaded machine.
beforeAll(async () => {
  const { cluster: one } = await cluster(1, well);
  await one.call(SEARCH);
});

test('a node that hangs is asked once, and the call ends with its deadline', async () => {
  const { cluster: one, seen } = await cluster(1, hang);
  const began = performance.now();
  await expect(runWithinTime(1_000, () => one.call(SEARCH))).rejects.toMatchObject({
    code: 'engine.cluster_unreachable',
    kind: 'temporary',
  });
  expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  expect(seen.requests).toBe(1);
});

test('of several nodes another is asked in half of the time, and no third', async () => {
  const { cluster: three, seen } = await cluster(3, hang);
  await expect(runWithinTime(400, () => three.call(SEARCH))).rejects.toMatchObject({
    code: 'engine.cluster_unreachable',
  });
  expect(seen.requests).toBeLessThanOrEqual(2);
});

test('a node that hangs costs no search where another answers', async () => {
  const { cluster: two } = await cluster(2, hang, well);
  await expect(runWithinTime(20_000, () => two.call({ ...SEARCH, timeoutMs: 200 }))).resolves.toEqual({
    well: true,
  });
});

test('a busy cluster is asked again as long as there is time for it', async () => {
  const { cluster: one, seen } = await cluster(1, busy, busy, well);
  await expect(runWithinTime(20_000, () => one.call(SEARCH))).resolves.toEqual({ well: true });
  expect(seen.requests).toBe(3);
  const { cluster: other, seen: asked } = await cluster(1, busy);
  await expect(runWithinTime(250, () => other.call(SEARCH))).rejects.toMatchObject({
    code: 'engine.cluster_busy',
  });
  expect(asked.requests).toBeLessThanOrEqual(2);
});

test('what must not be repeated is sent once', async () => {
  const { cluster: one, seen } = await cluster(1, busy);
  await expect(one.call({ ...SEARCH, attempts: 1 })).rejects.toMatchObject({ code: 'engine.cluster_busy' });
  expect(seen.requests).toBe(1);
});

test('all that is under way is cancelled when the caller leaves', async () => {
  const { cluster: one, seen } = await cluster(1, hang);
  const caller = new AbortController();
  const work = () => Promise.all([one.call(SEARCH), one.call(SEARCH), one.call(SEARCH)]);
  const asked = runForCaller(caller.signal, () => runWithinTime(60_000, work));
  const left = expect(asked).rejects.toMatchObject({ name: 'AbortedError' });
  await vi.waitUntil(() => seen.requests === 3, { timeout: 20_000 });
  caller.abort();
  await left;
  await vi.waitUntil(() => seen.brokenOff === 3, { timeout: 20_000 });
  expect(seen.requests).toBe(3);
});

test('what one part has failed for cancels the others', async () => {
  const { cluster: one, seen } = await cluster(1, hang, (response) => void response.writeHead(400).end('{}'));
  const work = async () => {
    const first = one.call(SEARCH);
    await vi.waitUntil(() => seen.requests === 1, { timeout: 20_000 });
    await Promise.all([first, one.call(SEARCH)]);
  };
  await expect(runWithinTime(60_000, work)).rejects.toMatchObject({ code: 'engine.cluster_failed' });
  await vi.waitUntil(() => seen.brokenOff === 1, { timeout: 20_000 });
});

const answering =
  (...responses: object[]): Reply =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ responses }));
const found = (value: number) => ({ status: 200, hits: { total: { value } } });
const failed = (status: number) => ({ status, error: { type: 'no_shard', reason: 'it moves' } });

function versionOf(one: Cluster): OpenVersion {
  const state = { index: 'lamps', stamp: 1, fields: [] } as unknown as IndexState;
  const settings = { ...DEFAULT_SEARCH_SETTINGS, family: 'products' as const };
  return new OpenVersion(one, state, settings, createRecordCache());
}

test('of several searches those that failed while a shard moved are asked again', async () => {
  const { cluster: one, seen } = await cluster(
    1,
    answering(found(1), failed(503), found(3)),
    answering(found(2)),
  );
  const answers = await versionOf(one).ask([{ size: 1 }, { size: 2 }, { size: 3 }]);
  expect(answers.map(({ hits }) => hits.total?.value)).toEqual([1, 2, 3]);
  expect(seen.requests).toBe(2);
});

test('a search that the cluster does not understand fails at once, with its reason', async () => {
  const { cluster: one, seen } = await cluster(1, answering(found(1), failed(400)));
  await expect(versionOf(one).ask([{ size: 1 }, { size: 2 }])).rejects.toMatchObject({
    code: 'engine.cluster_failed',
    details: { why: 'searching: no_shard: it moves', status: 400 },
  });
  expect(seen.requests).toBe(1);
});
