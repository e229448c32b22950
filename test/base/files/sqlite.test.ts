import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/base/files/sqlite.ts';

test('rows are read to the end, whatever is collected meanwhile', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const database = openDatabase(':memory:');
  database.exec('CREATE TABLE row(n INTEGER PRIMARY KEY) STRICT');
  const insert = database.prepare('INSERT INTO row VALUES (?)');
  for (let n = 0; n < 100; n++) insert.run(n);
  // Nobody holds the statement but its rows.
  const rows = database.prepare<{ n: number }>('SELECT n FROM row ORDER BY n').iterate();
  const read: number[] = [];
  for (const { n } of rows) {
    read.push(n);
    if (n % 25 !== 0) continue;
    await turn();
    collect();
    await turn();
  }
  database.close();
  expect(read).toEqual(Array.from({ length: 100 }, (_, n) => n));
});
