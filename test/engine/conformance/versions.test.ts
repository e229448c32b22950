import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublishedVersion, SearchEngine } from '../../../src/engine/engine.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { arbitraryCatalog } from './arbitrary-catalog.ts';
import { answer, ENGINES, SearchedCatalog, startEngine, withoutScores } from './engines.ts';

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
  query({ recall: { kind: 'category', id: '110' } }),
  query({ recall: { kind: 'similar', ids: ['P1'], text: '', categoryIds: [] } }),
];

const lamp = (title: string) => ({ attributes: { title, brand: 'Elm' } });
/** Enough records that a change to one is a small one. */
const MANY = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`P${at}`, lamp(`Lamp ${at}`)]));
const priced = (price: number) => ({ attributes: { title: 'Lamp', brand: 'Elm', price } });

/** The records that a process shows of a version, by id. */
async function recordsOf(
  engine: SearchEngine,
  published: PublishedVersion,
): Promise<Partial<Record<string, string>>> {
  const { hits } = await engine.reader(published).search(query({ recall: keyword('lamp'), rows: 50 }));
  return Object.fromEntries(hits.map(({ id, record }) => [id, record]));
}

describe.each(ENGINES)('versions in the $name engine', ({ name, open, runs, meansOfDeltas }) => {
  const { engine, folder } = startEngine(open);

  it('are answered from until the next is published, whatever has been built by then', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const before = await Promise.all(QUERIES.map((asked) => answer(catalog, asked)));
    catalog.stored.apply({ P3: lamp('Oak chair'), P4: null, P31: lamp('Oak lampp') });
    const built = await catalog.build();
    expect(built.ref.version).toBe(2);
    expect(built.documents).toBe(30);
    expect(await Promise.all(QUERIES.map((asked) => answer(catalog, asked)))).toEqual(before);
    await catalog.publish(built);
    expect(await catalog.ids({ recall: keyword('chair') })).toEqual(['P3']);
    expect(await catalog.ids({ recall: { kind: 'ids', ids: ['P4', 'P31'] } })).toEqual(['P31']);
    await catalog.drop();
  });

  it('are read beside the published one where nobody has published them, until they are dropped', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    catalog.stored.apply({ P3: lamp('Oak chair') });
    const { ref, fields } = await catalog.build(null);
    const { published } = catalog;
    const aside = engine.reader({ ...published, catalog: `${published.catalog} aside`, ref, fields });
    const chairs = query({ recall: keyword('chair') });
    expect((await aside.search(chairs)).hits.map(({ id }) => id)).toEqual(['P3']);
    expect(await catalog.ids({ recall: keyword('chair') })).toEqual([]);
    await engine.drop(ref);
    expect(await engine.has(ref)).toBe(false);
    expect(await catalog.ids({ recall: keyword('lamp') })).toHaveLength(30);
    await catalog.drop();
  });

  const alike = meansOfDeltas
    ? 'scores included'
    : 'but for scores, whose mean lengths are of the last full build';
  const compared = meansOfDeltas ? (found: Awaited<ReturnType<typeof answer>>) => found : withoutScores;

  it(`answer alike whether changes were added or everything was indexed anew, ${alike}`, async () => {
    const changes = arbitraryCatalog.map((records) =>
      Object.fromEntries(
        Object.entries(records).map(([id, record], at) => [
          `P${(at * 7) % 17}x`.slice(0, at % 2 ? 2 : 3) || id,
          at % 4 === 3 ? null : record,
        ]),
      ),
    );
    const law = fc.asyncProperty(
      arbitraryCatalog,
      fc.array(changes, { minLength: 1, maxLength: 3 }),
      async (records, deltas) => {
        const catalog = await SearchedCatalog.of(engine, { ...MANY, ...records });
        const answers = async () =>
          (await Promise.all(QUERIES.map((asked) => answer(catalog, asked)))).map(compared);
        for (const delta of deltas) {
          await catalog.apply(delta);
          // What is kept of this version must not be taken for the next.
          await answers();
        }
        const updated = await answers();
        await catalog.publish(await catalog.build(null));
        expect(await answers()).toEqual(updated);
        await catalog.drop();
      },
    );
    await fc.assert(law, { numRuns: Math.min(25, runs) });
  });

  it('keep the order of a full build after deltas, whatever these add, where scores are far apart or fields are sorted by', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const told = { title: 'Elm vase', description: `${'of any length '.repeat(300)}oak` };
    await catalog.apply({ P40: { attributes: told }, P41: lamp('Oak') });
    const orders = async () => [
      await catalog.ids({ recall: keyword('oak') }),
      await catalog.ids({ recall: keyword('lamp'), sort: [{ field: 'title', direction: 'desc' }] }),
    ];
    const updated = await orders();
    expect(updated[0]).toEqual(['P41', 'P40']);
    await catalog.publish(await catalog.build(null));
    expect(await orders()).toEqual(updated);
    await catalog.drop();
  });

  it('are built anew where texts come to a field that had numbers alone, and find them', async () => {
    const sized = (width: number | string) => ({ attributes: { title: 'Lamp', brand: 'Elm', width } });
    const catalog = await SearchedCatalog.of(engine, { ...MANY, P1: sized(38), P2: sized('40') });
    const isOfSize = (value: string) => ({
      facetFilters: [{ field: 'width', anyOf: [{ kind: 'value' as const, value }] }],
    });
    expect(await catalog.apply({ P3: sized(42) })).toMatchObject({ mode: 'delta', rebuiltFor: null });
    const built = await catalog.apply({ P4: sized('XL') });
    expect(built.mode).toBe('full');
    expect(built.rebuiltFor).toContain('field width changed from numbers to text');
    expect(await catalog.ids(isOfSize('XL'))).toEqual(['P4']);
    expect(await catalog.ids(isOfSize('42'))).toEqual(['P3']);
    expect(await catalog.apply({ P5: sized('S') })).toMatchObject({ mode: 'delta', rebuiltFor: null });
    expect(await catalog.ids(isOfSize('S'))).toEqual(['P5']);
    await catalog.drop();
  });

  it('are built anew where a number comes to a field that had numbers as texts alone, and sort by it', async () => {
    const sized = (width: number | string) => ({ attributes: { title: 'Lamp', brand: 'Elm', width } });
    const catalog = await SearchedCatalog.of(engine, { ...MANY, P1: sized('9'), P2: sized('10') });
    const sort = [{ field: 'width', direction: 'asc' as const }];
    expect((await catalog.ids({ sort })).slice(0, 2)).toEqual(['P2', 'P1']);
    expect(await catalog.apply({ P3: sized('11') })).toMatchObject({ mode: 'delta', rebuiltFor: null });
    const built = await catalog.apply({ P4: sized(9.5) });
    expect(built.mode).toBe('full');
    expect(built.rebuiltFor).toContain('width, which had numbers as texts alone, has numbers now');
    expect((await catalog.ids({ sort })).slice(0, 4)).toEqual(['P1', 'P4', 'P2', 'P3']);
    await catalog.drop();
  });

  it('keep texts, once there are any, as texts beside the numbers of deltas', async () => {
    const sized = (width: number | string) => ({ attributes: { title: 'Lamp', brand: 'Elm', width } });
    const catalog = await SearchedCatalog.of(engine, { ...MANY, P1: sized('9') });
    expect(await catalog.apply({ P2: sized('XL') })).toMatchObject({ mode: 'delta', rebuiltFor: null });
    expect(await catalog.apply({ P3: sized(9.5) })).toMatchObject({ mode: 'delta', rebuiltFor: null });
    const sort = [{ field: 'width', direction: 'asc' as const }];
    expect((await catalog.ids({ sort })).slice(0, 3)).toEqual(['P1', 'P3', 'P2']);
    await catalog.drop();
  });

  it('give the least and the greatest as soon as deltas have brought more than twenty numbers', async () => {
    const numbered = (from: number, to: number) =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_, at) => [
          `P${from + at}`,
          { attributes: { title: 'Lamp', brand: 'Elm', stock: from + at } },
        ]),
      );
    const catalog = await SearchedCatalog.of(engine, { ...MANY, ...numbered(0, 19) });
    const facets = { fields: ['stock'], ranges: [], prefixes: {}, limit: 50 };
    const kind = async () => (await catalog.search({ facets })).facets[0]?.kind;
    expect(await catalog.apply(numbered(19, 20))).toMatchObject({ mode: 'delta' });
    expect(await kind()).toBe('number');
    expect(await catalog.apply({ ...numbered(5, 6), P20: numbered(4, 5).P4 })).toMatchObject({
      mode: 'delta',
    });
    expect(await kind()).toBe('number');
    expect(await catalog.apply(numbered(20, 22))).toMatchObject({ mode: 'delta' });
    expect(await kind()).toBe('number');
    await catalog.drop();
  });

  it('have the facets of the last full build, however often records with a text of their own are replaced', async () => {
    const own = (at: number, price: number) => ({
      attributes: { title: 'Lamp', brand: 'Elm', model: `M ${at}`, price },
    });
    const records = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`P${at}`, own(at, 1)]));
    const catalog = await SearchedCatalog.of(engine, records);
    const facets = { fields: 'auto' as const, ranges: [], prefixes: {}, limit: 50 };
    const fields = async () => (await catalog.search({ facets })).facets.map(({ field }) => field);
    const before = await fields();
    expect(before).not.toContain('model');
    for (let round = 2; round <= 13; round++)
      await catalog.apply(Object.fromEntries([0, 1, 2].map((at) => [`P${at}`, own(at, round)])));
    expect(await fields()).toEqual(before);
    await catalog.drop();
  });

  it('may be built and published again, and nothing else comes of it', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const unchanged = await catalog.build();
    expect(unchanged).toMatchObject({ mode: 'unchanged', ref: catalog.published.ref });
    await catalog.publish(unchanged);
    catalog.stored.apply({ P3: lamp('Oak chair') });
    await catalog.build();
    const built = await catalog.build();
    await catalog.publish(built);
    await catalog.publish(built);
    expect(await catalog.ids({ recall: keyword('chair') })).toEqual(['P3']);
    expect((await catalog.search()).total).toBe(30);
    await catalog.drop();
  });

  it('go on from what was published, not from what was built in between', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    catalog.stored.apply({ P3: lamp('Oak chair'), Q1: lamp('Pine chair') });
    await catalog.build();
    catalog.stored.apply({ P3: lamp('Oak table'), Q1: null });
    await catalog.publish(await catalog.build());
    expect(await catalog.ids({ recall: keyword('chair') })).toEqual([]);
    expect(await catalog.ids({ recall: keyword('table') })).toEqual(['P3']);
    expect((await catalog.search()).total).toBe(30);
    await catalog.drop();
  });

  it('stay as they are when a run is given up, or finds no records', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    catalog.stored.apply(Object.fromEntries(Object.keys(MANY).map((id) => [id, lamp('Oak chair')])));
    await expect(catalog.build(null, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortedError' });
    const run = { catalog: 'none', records: `${catalog.stored.file}.none`, settings: catalog.settings };
    await expect(
      engine.build({ ...run, from: null, signal: new AbortController().signal }),
    ).rejects.toThrow();
    expect(await catalog.ids({ recall: keyword('chair') })).toEqual([]);
    await catalog.publish(await catalog.build());
    expect((await catalog.search({ recall: keyword('chair') })).total).toBe(30);
    await catalog.drop();
  });

  it('are searched while they change: each answer is of one version, whole', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const seen = new Set<string>();
    let isDone = false;
    const searching = (async () => {
      while (!isDone) {
        const { hits, total } = await catalog.search({ recall: keyword('round'), fields: ['pid', 'title'] });
        const titles = new Set(hits.map(({ json }) => (JSON.parse(json) as { title: string }).title));
        if (total === 0) continue;
        expect([titles.size, total]).toEqual([1, 2]);
        seen.add([...titles].join());
      }
    })();
    for (let round = 1; round <= 12; round++) {
      await catalog.apply({ P1: lamp(`Round ${round}`), P2: lamp(`Round ${round}`) });
    }
    isDone = true;
    await searching;
    expect((await catalog.search({ recall: keyword('round 12') })).total).toBe(2);
    expect(seen.size).toBeGreaterThan(0);
    await catalog.drop();
  });

  it('show each record as they have it, in every process that has read the one before', async () => {
    const catalog = await SearchedCatalog.of(engine, { ...MANY, P3: priced(1) });
    const processes = [engine];
    // One more that only reads, of the same environment.
    if (name === 'opensearch') processes.push(open(path.join(folder, path.basename(folder))));
    const shown = (published = catalog.published) =>
      Promise.all(processes.map((one) => recordsOf(one, published)));
    const [first, text] = [catalog.published, (price: number) => JSON.stringify(priced(price))];
    for (const { P3 } of await shown()) expect(P3).toBe(text(1));
    await catalog.apply({ P3: priced(2), P4: priced(7) });
    for (const { P3, P4 } of await shown()) expect([P3, P4]).toEqual([text(2), text(7)]);
    // Whoever still asks for the version before gets its records.
    if (name === 'opensearch') expect((await shown(first))[1]?.P3).toBe(text(1));
    await catalog.apply({ P3: null });
    for (const records of await shown()) expect([records.P3, records.P4]).toEqual([undefined, text(7)]);
    await catalog.apply({ P3: priced(1) });
    for (const { P3 } of await shown()) expect(P3).toBe(text(1));
    await catalog.publish(await catalog.build(null));
    for (const { P3, P4 } of await shown()) expect([P3, P4]).toEqual([text(1), text(7)]);
    await catalog.drop();
    await processes[1]?.close();
  });

  it('show the records of data that were restored, not those that have been read since', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const first = catalog.published;
    await catalog.apply({ P3: priced(1) });
    await catalog.apply({ P4: priced(2) });
    expect(await recordsOf(engine, catalog.published)).toMatchObject({ P4: JSON.stringify(priced(2)) });
    // Its data are those of the first version, as a backup has them.
    const restored = new SearchedCatalog(engine, MANY);
    restored.stored.apply({ P5: priced(5), P6: priced(6) });
    await restored.publish(await restored.build(first));
    expect(await recordsOf(engine, restored.published)).toEqual({
      ...Object.fromEntries(Object.entries(MANY).map(([id, record]) => [id, JSON.stringify(record)])),
      P5: JSON.stringify(priced(5)),
      P6: JSON.stringify(priced(6)),
    });
    await catalog.drop();
  });

  it('can be copied: what becomes of one is nothing to the other', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const { published } = catalog;
    const copy = await engine.copy(published.ref);
    expect(copy).toMatchObject({ engine: published.ref.engine, format: published.ref.format, version: 1 });
    expect(copy.name).not.toBe(published.ref.name);
    expect(await engine.sizeBytes(copy)).toBeGreaterThan(0);
    await catalog.apply({ P3: lamp('Oak chair') });
    await catalog.drop();
    expect(await engine.has(published.ref)).toBe(false);
    const again = { ...published, catalog: `${published.catalog}-copy`, ref: copy };
    await engine.publish(again);
    expect((await engine.reader(again).search(query())).total).toBe(30);
    const chairs = await engine.reader(again).search(query({ recall: keyword('chair') }));
    expect(chairs.total).toBe(0);
    await engine.drop(copy);
    expect(await engine.has(copy)).toBe(false);
  });

  it('keep the digits of numbers', async () => {
    const record = '{"attributes":{"title":"Lamp","price":12.50,"weight":1e3,"gtin":12345678901234567890}}';
    const catalog = await SearchedCatalog.of(engine, { A: record });
    const { hits } = await catalog.search({ fields: ['pid', 'price', 'weight', 'gtin'] });
    expect(hits[0]?.json).toBe(
      '{"pid":"A","price":12.50,"weight":1e3,"gtin":12345678901234567890,"variants":[]}',
    );
    await catalog.drop();
  });
});

describe.each(ENGINES)('a start of the $name engine', ({ open }) => {
  const { folder, engine } = startEngine(open);

  it('keeps what is in use, as it was published, and drops the rest', async () => {
    const kept = await SearchedCatalog.of(engine, MANY);
    const lost = await new SearchedCatalog(engine, MANY).build();
    kept.stored.apply({ P3: lamp('Oak chair') });
    const unpublished = await kept.build();
    const other = open(folder);
    await other.start([kept.published.ref]);
    const reader = other.reader(kept.published);
    expect((await reader.search(query({ recall: keyword('lamp') }))).total).toBe(30);
    expect((await reader.search(query({ recall: keyword('chair') }))).total).toBe(0);
    await expect.poll(() => other.has(lost.ref)).toBe(false);
    await other.publish({ ...kept.published, ref: unpublished.ref, fields: unpublished.fields });
    expect((await reader.search(query({ recall: keyword('chair') }))).total).toBe(1);
    await other.close();
    await other.ended();
  });
});
