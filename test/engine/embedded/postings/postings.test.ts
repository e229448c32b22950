import path from 'node:path';
import { expect, test } from 'vitest';
import { PostingCache } from '../../../../src/engine/embedded/postings/postings.ts';
import { openIndexFile } from '../../../../src/engine/embedded/snapshot/index-file.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { ArraySource } from '../array-source.ts';
import { buildIndex } from '../indexing.ts';

const WORDS = ['lamp', 'sofa', 'desk', 'bench', 'stool', 'vase', 'rug', 'clock'];
const VERSION = {
  version: 1,
  ordinals: WORDS.length,
  live: new Uint8Array(WORDS.length),
  liveCount: WORDS.length,
};

test('posting lists that were used last are kept, as many as the bound allows', () => {
  const file = path.join(temporaryFolder(), 'index.db');
  const records = WORDS.map((title, place) => [`P${place}`, { attributes: { title } }] as const);
  buildIndex(new ArraySource(Object.fromEntries(records)), file);
  const db = openIndexFile(file, 'read');
  const cache = new PostingCache(db, 1400);
  const lists = WORDS.map((word) => cache.get([[word]], VERSION));
  expect(lists.map(({ count }) => count)).toEqual(WORDS.map(() => 1));
  const isSame = (place: number) => cache.get([[WORDS[place] ?? '']], VERSION) === lists[place];
  // Each takes some 300 bytes: four have room. The last ones first, as whatever is read again drives others out.
  expect([7, 6, 5, 4].map(isSame)).toEqual([true, true, true, true]);
  expect([0, 1, 2, 3].map(isSame)).toEqual([false, false, false, false]);
  expect([4, 5, 6, 7].map(isSame)).toEqual([false, false, false, false]);
  db.close();
});

test('a list that has no room is read each time', () => {
  const file = path.join(temporaryFolder(), 'index.db');
  buildIndex(new ArraySource({ P: { attributes: { title: 'lamp' } } }), file);
  const db = openIndexFile(file, 'read');
  const [small, large] = [new PostingCache(db, 100), new PostingCache(db)];
  const [read, kept] = [small, large].map((cache) => cache.get([['lamp']], VERSION));
  expect(small.get([['lamp']], VERSION)).not.toBe(read);
  expect(large.get([['lamp']], VERSION)).toBe(kept);
  db.close();
});
