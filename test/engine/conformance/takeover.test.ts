import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { PublishedVersion } from '../../../src/engine/engine.ts';
import { Cluster } from '../../../src/engine/opensearch/cluster/cluster.ts';
import { openOpenSearch } from '../../../src/server/engines/open-opensearch.ts';
import { ServeProcess } from '../../serve-process.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { describeOnCluster, SearchedCatalog, startEngine } from './engines.ts';

const [NODE = ''] = (process.env.BRCTL_TEST_OPENSEARCH ?? '').split(',');
const lamp = (title: string) => ({ attributes: { title, price: 10, url: 'https://shop.example/lamp' } });
const MANY = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`P${at}`, lamp(`Lamp ${at}`)]));

async function cluster(method: string, target: string, body?: object): Promise<Response> {
  return fetch(`${NODE}${target}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describeOnCluster('a stand-by with the data of an earlier day, with the opensearch engine', ({ open }) => {
  const { engine, folder } = startEngine(open);

  /** Another process with the same data folder; what it ends with stays in the cluster. */
  const openAgain = () =>
    openOpenSearch({
      cluster: { urls: [NODE] },
      scope: path.basename(folder),
      owner: folder,
      keepsIndexes: true,
      warn: () => undefined,
    });
  const announced = async (catalog: string) => {
    const id = encodeURIComponent(`catalog ${path.basename(folder)} ${catalog}`);
    const answer = await cluster('GET', `/brctl-control/_doc/${id}`);
    return ((await answer.json()) as { _source?: { index: string; version: number } })._source;
  };
  const found = async (published: PublishedVersion, text: string) =>
    (await engine.reader(published).search(query({ recall: keyword(text) }))).hits.map(({ id }) => id);

  it.each(['delta', 'full build'])('leaves the version alone that a %s has published since', async (kind) => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const backup = catalog.published;
    catalog.stored.apply({ P3: lamp('Oak chair') });
    const built = await catalog.build(kind === 'delta' ? backup : null);
    // What goes on with the first index stays there, too: only this instance knows that it is not in use.
    await engine.publish({ ...backup, ref: built.ref, fields: built.fields });
    const live = { ...backup, ref: built.ref, fields: built.fields };
    for (const books of [[backup.ref], []]) {
      const standBy = openAgain();
      await standBy.start(books);
      expect(await announced(catalog.name)).toMatchObject({ index: live.ref.name, version: 2 });
      expect(await found(live, 'chair')).toEqual(['P3']);
      expect(await standBy.has(backup.ref)).toBe(false);
      await expect(standBy.publish(backup)).rejects.toMatchObject({ code: 'engine.version_gone' });
      expect(await announced(catalog.name)).toMatchObject({ index: live.ref.name, version: 2 });
      await standBy.close();
      await standBy.ended();
    }
    await engine.drop(live.ref);
    await engine.drop(backup.ref);
  });

  it('builds anew under the lease, publishes that, and only then may the former index go', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const backup = catalog.published;
    await catalog.apply({ P3: lamp('Oak chair'), P4: null });
    const live = catalog.published;
    const standBy = openAgain();
    await standBy.start([backup.ref]);
    const restored = new SearchedCatalog(standBy, MANY);
    restored.stored.apply({ P5: lamp('Pine chair') });
    const run = { records: restored.stored.file, settings: restored.settings };
    const built = await standBy.build({
      ...run,
      catalog: catalog.name,
      from: backup,
      signal: new AbortController().signal,
    });
    expect(built.mode).toBe('full');
    expect(built.rebuiltFor).toBe('version 2 has been published by another process');
    expect(await found(live, 'chair')).toEqual(['P3']);
    const published = { ...backup, ref: built.ref, fields: built.fields };
    await standBy.publish(published);
    expect(await announced(catalog.name)).toMatchObject({ index: built.ref.name });
    await standBy.drop(backup.ref);
    expect(await standBy.has(built.ref)).toBe(true);
    const chairs = await standBy.reader(published).search(query({ recall: keyword('chair') }));
    expect(chairs.hits.map(({ id }) => id)).toEqual(['P5']);
    await standBy.drop(built.ref);
    await standBy.close();
    await standBy.ended();
  });

  it('writes to an index again that a copy could not unblock', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const { call } = Cluster.prototype;
    const calls = vi.spyOn(Cluster.prototype, 'call').mockImplementation(function (this: Cluster, request) {
      const isUnblocking = JSON.stringify(request.body) === '{"index.blocks.write":null}';
      return isUnblocking ? Promise.reject(new Error('away')) : call.apply(this, [request]);
    } as typeof call);
    await expect(engine.copy(catalog.published.ref)).rejects.toThrow('away');
    calls.mockRestore();
    const built = await catalog.apply({ P3: lamp('Oak chair') });
    expect(built.mode).toBe('delta');
    await catalog.drop();
  });
});

describe.skipIf(NODE === '')('a process that is killed while it copies an index for a snapshot', () => {
  let clone = () => {};
  const cloning = new Promise<void>((resolve) => {
    clone = resolve;
  });
  /** On the way to the node, at which no copy arrives. */
  const proxy = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request;
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (url.includes('/_clone/')) return clone();
    const type = headers['content-type'];
    const answer = await fetch(`${NODE}${url}`, {
      method,
      headers: { ...(type !== undefined && { 'content-type': type }) },
      ...(body !== '' && { body }),
    });
    const text = await answer.text();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  const processes: ServeProcess[] = [];
  afterAll(async () => {
    for (const each of processes) await each.kill();
    proxy.closeAllConnections();
    proxy.close();
  });

  it('has its index take writes again from the next start on', async () => {
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const folder = temporaryFolder();
    const environment = `killed-${Date.now()}`;
    const start = async (url: string, ...more: string[]) => {
      const engine = ['--engine', 'opensearch', '--engine-url', url, '--environments', environment];
      const serve = await ServeProcess.start(folder, undefined, [...engine, ...more]);
      processes.push(serve);
      return serve;
    };
    const isBlocked = async (index: string) =>
      (await (await cluster('GET', `/${index}/_settings`)).text()).includes('"write":"true"');
    const announced = async () => {
      const id = encodeURIComponent(`catalog ${environment} lamps_en`);
      const answer = await cluster('GET', `/brctl-control/_doc/${id}`);
      return ((await answer.json()) as { _source: { index: string; version: number } })._source;
    };

    const catalog = path.join(folder, 'lamps.jsonl');
    const lines = Object.entries(MANY).map(([id, value]) =>
      JSON.stringify({ op: 'add', path: `/products/${id}`, value }),
    );
    writeFileSync(catalog, lines.join('\n'));
    const killed = await start(
      `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      '--load',
      `lamps_en=${catalog}`,
    );
    const { index } = await announced();
    const snapshot = fetch(new URL('/_brctl/snapshots/s', killed.ready.catalogUrl), { method: 'PUT' });
    await Promise.race([cloning, snapshot.then(async (answer) => expect(await answer.text()).toBe(''))]);
    const left = expect(snapshot).rejects.toThrow();
    await killed.kill();
    await left;
    expect(await isBlocked(index)).toBe(true);

    const next = await start(NODE);
    expect(await isBlocked(index)).toBe(false);
    const { BRCTL_API_KEY: key, BRCTL_ACCOUNT_ID: account } = next.ready.env;
    const call = (method: string, at: string, body?: string) =>
      fetch(`${next.ready.catalogUrl}/accounts/${account}/catalogs/lamps_en/${at}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json-patch+json' },
        ...(body !== undefined && { body }),
      });
    const change = { op: 'add', path: '/products/P3', value: lamp('Oak chair') };
    await call('PATCH', 'products', JSON.stringify([change]));
    await call('POST', 'indexes');
    await expect.poll(announced).toMatchObject({ index, version: 2 });
    await next.kill();
    await cluster('DELETE', `/${index}`);
  });
});
