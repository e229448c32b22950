import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CatalogService } from '../../../../src/emulator/service/catalog/catalog-service.ts';
import { ACCOUNT, load, openCatalogs, product, stored } from '../opened-catalogs.ts';

const databases = (folder: string) =>
  [...readdirSync(folder), ...readdirSync(path.join(folder, 'index'))].filter((name) =>
    /^(records|index)-.*\.db$/.test(name),
  );

/** The files that the catalog has now. */
function filesOf(service: CatalogService): string[] {
  const published = service.published('lamps');
  return [path.basename(published?.records ?? ''), published?.ref.name ?? ''];
}

/** Records of 10 MB: a catalog that is worth a spare. */
function large(): object[] {
  return Array.from({ length: 10 }, (_, at) =>
    product(`p${at}`, { note: randomBytes(500_000).toString('hex') }),
  );
}

async function openLarge(): Promise<{ service: CatalogService; folder: string }> {
  const opened = await openCatalogs();
  await load(opened.service, 'full', large());
  await opened.service.runIndex(ACCOUNT, 'lamps');
  await opened.service.settled();
  return opened;
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a large snapshot is copied ahead of each reset to it, and every reset brings back what it had', async () => {
  const { service, folder } = await openLarge();
  expect(databases(folder)).toHaveLength(2);
  await service.saveSnapshot('large');
  const before = await stored(service);
  let unused: string[] = [];
  for (let round = 0; round < 3; round++) {
    let names: string[] = [];
    await until(() => {
      names = databases(folder);
      return names.length === 5 && !names.some((name) => unused.includes(name));
    });
    unused = filesOf(service);
    await load(service, 'delta', [product('p1', { price: round }), product(`new${round}`)]);
    await service.reset('large');
    expect(await stored(service)).toEqual(before);
    // The files in use now were there before the reset.
    expect(names).toEqual(expect.arrayContaining(filesOf(service)));
    expect(unused).not.toContain(filesOf(service)[0]);
  }
  await service.close();
});

test('a reset that comes while the spare is in the making has what the snapshot has', async () => {
  const { service } = await openLarge();
  await service.saveSnapshot('large');
  const before = await stored(service);
  for (let round = 0; round < 3; round++) {
    await load(service, 'delta', [product('p1', { price: round })]);
    await service.reset('large');
    expect(await stored(service)).toEqual(before);
  }
});

test('a spare goes with its snapshot, and with the service', async () => {
  const { service, folder } = await openLarge();
  await service.saveSnapshot('large');
  await until(() => databases(folder).length === 5);
  await service.deleteSnapshot('large');
  await until(() => databases(folder).length === 2);
  await service.saveSnapshot('again');
  await until(() => databases(folder).length === 5);
  await service.close();
  // The snapshot keeps its index where all of them are.
  await until(() => databases(folder).length === 3);
});

test('a snapshot that takes the name of another is what the next reset brings back', async () => {
  const { service, folder } = await openLarge();
  await service.saveSnapshot('same');
  await until(() => databases(folder).length === 5);
  await load(service, 'delta', [product('p1', { price: 77 })]);
  const now = await stored(service);
  await service.saveSnapshot('same');
  await load(service, 'delta', [product('p1', { price: 78 })]);
  await service.reset('same');
  expect(await stored(service)).toEqual(now);
});

test('a small snapshot has no spare', async () => {
  const { service, folder } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  await service.saveSnapshot('small');
  await load(service, 'delta', [product('b')]);
  await service.reset('small');
  await until(() => databases(folder).length === 1);
  expect(Object.keys(await stored(service))).toEqual(['/products/a']);
});
