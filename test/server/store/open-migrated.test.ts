import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/base/files/sqlite.ts';
import { openMigrated } from '../../../src/server/store/open-migrated.ts';
import { openRecordsFile } from '../../../src/server/store/records-file.ts';
import { temporaryFolder } from '../../temp-folder.ts';

let file: string;
beforeEach(() => {
  file = path.join(temporaryFolder(), 'x.db');
});

const FIRST = { holds: 'lamps', remedy: () => 'load them again', steps: ['CREATE TABLE lamp(id TEXT)'] };
const SECOND = {
  ...FIRST,
  steps: [...FIRST.steps, "ALTER TABLE lamp ADD COLUMN color TEXT DEFAULT 'oak'"],
};

test('an older file is migrated and keeps what it holds', () => {
  const old = openMigrated(file, FIRST);
  old.exec("INSERT INTO lamp(id) VALUES ('a')");
  old.close();
  const migrated = openMigrated(file, SECOND);
  expect(migrated.prepare('SELECT id, color FROM lamp').all()).toEqual([{ id: 'a', color: 'oak' }]);
  expect(migrated.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  migrated.close();
});

test('a migration that fails leaves the file as it was', () => {
  openMigrated(file, FIRST).close();
  const broken = { ...FIRST, steps: [...FIRST.steps, 'CREATE TABLE more(id TEXT)', 'NO SQL AT ALL'] };
  expect(() => openMigrated(file, broken)).toThrow();
  const after = openMigrated(file, FIRST);
  expect(after.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()).toEqual([
    { name: 'lamp' },
  ]);
  after.close();
});

test('a file of a newer brctl is refused with the way out', () => {
  openMigrated(file, SECOND).close();
  expect(() => openMigrated(file, FIRST)).toThrow(
    expect.objectContaining({
      kind: 'config',
      code: 'store.newer_schema',
      hint: expect.stringContaining('--data'),
    }),
  );
});

test('records of a newer brctl are refused as well', () => {
  const newer = openDatabase(file);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  expect(() => openRecordsFile(file, false)).toThrow(expect.objectContaining({ code: 'store.newer_schema' }));
});
