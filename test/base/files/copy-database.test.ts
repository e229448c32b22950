import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { copyDatabase } from '../../../src/base/files/copy-database.ts';
import { openDatabase } from '../../../src/base/files/sqlite.ts';
import { AbortFlag } from '../../../src/base/process/abort-flag.ts';
import { temporaryFolder } from '../../temp-folder.ts';

function makeDatabase() {
  const folder = temporaryFolder();
  const from = path.join(folder, 'from.db');
  const database = openDatabase(from, { pragmas: { journal_mode: 'WAL' } });
  database.exec('CREATE TABLE t (n); INSERT INTO t VALUES (1)');
  return { from, to: path.join(folder, 'to.db'), database };
}

test('a copy has what a reader holds back in the log, and takes memory by the size of the file', async () => {
  const { from, to, database } = makeDatabase();
  const reader = openDatabase(from);
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM t').all();
  database.exec('INSERT INTO t VALUES (2)');
  const allocated = vi.spyOn(Buffer, 'allocUnsafe');
  await copyDatabase(from, to, new AbortFlag());
  expect(Math.max(0, ...allocated.mock.calls.map(([bytes]) => bytes))).toBeLessThan(1_000_000);
  allocated.mockRestore();
  reader.close();
  database.close();
  const copy = openDatabase(to);
  expect(copy.prepare('SELECT n FROM t').all()).toEqual([{ n: 1 }, { n: 2 }]);
  copy.close();
});

test('a copy that nobody wants any more is not made', async () => {
  const { from, to, database } = makeDatabase();
  const abort = new AbortFlag();
  abort.set();
  await expect(copyDatabase(from, to, abort)).rejects.toThrow('given up');
  expect(existsSync(to)).toBe(false);
  database.close();
});
