import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/base/files/sqlite.ts';
import { CatalogReader } from '../../src/engine/documents/catalog-reader.ts';
import { CatalogWords } from '../../src/engine/embedded/catalog-words.ts';
import { DEFAULT_SEARCH_SETTINGS, type EngineReader, type FoundRecords } from '../../src/engine/engine.ts';
import type { FieldInfo } from '../../src/engine/fields/field-survey.ts';
import { RequestedFields } from '../../src/engine/fields/requested-fields.ts';
import { createRecordCache, OpenVersion } from '../../src/engine/opensearch/answers/open-version.ts';
import type { Cluster } from '../../src/engine/opensearch/cluster/cluster.ts';
import type { IndexState } from '../../src/engine/opensearch/cluster/index-state.ts';
import { VersionReaders } from '../../src/engine/opensearch/host/version-readers.ts';
import type { CatalogVersions } from '../../src/engine/opensearch/sharing/catalog-versions.ts';
import type { SearchQuery } from '../../src/engine/query/model.ts';
import { listKinds } from '../../src/engine/ranking/category-kinds.ts';
import { Analyser } from '../../src/engine/text/analyser.ts';
import { findCompounds } from '../../src/engine/text/compound-words.ts';
import { query } from './embedded/array-source.ts';
import { openCatalog } from './embedded/open-catalog.ts';

const settings = { family: 'products', ...DEFAULT_SEARCH_SETTINGS } as const;
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `word${'abcdefghij'[at % 10]}x${at}`);
/** Words without a digit. */
const letters = (count: number) =>
  numbered(count).map((word) => word.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? ''));

describe('a cache that is filled beyond its bound forgets what was asked for the longest ago', () => {
  const emptyAnswer = { hits: [], groups: null, facets: [] } as unknown as FoundRecords;

  it('answers of a version', async () => {
    const search = vi.fn(async () => emptyAnswer);
    const reader = new CatalogReader({ search } as unknown as EngineReader, { fields: [], settings });
    for (let start = 0; start <= 500; start++) await reader.search(query({ start }));
    await reader.search(query({ start: 500 }));
    expect(search).toHaveBeenCalledTimes(501);
    await reader.search(query({ start: 0 }));
    expect(search).toHaveBeenCalledTimes(502);
  });

  it('large answers of a version', async () => {
    const values = Array.from({ length: 20_000 }, () => ({ name: 'x', count: 1 }));
    const facets = [{ kind: 'text', field: 'x', values }];
    const search = vi.fn(async () => ({ ...emptyAnswer, facets }) as FoundRecords);
    const reader = new CatalogReader({ search } as unknown as EngineReader, { fields: [], settings });
    for (let start = 0; start < 9; start++) await reader.search(query({ start }));
    await reader.search(query({ start: 8 }));
    expect(search).toHaveBeenCalledTimes(9);
    await reader.search(query({ start: 0 }));
    expect(search).toHaveBeenCalledTimes(10);
  });

  it('documents of a version, which have what each query asks for', async () => {
    const attributes = { color: 'red', size: 'S' };
    const variants = { 'v-1': { attributes }, 'v-2': { attributes: { color: 'blue', size: 'M' } } };
    const views = { nl: { attributes: { title: 'Lamp in nl' } } };
    const records = new Map(
      Array.from({ length: 10_001 }, (_, at) => [
        `p-${at}`,
        JSON.stringify({ attributes: { title: `Lamp ${at}` }, variants, views }),
      ]),
    );
    const read = vi.fn((id: string) => records.get(id) ?? '{}');
    const hit = (id: string, view: string | null) => {
      return { id, view, score: 1, get record() { return read(id); } }; // biome-ignore format: one line
    };
    const search = async ({ start, viewId }: SearchQuery) =>
      ({ ...emptyAnswer, hits: [hit(`p-${start}`, viewId)] }) as FoundRecords;
    const surveyed = ['color', 'size'].map((name) => ({ name, on: 'variant', type: 'text', list: false }));
    const reader = new CatalogReader({ search } as unknown as EngineReader, {
      fields: surveyed as unknown as FieldInfo[],
      settings,
    });
    const show = async (start: number, changes: Partial<SearchQuery> = {}) => {
      const asked = query({ start, fields: ['title'], ...changes });
      return JSON.parse((await reader.search(asked)).hits[0]?.json ?? '') as Record<string, unknown>;
    };
    const firstOf = (value: string) => [{ field: 'sku_color', anyOf: [{ kind: 'value' as const, value }] }];
    const rows = [7, 8];
    for (const each of rows) expect(await show(0, { rows: each })).toMatchObject({ title: 'Lamp 0' });
    expect(read).toHaveBeenCalledTimes(1);
    expect(await show(0, { viewId: 'nl' })).toMatchObject({ title: 'Lamp in nl' });
    expect(await show(0, { fields: ['sku_size'] })).toEqual({
      variants: [{ sku_size: 'S' }, { sku_size: 'M' }],
    });
    expect(await show(0, { fields: ['sku_size'], facetFilters: firstOf('blue') })).toEqual({
      variants: [{ sku_size: 'M' }, { sku_size: 'S' }],
    });
    for (let at = 1; at <= 10_000; at++) await show(at);
    read.mockClear();
    await show(10_000, { rows: 9 });
    expect(read).not.toHaveBeenCalled();
    await show(0, { rows: 9 });
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('records of hits of an index', () => {
    const color = 'x'.repeat(10_000);
    const records = Array.from({ length: 450 }, (_, at) => [
      `p-${at}`,
      { attributes: { title: 'Lamp', color } },
    ]);
    const { source, search } = openCatalog(Object.fromEntries(records));
    const read = vi.spyOn(source, 'get');
    const readFrom = (start: number) => {
      read.mockClear();
      search({ start, rows: 1 });
      return read.mock.calls.length;
    };
    expect([readFrom(0), readFrom(0)]).toEqual([1, 0]);
    for (let start = 1; start < 450; start++) readFrom(start);
    expect([readFrom(449), readFrom(0)]).toEqual([0, 1]);
  });

  it('categories of a version', () => {
    const fields = new RequestedFields([]);
    const entryOf = (at: number) => `${at}\t\t/${at}\tName\t/${at},Name`;
    const [first, last] = [fields.category(entryOf(0)), 10_000];
    for (let at = 1; at <= last; at++) fields.category(entryOf(at));
    expect(fields.category(entryOf(last))).toBe(fields.category(entryOf(last)));
    expect(fields.category(entryOf(0))).toEqual(first);
    expect(fields.category(entryOf(0))).not.toBe(first);
  });

  it('kinds of categories', () => {
    const analyser = new Analyser('en');
    const read = vi.spyOn(analyser, 'findHeadWord');
    const entryOf = (at: number) => `${at}\t\t/${at}\tLamps\t/${at},Lamps`;
    for (let at = 0; at <= 4_000; at++) expect(listKinds([entryOf(at)], analyser)).toEqual(['lamps']);
    listKinds([entryOf(4_000)], analyser);
    expect(read).toHaveBeenCalledTimes(4_001);
    listKinds([entryOf(0)], analyser);
    expect(read).toHaveBeenCalledTimes(4_002);
  });

  it('neighbours of words of a version', () => {
    let reads = 0;
    const entry = { get word() { reads++; return 'wordax'; }, frequency: 1 }; // biome-ignore format: one line
    const db = { prepare: () => ({ all: () => [entry] }) } as unknown as Database;
    const words = new CatalogWords(db, 1);
    const readNear = (word: string) => {
      reads = 0;
      words.findNear(word);
      return reads;
    };
    const asked = letters(1_001);
    for (const word of asked) expect(readNear(word)).toBeGreaterThan(0);
    expect(readNear(asked.at(-1) ?? '')).toBe(0);
    expect(readNear(asked[0] ?? '')).toBeGreaterThan(0);
  });

  it('compounds of words', () => {
    const analyser = new Analyser('de');
    const vocabulary = new Set(['esstisch', 'essen']);
    const read = vi.spyOn(analyser, 'stem');
    const words = letters(1_001);
    for (const word of words) findCompounds(word, vocabulary, analyser);
    const before = read.mock.calls.length;
    findCompounds(words.at(-1) ?? '', vocabulary, analyser);
    expect(read.mock.calls.length).toBe(before);
    findCompounds(words[0] ?? '', vocabulary, analyser);
    expect(read.mock.calls.length).toBeGreaterThan(before);
  });

  it('lists of a version in a cluster', async () => {
    const version = openVersion();
    const ask = vi.fn(async () => [{}]);
    for (let at = 0; at <= 50; at++) await version.askOnce(`view ${at}`, ask);
    await version.askOnce('view 50', ask);
    expect(ask).toHaveBeenCalledTimes(51);
    await version.askOnce('view 0', ask);
    expect(ask).toHaveBeenCalledTimes(52);
  });

  it('readers of catalogs in a cluster', async () => {
    const get = vi.fn(async () => ({ fields: [] }));
    const readers = new VersionReaders({} as Cluster, { get } as unknown as CatalogVersions);
    const readerOf = (at: number) => {
      const ref = { engine: 'opensearch', format: '1', name: `index ${at}`, version: 1 };
      return readers.of({ catalog: `catalog ${at}`, ref, settings, fields: [], records: '' });
    };
    for (let at = 0; at <= 100; at++) await readerOf(at);
    await readerOf(100);
    expect(get).toHaveBeenCalledTimes(101);
    await readerOf(0);
    expect(get).toHaveBeenCalledTimes(102);
  });
});

describe('a list that a cluster could not give', () => {
  it('is asked for again', async () => {
    const version = openVersion();
    await expect(version.askOnce('list', () => Promise.reject(new Error('a hiccup')))).rejects.toThrow(
      'a hiccup',
    );
    expect(await version.askOnce('list', async () => [{ id: '1' }])).toEqual([{ id: '1' }]);
  });

  it('may be as long as brands and categories of suggestions can be, and is asked for once', async () => {
    const version = openVersion();
    const ask = vi.fn(async () => Array.from({ length: 60_000 }, () => ({})));
    await version.askOnce('values', ask);
    await version.askOnce('values', ask);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

function openVersion(): OpenVersion {
  const state = { fields: [] } as unknown as IndexState;
  return new OpenVersion({} as Cluster, state, settings, createRecordCache());
}
