import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CatalogService } from '../../../../src/server/service/catalog/catalog-service.ts';
import { ACCOUNT, load, openCatalogs, product, send, stored } from '../opened-catalogs.ts';

async function publish(service: CatalogService, ids: string[]): Promise<void> {
  await load(
    service,
    'full',
    ids.map((id) => product(id)),
  );
  await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
}

function indexFileOf(service: CatalogService, folder: string): string {
  return path.join(folder, 'index', service.published('lamps')?.ref.name ?? '');
}

test('reset forgets catalogs, jobs and what is published, and the listeners hear of it', async () => {
  const { service } = await openCatalogs();
  await publish(service, ['a', 'b']);
  const heard: string[] = [];
  service.onPublished((catalog) => {
    heard.push(`${catalog} ${service.published(catalog)?.version}`);
  });
  await service.reset();
  expect(heard).toEqual(['lamps undefined']);
  expect(service.catalogs()).toEqual([]);
  expect(service.jobs()).toEqual([]);
  expect(service.activeJobs()).toBe(0);
  expect(() => service.records('lamps')).toThrow(expect.objectContaining({ code: 'unknown_catalog' }));
  expect((await load(service, 'full', [product('c')])).state).toBe('success');
});

test('reset of a small catalog takes less than 20 ms of the processor', async () => {
  const { service } = await openCatalogs({ durable: true });
  const taken: number[] = [];
  for (let round = 0; round < 5; round++) {
    await publish(service, ['a', 'b', 'c']);
    const before = process.cpuUsage();
    await service.reset();
    taken.push(process.cpuUsage(before).user / 1_000);
  }
  expect(Math.min(...taken)).toBeLessThan(20);
});

test('reset drops running and queued jobs, whose result is never seen', async () => {
  const { service } = await openCatalogs();
  for (let round = 0; round < 5; round++) {
    const products = Array.from({ length: 500 }, (_, at) => product(`p${at}`));
    await Promise.all([send(service, 'full', products), send(service, 'full', products)]);
    await service.reset();
    expect(service.jobs()).toEqual([]);
    expect(service.catalogs()).toEqual([]);
    await load(service, 'full', [product('after')]);
    expect(Object.keys(await stored(service))).toEqual(['/products/after']);
    await service.reset();
  }
});

test('a snapshot brings back records and what was published, as often as it is asked for', async () => {
  const { service, folder } = await openCatalogs();
  await publish(service, ['a', 'b']);
  await load(service, 'delta', [product('c')]);
  await service.snapshots.save('two-and-one');
  for (let round = 0; round < 2; round++) {
    await publish(service, ['x']);
    await service.reset('two-and-one');
    expect(Object.keys(await stored(service))).toEqual(['/products/a', '/products/b', '/products/c']);
    expect(service.published('lamps')).toMatchObject({ version: 1, documents: 2 });
    expect(existsSync(indexFileOf(service, folder))).toBe(true);
    await load(service, 'delta', [{ op: 'remove', path: '/products/c' }, product('d')]);
    await service.runIndex(ACCOUNT, 'lamps');
    await service.settled();
    expect(service.published('lamps')).toMatchObject({ version: 3, documents: 3 });
  }
});

test('a reset to a snapshot that nothing has changed since copies no file and disturbs no reader', async () => {
  const { service } = await openCatalogs();
  await publish(service, ['a', 'b']);
  await service.snapshots.save('two');
  const files = service.published('lamps');
  const heard: string[] = [];
  service.onPublished((catalog) => void heard.push(catalog));
  await load(service, 'delta', [{ op: 'remove', path: '/products/missing' }]);
  await load(service, 'full', [product('other')], { catalog: 'chairs' });
  for (let round = 0; round < 2; round++) await service.reset('two');
  expect([service.published('lamps'), heard]).toEqual([files, []]);
  expect(service.catalogs().map(({ name }) => name)).toEqual(['lamps']);
  await load(service, 'delta', [product('c')]);
  await service.reset('two');
  expect(service.published('lamps')?.ref.name).not.toBe(files?.ref.name);
  expect(heard).toEqual(['lamps']);
  expect(Object.keys(await stored(service))).toEqual(['/products/a', '/products/b']);
});

test('a reset while a delta runs takes nothing that the delta may have touched', async () => {
  const { service } = await openCatalogs();
  await publish(service, ['a', 'b']);
  await service.snapshots.save('two');
  for (let round = 0; round < 5; round++) {
    await send(
      service,
      'delta',
      Array.from({ length: 300 }, (_, at) => product(`p${at}`)),
    );
    await service.reset('two');
    expect(Object.keys(await stored(service))).toEqual(['/products/a', '/products/b']);
    expect((await load(service, 'delta', [product('a', { price: round })])).state).toBe('success');
    await service.reset('two');
  }
});

test('whatever was done since, a reset brings back what the snapshot had', async () => {
  const step = fc.oneof(
    fc.record({ does: fc.constantFrom('save', 'reset'), name: fc.constantFrom('s', 't') }),
    fc.record({ does: fc.constantFrom('delta', 'full'), name: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ does: fc.constantFrom('index', 'clear'), name: fc.constant('') }),
  );
  const stateOf = async (service: CatalogService) => {
    const [lamps] = service.catalogs();
    return lamps && [await stored(service), lamps.publishedVersion, lamps.documents];
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      const { service } = await openCatalogs();
      const kept = new Map<string, unknown>();
      for (const [at, { does, name }] of steps.entries()) {
        if (does === 'delta' || does === 'full') await load(service, does, [product(name, { price: at })]);
        if (does === 'index') await service.runIndex(ACCOUNT, 'lamps');
        await service.settled();
        if (does === 'clear') await service.reset();
        if (does === 'save') {
          await service.snapshots.save(name);
          kept.set(name, await stateOf(service));
        }
        if (does !== 'reset' || !kept.has(name)) continue;
        await service.reset(name);
        expect(await stateOf(service)).toEqual(kept.get(name));
      }
      await service.close();
    }),
    { numRuns: 12 },
  );
});

test('snapshots are listed, survive a restart, can be replaced and deleted', async () => {
  const { service, folder } = await openCatalogs();
  await publish(service, ['a']);
  await service.snapshots.save('one');
  await publish(service, ['a', 'b']);
  await service.snapshots.save('one');
  await service.snapshots.save('other');
  await service.close();
  const again = (await openCatalogs({ folder })).service;
  expect(again.snapshots.list().map(({ name }) => name)).toEqual(['one', 'other']);
  expect(again.snapshots.list()[0]?.bytes).toBeGreaterThan(0);
  await again.reset('one');
  expect(again.catalogs()[0]?.records).toBe(2);
  await again.snapshots.delete('one');
  expect(again.snapshots.list().map(({ name }) => name)).toEqual(['other']);
  await expect(again.reset('one')).rejects.toMatchObject({ code: 'unknown_snapshot' });
  expect(again.catalogs()[0]?.records).toBe(2);
  await again.close();
});

const snapshotFile = (folder: string, ...names: string[]) => path.join(folder, 'snapshots', ...names);

test.each([
  ['one that is half made is no snapshot', 'half.new', []],
  ['one that is half replaced by none is gone', 'half.old', []],
  ['one that is half removed is gone', 'half.gone', []],
  ['one whose removal by an older version was cut is gone', 'half', []],
])('after a kill, %s', async (_title, left, names) => {
  const { service, folder } = await openCatalogs();
  await service.close();
  mkdirSync(snapshotFile(folder, left), { recursive: true });
  writeFileSync(snapshotFile(folder, left, 'records-1-1.db'), 'half');
  const again = (await openCatalogs({ folder })).service;
  expect(again.snapshots.list().map(({ name }) => name)).toEqual(names);
  expect(readdirSync(snapshotFile(folder))).toEqual([]);
});

test('a kill between the old and the new snapshot of a name leaves the old one', async () => {
  const { service, folder } = await openCatalogs();
  await publish(service, ['a']);
  await service.snapshots.save('one');
  await publish(service, ['a', 'b']);
  await service.snapshots.save('two');
  await service.close();
  renameSync(snapshotFile(folder, 'one'), snapshotFile(folder, 'one.old'));
  renameSync(snapshotFile(folder, 'two'), snapshotFile(folder, 'one.new'));
  const again = (await openCatalogs({ folder })).service;
  expect(again.snapshots.list().map(({ name }) => name)).toEqual(['one']);
  await again.reset('one');
  expect(again.catalogs()[0]?.records).toBe(1);
  expect(readdirSync(snapshotFile(folder))).toEqual(['one']);
});

test('a snapshot that is deleted does not come back as the one that it had replaced', async () => {
  const { service, folder } = await openCatalogs();
  await publish(service, ['a']);
  await service.snapshots.save('one');
  mkdirSync(snapshotFile(folder, 'one.old'));
  writeFileSync(snapshotFile(folder, 'one.old', 'manifest.json'), '{"schema":2,"catalogs":[]}');
  await service.snapshots.delete('one');
  await service.close();
  const again = (await openCatalogs({ folder })).service;
  expect(again.snapshots.list()).toEqual([]);
});

test('a snapshot that is taken while the service stops is refused or whole, and no stop waits for it', async () => {
  for (let round = 0; round < 5; round++) {
    const { service, folder } = await openCatalogs();
    await publish(service, ['a']);
    const taken = service.snapshots.save('late').then(
      () => ['late'],
      () => [],
    );
    await service.close();
    const names = await taken;
    const again = (await openCatalogs({ folder })).service;
    expect(again.snapshots.list().map(({ name }) => name)).toEqual(names);
    await again.close();
  }
});

test.each(['', '..', 'a/b', 'x'.repeat(65)])('%j is no name for a snapshot', async (name) => {
  const { service } = await openCatalogs();
  await expect(service.snapshots.save(name)).rejects.toMatchObject({ code: 'invalid_parameter' });
});

test('a load that is being acknowledged while a reset comes is not lost', async () => {
  const { service } = await openCatalogs({ durable: true });
  for (let round = 0; round < 10; round++) {
    const sent = [1, 2, 3].map((at) => send(service, 'delta', [product(`p${at}`)], { catalog: `c${at}` }));
    const [ids] = await Promise.all([Promise.allSettled(sent), service.reset()]);
    await service.settled();
    for (const id of ids) {
      // Either an earlier load contained it the reset and is forgotten, or it came after it and has run.
      const job = service.jobs().find((each) => id.status === 'fulfilled' && each.id === id.value);
      if (job !== undefined) expect(job).toMatchObject({ state: 'success', message: '' });
    }
  }
});

test('so many snapshots are kept, and no more', async () => {
  const { service } = await openCatalogs();
  for (let count = 0; count < 100; count++) await service.snapshots.save(`s${count}`);
  await expect(service.snapshots.save('another')).rejects.toMatchObject({ code: 'storage_full' });
  await service.snapshots.save('s7');
  await service.snapshots.delete('s7');
  await service.snapshots.save('another');
});

test('snapshots take 20 GB together, and no more', async () => {
  const { service, folder } = await openCatalogs();
  await publish(service, ['a']);
  await service.snapshots.save('large');
  await service.close();
  const manifest = path.join(folder, 'snapshots', 'large', 'manifest.json');
  const text = readFileSync(manifest, 'utf8').replace(/"bytes":\d+/, '"bytes":20000000000');
  writeFileSync(manifest, text);
  const { service: again } = await openCatalogs({ folder });
  await expect(again.snapshots.save('another')).rejects.toMatchObject({ code: 'storage_full' });
  await again.snapshots.save('large');
  await again.snapshots.save('another');
});
