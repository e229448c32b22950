import { setMaxListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHistoricalSearch } from '../../../../src/server/service/past/historical-search.ts';
import { DEFAULT_ANSWER_SETTINGS } from '../../../../src/server/service/search/answer-settings.ts';
import { CatalogSearch } from '../../../../src/server/service/search/catalog-search.ts';
import { ACCOUNT, load, openCatalogs, product, SEARCH } from '../opened-catalogs.ts';

/** A catalog of three versions, the last one published, and its past. */
async function openPast(options: { maxIndexes?: number; idleMs?: number } = {}) {
  const { service, engine, folder } = await openCatalogs();
  const answering = { loose: false, answers: DEFAULT_ANSWER_SETTINGS };
  const search = new CatalogSearch({ engine, answering, published: (name) => service.published(name) });
  const past = createHistoricalSearch({
    engine,
    catalogs: service,
    search,
    answering,
    settings: SEARCH,
    ...options,
  });
  onTestFinished(() => past.close());
  await load(service, 'full', [product('a')]);
  await load(service, 'delta', [product('b')]);
  await load(service, 'delta', [product('c')]);
  await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
  const count = (version: number, left = new AbortController().signal) =>
    past.use('lamps', String(version), left, async ({ search: then, name }) => {
      const { body } = await then.answerSearch(name, 'request_type=search&search_type=keyword&q=*&fl=pid', 0);
      return (JSON.parse(body.toString()) as { response: { numFound: number } }).response.numFound;
    });
  const indexes = () =>
    readdirSync(path.join(folder, 'index')).filter((name) => /^index-[\w-]+\.db$/.test(name)).length;
  return { past, count, indexes, engine };
}

test('many who ask for one version at once have one index of it', async () => {
  const { count, indexes } = await openPast();
  expect(await Promise.all(Array.from({ length: 8 }, () => count(1)))).toEqual(Array(8).fill(1));
  expect(indexes()).toBe(2);
});

test('the present version needs no index of its own', async () => {
  const { count, indexes } = await openPast();
  expect([await count(3), indexes()]).toEqual([3, 1]);
});

test('an index that nobody asks is dropped, and made again for who comes later', async () => {
  const { count, indexes } = await openPast({ idleMs: 0 });
  expect(await count(2)).toBe(2);
  await expect.poll(indexes).toBe(1);
  expect(await count(2)).toBe(2);
});

test('of itself an index is dropped once nobody has asked it for 10 minutes', async () => {
  const { count, indexes } = await openPast();
  expect(await count(1)).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await count(1)).toBe(1);
  vi.advanceTimersByTime(599_999);
  expect(indexes()).toBe(2);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(indexes).toBe(1);
});

test('one goes for another where there is no room, which waits while it is asked', async () => {
  const { past, count, indexes } = await openPast({ maxIndexes: 1 });
  let other: Promise<number> | undefined;
  await past.use('lamps', '1', new AbortController().signal, async ({ search, name }) => {
    other = count(2);
    const query = 'request_type=search&search_type=keyword&q=*&fl=pid&rows=1';
    expect((await search.answerSearch(name, query, 0)).body.toString()).toContain('"numFound":1');
    expect(indexes()).toBe(2);
  });
  expect(await other).toBe(2);
  expect(await count(1)).toBe(1);
  await expect.poll(indexes).toBe(2);
});

test('a version that has its index is searched while another one is built', async () => {
  const { count, engine } = await openPast();
  expect(await count(1)).toBe(1);
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const build = engine.build.bind(engine);
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  vi.spyOn(engine, 'build').mockImplementationOnce(async (run) => {
    begin();
    await held;
    return build(run);
  });
  const other = count(2);
  await begun;
  expect(await count(1)).toBe(1);
  goOn();
  expect(await other).toBe(2);
});

test('so many callers may wait, and those that leave make room', async () => {
  const { past, count } = await openPast({ maxIndexes: 1 });
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  await past.use('lamps', '1', new AbortController().signal, async () => {
    const waiting = Array.from({ length: 100 }, () => count(2, leaving.signal));
    const ended = Promise.allSettled(waiting);
    const late = new AbortController();
    const isRefused = expect(count(2, late.signal)).rejects.toMatchObject({ code: 'too_many_requests' });
    // One that waited all the same ends here, as one that left.
    await setImmediate();
    late.abort();
    leaving.abort();
    await isRefused;
    const ends = await ended;
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
  });
  expect(await count(2)).toBe(2);
});

test('an index is not built for callers that have left', async () => {
  const { count, indexes } = await openPast();
  const leaving = new AbortController();
  const asked = [count(1, leaving.signal), count(1, leaving.signal)];
  leaving.abort();
  for (const each of asked) await expect(each).rejects.toMatchObject({ code: 'unavailable' });
  await expect.poll(indexes).toBe(1);
  expect(await count(1)).toBe(1);
});

test('what is asked for after the end is refused, not left half built', async () => {
  const { past, count, indexes } = await openPast();
  await past.close();
  await expect(count(1)).rejects.toMatchObject({ code: 'unavailable' });
  expect(indexes()).toBe(1);
});
