import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { CatalogService } from '../../../../src/server/service/catalog/catalog-service.ts';
import { silentLog } from '../../../../src/server/service/control/log.ts';
import type { Job } from '../../../../src/server/service/jobs/job.ts';
import { RECORD_OPENERS } from '../../../../src/server/store/open-records.ts';
import { ACCOUNT, load, openCatalogs, product, SEARCH, send } from '../opened-catalogs.ts';

async function index(service: CatalogService): Promise<Job> {
  const { jobId } = await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
  return service.job(jobId);
}

async function all<Item>(batches: AsyncIterable<readonly Item[]> | undefined): Promise<Item[]> {
  const items: Item[] = [];
  for await (const batch of batches ?? []) items.push(...batch);
  return items;
}

const many = (count: number) => Array.from({ length: count }, (_, at) => product(`p${at}`));

test('nothing is published before the first index run, and all of it after', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', many(30));
  expect(service.published('lamps')).toBeUndefined();
  expect(await index(service)).toMatchObject({ state: 'success', type: 'index update' });
  expect(service.published('lamps')).toMatchObject({
    catalog: 'lamps',
    family: 'products',
    version: 1,
    documents: 30,
  });
  expect(service.catalogs()[0]).toMatchObject({ publishedVersion: 1, documents: 30 });
});

test.each([
  ['success', {}],
  ['skipped', { settings: { indexNoop: 'skipped' } }],
] as const)('an index run ends as %s when nothing has changed, and says so', async (state, overrides) => {
  const { service } = await openCatalogs(overrides);
  await load(service, 'full', many(3));
  const [first, second] = await Promise.all([
    service.runIndex(ACCOUNT, 'lamps'),
    service.runIndex(ACCOUNT, 'lamps'),
  ]);
  await service.settled();
  expect(service.job(first.jobId).state).toBe('success');
  expect(service.job(second.jobId)).toMatchObject({
    state,
    startedMs: state === 'success' ? expect.any(Number) : null,
    stoppedMs: expect.any(Number),
    message: 'nothing has changed since version 1 was published',
  });
});

test('what the engine did not publish is published by the next index run, though nothing has changed', async () => {
  const { service, engine } = await openCatalogs();
  await load(service, 'full', many(3));
  const publish = vi.spyOn(engine, 'publish').mockRejectedValueOnce(new Error('no node answers'));
  expect(await index(service)).toMatchObject({ state: 'failed', message: 'no node answers' });
  expect(await index(service)).toMatchObject({ state: 'success' });
  expect(await index(service)).toMatchObject({ state: 'success' });
  expect(publish.mock.calls.map(([{ catalog, ref }]) => [catalog, ref.version])).toEqual([
    ['lamps', 1],
    ['lamps', 1],
  ]);
});

test('a process that starts again publishes once what it has stored as published', async () => {
  const { service, folder } = await openCatalogs();
  await load(service, 'full', many(3));
  await index(service);
  await service.close();
  const again = await openCatalogs({ folder });
  const publish = vi.spyOn(again.engine, 'publish');
  for (let run = 0; run < 2; run++) expect(await index(again.service)).toMatchObject({ state: 'success' });
  expect(publish).toHaveBeenCalledTimes(1);
});

test('an index run fails where no load has succeeded', async () => {
  const { service } = await openCatalogs();
  expect(await index(service)).toMatchObject({
    state: 'failed',
    errorCode: 'nothing_loaded',
    message: 'no load of this catalog has succeeded: there is nothing to index',
  });
  expect(service.published('lamps')).toBeUndefined();
  await expect(service.runIndex(ACCOUNT, 'unheard-of')).rejects.toMatchObject({ code: 'unknown_catalog' });
});

test('an index run may be asked for while the first load is still on its way', async () => {
  const { service } = await openCatalogs();
  await send(service, 'full', many(3), { catalog: 'new' });
  await service.runIndex(ACCOUNT, 'new');
  await service.settled();
  expect(service.published('new')).toMatchObject({ documents: 3 });
});

test('a small delta goes into the published index file, a large change makes a new one', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', many(30));
  await index(service);
  const first = service.published('lamps');
  await load(service, 'delta', [product('p3', { title: 'Changed' })]);
  await index(service);
  const second = service.published('lamps');
  expect(second).toMatchObject({ version: 2, ref: { name: first?.ref.name, version: 2 }, documents: 30 });
  await load(
    service,
    'delta',
    many(30).map((_, at) => product(`p${at}`, { title: 'All changed' })),
  );
  await index(service);
  const third = service.published('lamps');
  expect(third).toMatchObject({ version: 3, documents: 30 });
  expect(third?.ref.name).not.toBe(second?.ref.name);
});

test('what is published goes on reading its own rows while loads go on', async () => {
  const { service, folder } = await openCatalogs();
  await load(service, 'full', many(30));
  await index(service);
  const before = service.published('lamps');
  const reader = RECORD_OPENERS.openTexts(before?.records ?? '');
  await load(service, 'delta', [product('p0', { title: 'New' }), { op: 'remove', path: '/products/p1' }]);
  await load(service, 'full', many(2));
  expect(reader.get([1, 2]).map((json) => JSON.parse(json ?? '{}').attributes.title)).toEqual([
    'Lamp p0',
    'Lamp p1',
  ]);
  reader.close();
  expect(service.published('lamps')).toEqual(before);
  expect(existsSync(path.join(folder, 'index', before?.ref.name ?? ''))).toBe(true);
});

test('without history, files that nothing uses any more are removed', async () => {
  const { service, folder } = await openCatalogs({ settings: { history: null } });
  for (let round = 0; round < 3; round++) {
    await load(service, 'full', many(5));
    await index(service);
  }
  await expect
    .poll(() => [readdirSync(folder), readdirSync(path.join(folder, 'index'))].flat())
    .toSatisfy((names: string[]) => names.filter((name) => /^(records|index)-.*db$/.test(name)).length === 2);
});

test('without history, rows that neither the head nor the published index uses are collected with the next delta', async () => {
  const { service } = await openCatalogs({ settings: { history: null } });
  await load(service, 'full', many(10));
  await index(service);
  await load(service, 'delta', [product('p0', { title: 'Second' })]);
  await index(service);
  await load(service, 'delta', [product('p0', { title: 'Third' })]);
  const source = RECORD_OPENERS.openVersion(service.published('lamps')?.records ?? '');
  const titles = source.get([1, 11, 12]).map((json) => json && JSON.parse(json).attributes.title);
  expect(titles).toEqual([undefined, 'Second', 'Third']);
  source.close();
});

test('an index job ends only when those who answer from it have taken up the new version', async () => {
  const { service } = await openCatalogs();
  const seen: unknown[] = [];
  service.onPublished(async (catalog) => {
    const [job] = service.jobs().filter(({ type }) => type === 'index update');
    await new Promise((resolve) => setImmediate(resolve));
    seen.push([catalog, service.published(catalog)?.version, job?.state]);
  });
  await load(service, 'full', many(3));
  await index(service);
  expect(seen).toEqual([['lamps', 1, 'running']]);
});

test('a record source tells what differs from an indexed version', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', many(4));
  await index(service);
  await load(service, 'delta', [
    product('p0'),
    product('p1', { title: 'B' }),
    { op: 'remove', path: '/products/p2' },
  ]);
  const source = RECORD_OPENERS.openVersion(service.published('lamps')?.records ?? '');
  const changes = source.changesSince(1);
  expect(changes?.count).toBe(2);
  expect(await all(changes?.changes)).toMatchObject([
    { id: 'p2', docid: null, json: null },
    { id: 'p1', docid: 5 },
  ]);
  expect((await all(source.records())).map(({ id }) => id)).toEqual(['p0', 'p3', 'p1']);
  expect(source.changesSince(77)).toBeNull();
  source.close();
});

test('an index that was lost, or built with other settings, is built anew although nothing has changed', async () => {
  const { service, folder } = await openCatalogs();
  await load(service, 'full', many(3));
  await index(service);
  const fileOf = (of: CatalogService) => path.join(folder, 'index', of.published('lamps')?.ref.name ?? '');
  const first = fileOf(service);
  for (const suffix of ['', '-wal', '-shm']) rmSync(first + suffix, { force: true });
  expect((await index(service)).state).toBe('success');
  const second = fileOf(service);
  expect(existsSync(second)).toBe(true);
  await service.close();
  const search = { ...SEARCH, distanceUnit: 'mi' as const };
  const again = (await openCatalogs({ folder, settings: { search } })).service;
  expect((await index(again)).state).toBe('success');
  expect(fileOf(again)).not.toBe(second);
  await again.close();
});

test('a restart between a run and its publication serves the published version', async () => {
  const { service, folder, engine } = await openCatalogs();
  await load(service, 'full', many(30));
  await index(service);
  const published = service.published('lamps');
  await load(service, 'delta', [product('p3', { title: 'Changed' })]);
  if (published === undefined) throw new Error('nothing is published');
  const { ref, fields, records, settings } = published;
  const signal = new AbortController().signal;
  const built = await engine.build({ catalog: 'lamps', records, settings, from: { ref, fields }, signal });
  expect(built).toMatchObject({ mode: 'delta', ref: { name: ref.name, version: 2 } });
  await service.close();
  await engine.close();
  const again = await openCatalogs({ folder });
  const now = again.service.published('lamps');
  if (now === undefined) throw new Error('nothing is published');
  const found = async () => (await again.engine.reader(now).productsById(['p3']))[0]?.record;
  expect(await found()).toContain('Lamp p3');
  expect((await index(again.service)).state).toBe('success');
  expect(await found()).toContain('Changed');
});

test('a run that builds anew counts the records that it has read', async () => {
  const { service, engine } = await openCatalogs();
  await load(service, 'full', many(30));
  await index(service);
  const published = service.published('lamps');
  if (published === undefined) throw new Error('nothing is published');
  const { records, settings } = published;
  const { signal } = new AbortController();
  let read = (): number => -1;
  const onBegin = (recordsRead: () => number) => {
    read = recordsRead;
  };
  await engine.build({ catalog: 'lamps', records, settings, from: null, signal, onBegin });
  expect(read()).toBe(30);
});

test('an index that cannot take up a change is built anew, and the log says why', async () => {
  const warnings: unknown[] = [];
  const log = {
    ...silentLog,
    warn: (event: string, fields?: object) => void warnings.push({ event, ...fields }),
  };
  const { service, folder } = await openCatalogs({ log });
  await load(service, 'full', many(30));
  await index(service);
  const indexFile = path.join(folder, 'index', service.published('lamps')?.ref.name ?? '');
  for (const suffix of ['-wal', '-shm']) rmSync(indexFile + suffix, { force: true });
  writeFileSync(indexFile, 'x'.repeat(10_000));
  await load(service, 'delta', [product('p1', { price: 2 })]);
  expect(await index(service)).toMatchObject({ state: 'success' });
  expect(warnings).toEqual([
    {
      event: 'incremental index not possible; rebuilt',
      jobId: expect.any(String),
      catalog: 'lamps',
      message: expect.stringContaining('not a database'),
    },
  ]);
});
