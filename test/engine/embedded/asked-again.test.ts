import { expect, it } from 'vitest';
import { QueryArena } from '../../../src/engine/embedded/snapshot/scratch.ts';
import { raise } from '../raise.ts';
import { keyword, query } from './array-source.ts';
import { openCatalog } from './open-catalog.ts';

const RECORDS = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `L-${at}`,
    { attributes: { title: `${at % 3 ? 'oak' : 'steel'} lamp ${at}`, price: at } },
  ]),
);

it('a query finds the same for another page, and after others', () => {
  const { reader } = openCatalog(RECORDS);
  const boosts = [raise('price', '7', 3)];
  const asked = query({ recall: keyword('oak lamp'), boosts, rows: 10 });
  const first = reader.search(asked);
  expect(reader.search({ ...asked, start: 4, rows: 6 }).hits).toEqual(first.hits.slice(4));
  expect(reader.search({ ...asked, boosts: [] }).hits).not.toEqual(first.hits);
  reader.search(query({ recall: keyword('steel') }));
  expect(reader.search(asked)).toEqual(first);
});

it('what is kept of lists goes with them, and lists that are taken later are used again', () => {
  const arena = new QueryArena();
  arena.list(Uint8Array, 8);
  arena.keep('found');
  const later = arena.list(Uint8Array, 8).buffer;
  expect(arena.getKept()).toBe('found');
  expect(arena.list(Uint8Array, 8).buffer).toBe(later);
  arena.reset();
  expect(arena.getKept()).toBeUndefined();
});
