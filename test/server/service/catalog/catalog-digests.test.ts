import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/base/files/sqlite.ts';
import type { CatalogService } from '../../../../src/server/service/catalog/catalog-service.ts';
import { ACCOUNT, load, openCatalogs, product } from '../opened-catalogs.ts';

async function index(service: CatalogService): Promise<void> {
  await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
}

async function digest(service: CatalogService): Promise<string> {
  return (await service.stateOf('lamps')).stored?.digest ?? '';
}

test('nothing is stored or published of a catalog that there is not, or that has not been loaded', async () => {
  const { service } = await openCatalogs();
  expect(await service.stateOf('lamps')).toEqual({ stored: null, published: null });
  await load(service, 'full', 'not json');
  expect(await service.stateOf('lamps')).toEqual({ stored: null, published: null });
});

test('what is published keeps its digest while what is stored moves on', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a'), product('b')]);
  await index(service);
  const { stored, published } = await service.stateOf('lamps');
  expect(stored).toEqual({ version: 1, digest: expect.stringMatching(/^[0-9a-f]{32}$/), records: 2 });
  expect(published).toEqual(stored);
  await load(service, 'delta', [product('c')]);
  const after = await service.stateOf('lamps');
  expect(after.published).toEqual(published);
  expect(after.stored).toEqual({
    version: 2,
    digest: expect.not.stringContaining(stored?.digest ?? ''),
    records: 3,
  });
  await load(service, 'full', [product('d')]);
  const other = await service.stateOf('lamps');
  expect(other.published).toEqual(published);
  expect(other.stored).toMatchObject({ version: 3, records: 1 });
});

test('the way by which content came makes no difference, nor does its order', async () => {
  const [{ service: one }, { service: other }] = await Promise.all([openCatalogs(), openCatalogs()]);
  await load(one, 'full', [product('a'), product('b', { color: 'red', size: 1 }), product('c')]);
  await load(other, 'delta', [product('gone'), product('c', { color: 'blue' })]);
  expect(await digest(other)).not.toBe(await digest(one));
  await load(other, 'delta', [product('b', { size: 1 }), product('a')]);
  await load(other, 'delta', [
    { op: 'add', path: '/products/b/attributes/color', value: 'red' },
    { op: 'remove', path: '/products/c/attributes/color' },
    { op: 'remove', path: '/products/gone' },
  ]);
  expect(await digest(other)).toBe(await digest(one));
});

test('a PATCH carries the digest on, asked for or not, and a digest read from the records is the same', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a'), product('b')]);
  const before = await digest(service);
  for (let price = 1; price <= 3; price++) {
    await load(service, 'delta', [{ op: 'add', path: '/products/a/attributes/price', value: price }]);
  }
  const carried = await digest(service);
  const { service: fresh } = await openCatalogs();
  await load(fresh, 'full', [product('b'), product('a', { price: 3 })]);
  expect(carried).toBe(await digest(fresh));
  await load(service, 'delta', [product('a')]);
  expect(await digest(service)).toBe(before);
});

test('a reset and a snapshot are seen, and a snapshot brings its digest back', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  await index(service);
  const kept = await service.stateOf('lamps');
  await service.snapshots.save('day-1');
  await load(service, 'delta', [product('b')]);
  await index(service);
  expect((await service.stateOf('lamps')).published?.digest).not.toBe(kept.published?.digest);
  await service.reset('day-1');
  expect(await service.stateOf('lamps')).toEqual(kept);
  await service.reset();
  expect(await service.stateOf('lamps')).toEqual({ stored: null, published: null });
});

test('a data folder of a brctl that knew no digests gets them when they are asked for', async () => {
  const folder = (await openCatalogs()).folder;
  const { service } = await openCatalogs({ folder: path.join(folder, 'own'), durable: true });
  await load(service, 'full', [product('a'), product('b')]);
  const wanted = await digest(service);
  await service.close();
  const file = readdirSync(path.join(folder, 'own')).find((name) => /^records-.*\.db$/.test(name)) ?? '';
  const database = openDatabase(path.join(folder, 'own', file));
  database.exec(`ALTER TABLE applied DROP COLUMN digest;
    ALTER TABLE record_version DROP COLUMN line; ALTER TABLE record_version DROP COLUMN previous;
    ALTER TABLE superseded DROP COLUMN line; DROP INDEX superseded_by_version; DROP TABLE removed;
    DROP TABLE incomplete; ALTER TABLE applied DROP COLUMN incomplete;
    PRAGMA user_version = 1;`);
  database.close();
  const { service: again } = await openCatalogs({ folder: path.join(folder, 'own'), durable: true });
  // Whatever is asked for first: what it was, or its digest.
  expect(again.history.record('lamps', 'a').version).toBe(1);
  expect(await digest(again)).toBe(wanted);
  await load(again, 'delta', [{ op: 'remove', path: '/products/b' }, product('b')]);
  expect(await digest(again)).toBe(wanted);
});

test('every call gets a state that was true, whatever jobs do meanwhile', async () => {
  const { service } = await openCatalogs();
  const seen = new Map<number, string>();
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      const { stored } = await service.stateOf('lamps');
      await nextTurn();
      if (stored === null) continue;
      expect(seen.get(stored.version) ?? stored.digest).toBe(stored.digest);
      seen.set(stored.version, stored.digest);
      expect(stored.records).toBe(stored.version % 3 === 1 ? 1 : 2);
    }
  })();
  for (let round = 0; round < 6; round++) {
    await load(service, 'full', [product('a', { price: round })]);
    await load(service, 'delta', [product('b', { price: round })]);
    await load(service, 'delta', [product('b', { price: -1 - round })]);
  }
  isDone = true;
  await asking;
  expect(seen.size).toBeGreaterThan(0);
});
