import path from 'node:path';
import { expect, test } from 'vitest';
import { openIndex } from '../../../src/engine/embedded/reader.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { ArraySource, query, settings } from './array-source.ts';
import { buildIndex, updateIndex } from './indexing.ts';
import { openCatalog } from './open-catalog.ts';

const bySku = (...ids: string[]) =>
  query({
    facetFilters: [{ field: 'skuid', anyOf: ids.map((value) => ({ kind: 'value', value })) }],
    rows: 0,
  });

test('a filter by ids of variants reads no record', () => {
  const records = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [
      `P${at}`,
      {
        attributes: { title: 'Lamp', color: 'black' },
        variants: { [`black-${at}`]: { attributes: { color: 'black' } }, black: {} },
      },
    ]),
  );
  const source = new ArraySource(records);
  const file = path.join(temporaryFolder(), 'index.db');
  buildIndex(source, file);
  let read = 0;
  const counting = {
    get: (docids: readonly number[]) => {
      read += docids.length;
      return source.get(docids);
    },
    close: () => undefined,
  };
  const reader = openIndex(file, counting, settings, source.version);
  expect(reader.search(bySku('black')).total).toBe(50);
  expect(reader.search(bySku('black-7', 'black-8', 'none')).total).toBe(2);
  expect(read).toBe(0);
  reader.close();
});

test('ids of variants are found as they are written, in views and after a delta', () => {
  const source = new ArraySource({
    A: {
      attributes: { title: 'Sofa' },
      variants: { 'é/1': {}, '': {}, '10': {} },
      views: { de: { variants: { '10': { exclude_from_view: true } } } },
    },
    B: { attributes: { title: 'Bench' }, variants: { 'É/1': {} } },
  });
  const file = path.join(temporaryFolder(), 'index.db');
  const { version } = source;
  buildIndex(source, file);
  source.apply({
    A: { attributes: { title: 'Sofa' } },
    C: { attributes: { title: 'Stool' }, variants: { x: {}, 'é/1': {} } },
  });
  updateIndex(source, file, version);
  const found = (...ids: string[]) => {
    const { total } = reader.search(bySku(...ids));
    return total;
  };
  const reader = openIndex(file, source, settings, source.version);
  expect([found('é/1'), found('É/1'), found('x'), found('10'), found('e/1'), found('é/1', 'É/1')]).toEqual([
    1, 1, 1, 0, 0, 2,
  ]);
  reader.close();
  const before = openCatalog(
    new ArraySource({
      A: {
        attributes: {},
        variants: { '': {}, '10': {}, a: {} },
        views: { de: { variants: { '10': { exclude_from_view: true } } } },
      },
    }),
  );
  const inView = (viewId: string | null, id: string) => before.search({ ...bySku(id), viewId }).total;
  expect([inView(null, '10'), inView('de', '10'), inView('de', ''), inView('de', 'a')]).toEqual([1, 0, 1, 1]);
});
