import { existsSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/base/files/sqlite.ts';
import { FullBuild } from '../../../../src/engine/embedded/building/build.ts';
import { openIndex } from '../../../../src/engine/embedded/reader.ts';
import { chooseIndexMode } from '../../../../src/engine/engine.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { arbitraryCatalog } from '../../conformance/arbitrary-catalog.ts';
import { ArraySource, keyword, query, settings } from '../array-source.ts';
import { updateIndex } from '../indexing.ts';
import { openCatalog } from '../open-catalog.ts';

const QUERIES = [
  query({
    facets: {
      fields: ['brand', 'category', 'colors', 'sku_size'],
      ranges: ['price'],
      prefixes: {},
      limit: 50,
    },
  }),
  query({ recall: keyword('oak lamp'), stats: ['price'] }),
  query({ recall: keyword('lampp') }),
  query({ recall: keyword('lamp'), viewId: 'nl', sort: [{ field: 'brand', direction: 'desc' }] }),
  query({ recall: { kind: 'category', id: '110' }, fields: ['pid', 'title', 'price', 'price_range'] }),
  query({ recall: { kind: 'similar', ids: ['P1'], text: '', categoryIds: [] } }),
];

describe('updateIndex', () => {
  it('is seen by a reader as a whole and only when it refreshes', () => {
    const { source, file, reader, ids } = openCatalog({
      A: { attributes: { title: 'Oak lamp' } },
      B: { attributes: { title: 'Birch lamp' } },
    });
    source.apply({ A: null, C: { attributes: { title: 'Brass lamp' } } });
    const part = updateIndex(source, file, source.version - 1);
    expect(part).toMatchObject({ version: 2, records: 2, rows: 1, removed: Uint32Array.of(0) });
    expect(ids({ recall: keyword('lamp') })).toEqual(['A', 'B']);
    expect(reader.version).toBe(1);
    reader.refresh(source.version);
    expect(ids({ recall: keyword('lamp') })).toEqual(['B', 'C']);
    expect(reader.version).toBe(2);
  });

  it('leaves the index as it was when a change cannot be written', () => {
    const { source, file, reader, ids } = openCatalog({ A: { attributes: { title: 'Oak lamp' } } });
    source.apply({ B: '{"attributes":' });
    expect(() => updateIndex(source, file, 1)).toThrow();
    reader.refresh(1);
    expect(ids()).toEqual(['A']);
    source.apply({ B: { attributes: { title: 'Birch lamp' } } });
    expect(updateIndex(source, file, 1).rows).toBe(1);
  });

  it('gives new ids a place between their neighbours, also when it has to number all anew', () => {
    const { source, file, reader, ids } = openCatalog({ A: { attributes: {} }, C: { attributes: {} } });
    let last = 'A';
    const expected = ['A', 'C'];
    for (let step = 0; step < 70; step++) {
      last = `${last}Z`;
      expected.splice(-1, 0, last);
      source.apply({ [last]: { attributes: {} } });
      updateIndex(source, file, source.version - 1);
    }
    reader.refresh(source.version);
    expect(ids()).toEqual(expected);
  });

  it('finds the words of every one of many deltas', () => {
    const { source, file, reader, ids } = openCatalog({ P0: { attributes: { title: 'Oak lamp' } } });
    for (let step = 1; step <= 40; step++) {
      const title = step % 2 === 0 ? 'Oak lamp' : 'Birch lamp';
      source.apply({ [`P${step}`]: { attributes: { title, description: `Found in delta${step}` } } });
      updateIndex(source, file, source.version - 1);
    }
    reader.refresh(source.version);
    expect(ids({ recall: keyword('lamp'), rows: 100 })).toHaveLength(41);
    expect(ids({ recall: keyword('birch'), rows: 100 })).toHaveLength(20);
    expect(ids({ recall: keyword('delta17') })).toEqual(['P17']);
  });

  it('keeps a field a number where texts come that read as one, and takes new fields up', () => {
    const { source, file, reader, ids, search } = openCatalog({ A: { attributes: { width: 10 } } });
    source.apply({
      B: { attributes: { finish: 'matt' } },
      C: { attributes: { width: '14' } },
    });
    updateIndex(source, file, source.version - 1);
    reader.refresh(source.version);
    expect(search({ stats: ['width'] }).stats.width).toEqual({ min: 10, max: 14, mean: 12, count: 2 });
    expect(ids({ facetFilters: [{ field: 'finish', anyOf: [{ kind: 'value', value: 'matt' }] }] })).toEqual([
      'B',
    ]);
  });

  it('refuses a text of a field that had numbers alone, and leaves the file as it was', () => {
    const { source, file, ids } = openCatalog({ A: { attributes: { width: 10, price: 5 } } });
    source.apply({ B: { attributes: { width: 'about 12' } } });
    expect(() => updateIndex(source, file, source.version - 1)).toThrow(
      expect.objectContaining({
        code: 'engine.rebuild_due',
        details: expect.objectContaining({ why: 'field width changed from numbers to text' }),
      }),
    );
    expect(ids()).toEqual(['A']);
    // What a price is does not hang on the feed.
    source.apply({ B: { attributes: { price: 'on request' } } });
    updateIndex(source, file, source.version - 2);
  });

  it('refuses a file that has taken up so many deltas that it should be built anew', () => {
    const { source, file } = openCatalog({ A: { attributes: {} } });
    const db = openDatabase(file);
    db.exec(`WITH RECURSIVE earlier(at) AS (VALUES(-199) UNION ALL SELECT at + 1 FROM earlier WHERE at < -1)
      INSERT INTO part SELECT at, at, 0, 0, 0, x'', '[]' FROM earlier`);
    db.close();
    source.apply({ B: { attributes: {} } });
    expect(() => updateIndex(source, file, source.version - 1)).toThrow(
      expect.objectContaining({ code: 'engine.rebuild_due' }),
    );
  });

  it('refuses a large file of which most documents have been replaced', () => {
    const { source, file } = openCatalog({ A: { attributes: {} } });
    const db = openDatabase(file);
    db.exec('UPDATE part SET rows = 10000, removed = zeroblob(20004)');
    db.close();
    source.apply({ B: { attributes: {} } });
    expect(() => updateIndex(source, file, source.version - 1)).toThrow(
      expect.objectContaining({
        code: 'engine.rebuild_due',
        details: expect.objectContaining({
          why: '5001 of the 10000 documents in it have been removed or replaced',
        }),
      }),
    );
  });

  it('passes over documents that came and went between two looks at a list', () => {
    const { source, file, reader, ids } = openCatalog({ A: { attributes: { title: 'Oak lamp' } } });
    expect(ids({ recall: keyword('lamp') })).toEqual(['A']);
    for (const title of ['Birch lamp', 'Birch chair']) {
      source.apply({ B: { attributes: { title } } });
      updateIndex(source, file, source.version - 1);
    }
    reader.refresh(source.version);
    expect(ids({ recall: keyword('lamp') })).toEqual(['A']);
    expect(ids({ recall: keyword('birch') })).toEqual(['B']);
  });

  it('writes what no reader of the published version sees, however late it is opened', async () => {
    const records = {
      A: { attributes: { title: 'Oak lamp', brand: 'Elm' } },
      B: { attributes: { brand: 'Elm' } },
    };
    const { source, file } = openCatalog(records);
    const before = openCatalog(records);
    source.apply({
      A: { attributes: { title: 'Birch chair', width: 5 } },
      C: { attributes: { title: 'Oak lampe' } },
    });
    updateIndex(source, file, 1);
    const late = openIndex(file, source, settings, 1);
    const asked = [...QUERIES, query({ recall: keyword('chair') }), query({ recall: keyword('lampp') })];
    for (const each of asked) expect(late.search(each)).toEqual(before.reader.search(each));
    const typed = {
      prefix: 'oak',
      queries: 5,
      products: 5,
      attributes: 5,
      fields: ['pid'],
      viewId: null,
      sort: [],
    };
    expect(await late.suggest(typed)).toEqual(await before.reader.suggest(typed));
    late.close();
  });

  it('takes the place of a run whose version was never published', () => {
    fc.assert(
      fc.property(arbitraryCatalog, arbitraryCatalog, arbitraryCatalog, (records, lost, delta) => {
        const { source, file, close } = openCatalog(records);
        close();
        source.apply(Object.fromEntries(Object.entries(lost).map(([id, record]) => [`${id}0`, record])));
        updateIndex(source, file, 1);
        source.apply(delta);
        updateIndex(source, file, 1);
        updateIndex(source, file, 1);
        const reader = openIndex(file, source, settings, source.version);
        const rebuilt = openCatalog(source);
        for (const asked of QUERIES) expect(reader.search(asked)).toEqual(rebuilt.reader.search(asked));
        reader.close();
        rebuilt.close();
      }),
      { numRuns: 25 },
    );
  });

  it('numbers anew for readers of the earlier version too', () => {
    const { source, file, ids } = openCatalog({ A: { attributes: {} }, C: { attributes: {} } });
    const added = Array.from({ length: 60 }, (_, at) => [`A${'Z'.repeat(at + 1)}`, { attributes: {} }]);
    for (const [id, record] of added) {
      source.apply({ [String(id)]: record });
      updateIndex(source, file, source.version - 1);
    }
    const early = openIndex(file, source, settings, 20);
    const seen = early.search(query()).hits.map(({ id }) => id);
    expect(seen).toEqual([...seen].sort());
    expect(seen).toHaveLength(21);
    expect(ids()).toEqual(['A', 'C']);
    early.close();
  });
});

describe('FullBuild', () => {
  it.each([false, true])('leaves no file behind when it is abandoned (finished: %s)', (isFinished) => {
    const file = path.join(temporaryFolder(), 'index.db');
    const source = new ArraySource({ A: { attributes: {} } });
    const build = new FullBuild(file);
    for (const record of source.all()) build.add(record);
    if (isFinished) build.finish(source.version);
    build.abandon();
    expect(existsSync(file)).toBe(false);
  });

  it('makes files that another schema version of the reader refuses', () => {
    const { source, file, close } = openCatalog({ A: { attributes: {} } });
    close();
    const db = openDatabase(file);
    db.exec('PRAGMA user_version = 999');
    db.close();
    expect(() => openIndex(file, source, settings, source.version)).toThrow(
      expect.objectContaining({ code: 'engine.index_schema' }),
    );
  });
});

describe('chooseIndexMode', () => {
  it.each([
    [0, 0, 'full'],
    [1, 3, 'delta'],
    [100, 1000, 'delta'],
    [101, 1000, 'full'],
  ] as const)('for %i changes of %i records builds %s', (changed, total, mode) => {
    expect(chooseIndexMode(changed, total)).toBe(mode);
  });
});
