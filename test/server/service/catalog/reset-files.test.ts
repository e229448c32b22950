import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CatalogService } from '../../../../src/server/service/catalog/catalog-service.ts';
import { ACCOUNT, load, openCatalogs, product, stored } from '../opened-catalogs.ts';

const databases = (folder: string) =>
  [...readdirSync(folder), ...readdirSync(path.join(folder, 'index'))].filter((name) =>
    /^(records|index)-.*\.db$/.test(name),
  );

async function openIndexed(): Promise<{ service: CatalogService; folder: string }> {
  const opened = await openCatalogs();
  await load(opened.service, 'full', [product('p1', { price: 10 }), product('p2')]);
  await opened.service.runIndex(ACCOUNT, 'lamps');
  await opened.service.settled();
  return opened;
}

test('every reset to a snapshot brings back what it had, and removes what the jobs since have made', async () => {
  const { service, folder } = await openIndexed();
  expect(databases(folder)).toHaveLength(2);
  await service.snapshots.save('first');
  const before = await stored(service);
  for (let round = 0; round < 3; round++) {
    await load(service, 'delta', [product('p1', { price: round }), product(`new${round}`)]);
    await service.reset('first');
    expect(await stored(service)).toEqual(before);
    // The catalog's two, and the index of the snapshot.
    await expect.poll(() => databases(folder)).toHaveLength(3);
  }
  await service.snapshots.delete('first');
  await expect.poll(() => databases(folder)).toHaveLength(2);
});

test('a snapshot that takes the name of another is what the next reset brings back', async () => {
  const { service } = await openIndexed();
  await service.snapshots.save('same');
  await load(service, 'delta', [product('p1', { price: 77 })]);
  const now = await stored(service);
  await service.snapshots.save('same');
  await load(service, 'delta', [product('p1', { price: 78 })]);
  await service.reset('same');
  expect(await stored(service)).toEqual(now);
});
