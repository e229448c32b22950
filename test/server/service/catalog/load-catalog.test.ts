import { getEventListeners } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadCatalog } from '../../../../src/server/service/catalog/load-catalog.ts';
import { silentLog } from '../../../../src/server/service/control/log.ts';
import { ACCOUNT, lines, openCatalogs, product } from '../opened-catalogs.ts';

test('loading many catalogs under one signal leaves no listeners on it', async () => {
  const { service, folder } = await openCatalogs();
  const file = path.join(folder, 'lamps.jsonl');
  writeFileSync(file, lines([product('a')]));
  const { signal } = new AbortController();
  for (const catalog of ['one', 'two'])
    await loadCatalog(service, ACCOUNT, catalog, [file], silentLog, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(service.catalogs().map(({ name }) => name)).toEqual(['one', 'two']);
});

test('a signal that is given ends the waiting with its reason', async () => {
  const { service, folder } = await openCatalogs();
  const file = path.join(folder, 'lamps.jsonl');
  writeFileSync(file, lines([product('a')]));
  const reason = new Error('stopped');
  const load = loadCatalog(service, ACCOUNT, 'one', [file], silentLog, AbortSignal.abort(reason));
  await expect(load).rejects.toBe(reason);
  // It came while the file was read: nothing has been accepted, and nothing is left of it.
  expect([service.jobs(), readdirSync(path.join(folder, 'spool'))]).toEqual([[], []]);
});
