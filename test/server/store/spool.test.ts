import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSpool } from '../../../src/server/store/spool.ts';
import { temporaryFolder } from '../../temp-folder.ts';

async function* body(...sizes: number[]): AsyncGenerator<Buffer> {
  for (const size of sizes) yield Buffer.alloc(size, 'x');
}

test('bodies and files of all waiting jobs have a bound together, and what is refused leaves nothing', async () => {
  const folder = temporaryFolder();
  const spool = openSpool(path.join(folder, 'spool'), false, 1_000);
  const file = path.join(folder, 'feed.jsonl');
  writeFileSync(file, 'x'.repeat(300));
  await spool.storeBody('one', body(300, 300));
  await spool.holdFiles('two', [file]);
  await expect(spool.storeBody('three', body(50, 51))).rejects.toMatchObject({ code: 'storage_full' });
  await expect(spool.holdFiles('four', [file])).rejects.toMatchObject({ code: 'storage_full' });
  expect(readdirSync(path.join(folder, 'spool'))).toEqual(['one.body', 'two.0.file']);
  await spool.drop('one');
  await spool.storeBody('three', body(350, 350));
});

test('what an earlier run has left counts until it is swept', async () => {
  const folder = temporaryFolder();
  await openSpool(folder, false, 1_000).storeBody('old', body(900));
  const spool = openSpool(folder, false, 1_000);
  await expect(spool.storeBody('new', body(200))).rejects.toMatchObject({ code: 'storage_full' });
  await spool.sweep(() => false);
  await spool.storeBody('new', body(200));
});

test('of itself it takes 20 GB', async () => {
  const folder = temporaryFolder();
  const old = path.join(folder, 'old.body');
  writeFileSync(old, '');
  truncateSync(old, 20_000_000_000 - 200);
  const spool = openSpool(folder, false);
  await spool.storeBody('last', body(200));
  await expect(spool.storeBody('another', body(1))).rejects.toMatchObject({ code: 'storage_full' });
});
