import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/base/files/sqlite.ts';
import type { CatalogRecord } from '../../../../src/engine/effective-record.ts';
import { RULES } from '../../../../src/engine/ranking/rules.ts';
import { computeTermWeight } from '../../../../src/engine/ranking/word-weights.ts';
import { keyword } from '../array-source.ts';
import { updateIndex } from '../indexing.ts';
import { type OpenCatalog, openCatalog } from '../open-catalog.ts';
import { plainDocument } from '../plain-document.ts';

const WORDS = ['oak', 'lamps', 'lamp', 'floors', 'table', 'running', 'café', 'brass', 'round'];
const words = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .map((chosen) => chosen.join(' '));

const arbitraryTexts = fc
  .array(
    fc.record({
      title: words,
      brand: fc.constantFrom('Oak', 'Brass'),
      description: words,
      tags: fc.array(words, { maxLength: 2 }),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((texts) => Object.fromEntries(texts.map((attributes, at) => [`P${at}`, { attributes }])));

type Part = keyof ReturnType<typeof plainDocument>['text'];
const PARTS: readonly Part[] = ['title', 'brand', 'categories', 'keywords', 'other', 'description'];
/** What SQLite's own full-text index answers: for each word the ids of the documents that hold it in these parts. */
const bySqlite = ({ source }: OpenCatalog, query: string, parts = PARTS): Set<string>[] => {
  const db = openDatabase(':memory:');
  db.exec(
    "CREATE VIRTUAL TABLE text USING fts5(words, id UNINDEXED, tokenize='porter unicode61 remove_diacritics 2')",
  );
  const insert = db.prepare('INSERT INTO text(words, id) VALUES (?, ?)');
  for (const { id, json } of source.all()) {
    const { text } = plainDocument(JSON.parse(json) as CatalogRecord, null);
    insert.run(parts.map((part) => text[part]).join(' . '), id);
  }
  const match = db.prepare<{ id: string }>('SELECT id FROM text WHERE text MATCH ?');
  const sets = [...new Set(query.split(' '))].map(
    (word) => new Set(match.all(`"${word}"`).map(({ id }) => id)),
  );
  db.close();
  return sets;
};

const notCorrected = (text: string) => ({ kind: 'keyword', text, tolerant: true, spelling: 'off' }) as const;

describe('a word that the catalog knows, perhaps from a slip', () => {
  const product = (title: string) => ({ attributes: { title } });
  const titles = Array.from({ length: 40 }, (_, at) => product(`Philips lamp ${at}`));
  const slips = [
    product('Phillips bulb'),
    product('Philip the bear'),
    product('Two lamps'),
    product('Damp cloth'),
  ];
  const catalog = () =>
    openCatalog(Object.fromEntries([...titles, ...slips].map((record, at) => [`P${at}`, record])));

  it.each([
    ['phillips', ['philips']],
    ['phillips lamp', ['philips lamp']],
    ['philips', []],
    // Other endings, other first letters and what finds nothing more are not offered.
    ['lamps', []],
    ['philip', []],
    ['damp', []],
    ['phillips bulb', []],
  ])('%s offers %j, and is searched as typed', (text, offered) => {
    const { search } = catalog();
    const found = search({ recall: keyword(text) });
    expect(found.didYouMean).toEqual(offered);
    expect(found.correctedQuery).toBeNull();
    expect(search({ recall: notCorrected(text) }).didYouMean).toEqual([]);
  });
});

describe('a word that a description alone has, perhaps from a slip', () => {
  it.each([
    [3, 1, ['leather']],
    [6, 2, ['leather']],
    [2, 1, []],
    [5, 2, []],
  ])('is offered as a name of %i products has it, of %i descriptions', (names, descriptions, offered) => {
    const records = [
      ...Array.from({ length: names }, () => ({ attributes: { title: 'Leather sofa' } })),
      ...Array.from({ length: descriptions }, () => ({
        attributes: { title: 'Oak chair', description: 'With a leahter seat' },
      })),
    ];
    const catalog = openCatalog(Object.fromEntries(records.map((record, at) => [`P${at}`, record])));
    const { didYouMean, hits } = catalog.search({ recall: keyword('leahter') });
    expect(didYouMean).toEqual(offered);
    expect(hits).toHaveLength(descriptions + (offered.length > 0 ? names : 0));
  });
});

describe('a keyword search', () => {
  it('finds what SQLite’s own MATCH finds where every word has to match', () => {
    fc.assert(
      fc.property(arbitraryTexts, words, (records, query) => {
        const catalog = openCatalog(records);
        const sets = bySqlite(catalog, query);
        const all = Object.keys(records).filter((id) => sets.every((set) => set.has(id)));
        const { hits, relaxed } = catalog.search({ recall: { ...notCorrected(query), tolerant: false } });
        expect(hits.map(({ id }) => id).sort()).toEqual(all.sort());
        expect(relaxed).toBe(false);
        catalog.close();
      }),
      { numRuns: 30 },
    );
  });

  it('puts what holds all words first, then what holds enough of them by their weights, whatever the order', () => {
    fc.assert(
      fc.property(arbitraryTexts, words, fc.boolean(), (records, query, isSorted) => {
        const catalog = openCatalog(records);
        const every = Object.keys(records);
        const sets = bySqlite(catalog, query).filter(({ size }) => size > 0);
        const weights = sets.map(({ size }) => computeTermWeight(every.length, size));
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const share = (id: string) =>
          weights.reduce((sum, weight, at) => (sets[at]?.has(id) ? sum + weight : sum), 0) / total;
        const asked = new Set(query.split(' ')).size;
        const all = every.filter((id) => sets.length === asked && sets.every((set) => set.has(id)));
        const some = asked === 1 ? all : every.filter((id) => share(id) >= RULES.leastCoverage);
        const sort = isSorted ? [{ field: 'pid', direction: 'desc' as const }] : [];
        const { hits, relaxed } = catalog.search({ recall: notCorrected(query), sort });
        const ids = hits.map(({ id }) => id);
        expect(relaxed).toBe(ids.length > all.length);
        expect(ids.slice(0, all.length).sort()).toEqual(all.sort());
        expect(ids.sort()).toEqual(some.sort());
        catalog.close();
      }),
      { numRuns: 60 },
    );
  });

  it('ranks by falling score and ties by id', () => {
    fc.assert(
      fc.property(arbitraryTexts, words, (records, query) => {
        const catalog = openCatalog(records);
        const { hits, maxScore } = catalog.search({ recall: notCorrected(query) });
        const order = [...hits].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
        expect(hits.map(({ id }) => id)).toEqual(order.map(({ id }) => id));
        expect(maxScore).toBe(hits[0]?.score ?? null);
        catalog.close();
      }),
      { numRuns: 20 },
    );
  });

  const titled = (...titles: string[]) =>
    openCatalog(Object.fromEntries(titles.map((title, at) => [`P${at}`, { attributes: { title } }])));
  const found = (catalog: OpenCatalog, query: string) => catalog.ids({ recall: keyword(query) });

  it('knows words that some write as one and others as two', () => {
    const catalog = titled(
      'Oak nightstand',
      'Pine night stand',
      'Stand for a night lamp',
      'T-shirt',
      'Tshirt',
      'Lamp',
    );
    expect(found(catalog, 'night stand').sort()).toEqual(['P0', 'P1', 'P2']);
    expect(found(catalog, 'nightstands').sort()).toEqual(['P0', 'P1']);
    expect(found(catalog, 'oak night stand')[0]).toBe('P0');
    expect(found(catalog, 'tshirt').sort()).toEqual(['P3', 'P4']);
    expect(found(catalog, 't-shirt').sort()).toEqual(['P3', 'P4']);
  });

  it('gives up words that nothing holds, and takes what the query is about where nothing holds the rest', () => {
    const catalog = titled('Brass table lamp', 'Oak table', 'Ombre vase');
    expect(found(catalog, 'ombre rug table').sort()).toEqual(['P0', 'P1', 'P2']);
    expect(catalog.search({ recall: keyword('zig zag lamp') })).toMatchObject({ total: 1, relaxed: true });
    expect(found(catalog, 'zig zag')).toEqual([]);
  });

  it('fills a page with products that lack a word, but never with another number', () => {
    const catalog = titled(
      'Round oak coffee table',
      'Square oak coffee table',
      'Oak shelf',
      'Table 3',
      'Oak table 3',
      'Oak desk 3',
    );
    expect(found(catalog, 'round oak table')[0]).toBe('P0');
    expect(found(catalog, 'round oak table').sort()).toEqual(['P0', 'P1', 'P4']);
    expect(found(catalog, 'oak table 3')[0]).toBe('P4');
    expect(found(catalog, 'oak table 3').sort()).toEqual(['P3', 'P4', 'P5']);
    // A word that most products have is not enough: to count the word for the thing twice lost a tenth of what was judged good.
    expect(found(catalog, 'round table')).toEqual(['P0']);
    expect(found(catalog, 'table 3').sort()).toEqual(['P3', 'P4']);
  });

  it('tells equal titles apart by endings and function words as they were typed', () => {
    const catalog = titled('Oak lamps', 'Oak lamp', 'Oak shelf for lamps', 'Oak shelf with lamps');
    expect(found(catalog, 'lamp oak')[0]).toBe('P1');
    expect(found(catalog, 'lamps oak')[0]).toBe('P0');
    expect(found(catalog, 'shelf with lamp')[0]).toBe('P3');
  });

  it('puts the thing itself before what belongs to it', () => {
    const catalog = titled(
      'Lamp shade',
      'Brass lamp',
      'Shade for lamp',
      'Iron lamp, set of 2',
      'Lamp hook 10 inch',
    );
    expect(found(catalog, 'lamp')[0]).toBe('P1');
    expect(found(catalog, 'lamp shade')[0]).toBe('P0');
    expect(found(catalog, 'shade for a lamp')[0]).toBe('P2');
  });

  it('knows a size that is written without marks', () => {
    const catalog = titled(
      'Cushion 18" x 18"',
      'Cushion 18 in. x 20 in.',
      'Slow cooker, 7 quart',
      'Slow cooker 6 qt',
    );
    expect(found(catalog, 'cushion 18x18')).toEqual(['P0']);
    expect(found(catalog, '7qt slow cooker')).toEqual(['P2']);
  });

  it('corrects a word among others that nothing holds together', () => {
    const catalog = titled('Glass lamp shade', 'Lamp', 'Brass hook');
    expect(catalog.search({ recall: keyword('glass lapm shades hooks') })).toMatchObject({
      correctedQuery: 'glass lamp shades hooks',
      relaxed: true,
    });
    expect(catalog.search({ recall: keyword('lamp zzyzx') })).toMatchObject({
      correctedQuery: null,
      total: 2,
    });
  });

  it('offers further spellings without the one it used', () => {
    const titles = ['Lamp', 'Lamp', 'Lamb', 'Ramp'];
    const records = Object.fromEntries(titles.map((title, at) => [`P${at}`, { attributes: { title } }]));
    expect(openCatalog(records).search({ recall: keyword('lamq') })).toMatchObject({
      correctedQuery: 'lamp',
      didYouMean: ['lamb'],
      relaxed: false,
      terms: ['lamp'],
    });
  });

  it('prefers the frequent word or the near one, as asked', () => {
    const titles = ['Curtains', ...Array.from({ length: 120 }, () => 'Certains')];
    const records = Object.fromEntries(titles.map((title, at) => [`P${at}`, { attributes: { title } }]));
    const { search } = openCatalog(records);
    const corrected = (spelling: 'term_frequency' | 'closest_match') =>
      search({ recall: { kind: 'keyword', text: 'curtainz', tolerant: true, spelling } }).correctedQuery;
    expect(corrected('term_frequency')).toBe('certains');
    expect(corrected('closest_match')).toBe('curtains');
  });

  it('does not correct words that some product holds, be it in a description', () => {
    const { search } = openCatalog({
      A: { attributes: { title: 'Lamp', description: 'ergonomik' } },
      B: { attributes: { title: 'Ergonomic chair' } },
    });
    expect(search({ recall: keyword('ergonomik') })).toMatchObject({ correctedQuery: null, total: 1 });
  });

  it('extends the lists of words by what a delta adds, and takes out what it removes', () => {
    const titles = Array.from({ length: 3000 }, (_, at) => (at % 2 ? 'Lamp' : `Chair ${at}`));
    const catalog = titled(...titles);
    expect(catalog.search({ recall: keyword('lamp'), rows: 1 }).total).toBe(1500);
    catalog.source.apply({ P1: null, P3: null, Z: { attributes: { title: 'Brass lamp' } } });
    updateIndex(catalog.source, catalog.file, catalog.source.version - 1);
    catalog.reader.refresh(catalog.source.version);
    expect(catalog.search({ recall: keyword('lamp'), rows: 1 }).total).toBe(1499);
    expect(bySqlite(catalog, 'lamp')[0]?.size).toBe(1499);
    expect(catalog.search({ recall: keyword('chair'), rows: 1 }).total).toBe(1500);
  });
});
