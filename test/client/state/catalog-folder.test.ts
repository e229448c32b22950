import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { locateCatalogFolder } from '../../../src/client/state/catalog-folder.ts';
import { temporaryFolder } from '../../temp-folder.ts';

test('catalogs whose names differ in case alone have folders that differ in more', () => {
  const stateDir = temporaryFolder();
  const folders = ['lamps', 'Lamps', 'LAMPS'].map(
    (name) => locateCatalogFolder(stateDir, 'staging', name).path,
  );
  expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(3);
});

test('a folder that is there under the plain name stays the one', () => {
  const stateDir = temporaryFolder();
  const folder = path.join(stateDir, 'catalogs', 'staging@Lamps');
  mkdirSync(folder, { recursive: true });
  expect(locateCatalogFolder(stateDir, 'staging', 'Lamps').path).toBe(folder);
});
