import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../../src/engine/explain/explanation.ts';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { arbitraryCatalog, arbitraryFieldTest } from '../conformance/arbitrary-catalog.ts';
import { catalog, queries, scoreOf } from '../explained-ranking.ts';
import { raise } from '../raise.ts';
import { keyword, query } from './array-source.ts';
import { type OpenCatalog, openCatalog } from './open-catalog.ts';

function explain(
  { reader }: OpenCatalog,
  ids: string[],
  changes: Partial<SearchQuery>,
): Promise<Explanation[]> {
  return reader.explain({ ids, query: query(changes), counterfactuals: true });
}

async function explainOne(opened: OpenCatalog, id: string, changes: Partial<SearchQuery>) {
  const product = (await explain(opened, [id], changes))[0]?.product;
  if (product == null) throw new Error(`${id} is not in the index`);
  return product;
}

/** Of every hit: its place, its score as the sum of its parts, and a word's part as the product of its factors. */
async function checkHits(opened: OpenCatalog, changes: Partial<SearchQuery>): Promise<number> {
  const found = opened.search(changes);
  const ids = found.hits.map(({ id }) => id);
  const explained = await opened.reader.explain({ ids, query: query(changes), counterfactuals: false });
  for (const [at, { product, total }] of explained.entries()) {
    const ranking = product?.ranking;
    expect(total).toBe(found.total);
    expect(product?.visibility).toBe('shown');
    expect(product?.recalled).toBe(true);
    expect(product?.filters.every(({ passes }) => passes)).toBe(true);
    expect(ranking).toMatchObject({ rank: at + 1, shown: true, score: found.hits[at]?.score });
    expect(scoreOf(ranking?.parts ?? [])).toBeCloseTo(found.hits[at]?.score ?? Number.NaN, 6);
    for (const { factors, value } of ranking?.parts ?? []) {
      const product = factors?.reduce((result, factor) => result * factor.value, 1) ?? value;
      expect(Math.abs(product - value)).toBeLessThan(1e-5 * Math.max(1, value));
    }
    expect(ranking?.above?.id ?? null).toBe(found.hits[at - 1]?.id ?? null);
  }
  return found.hits.length;
}

describe('an explanation', () => {
  it('of every hit has its place, and parts that make up its score', async () => {
    const opened = openCatalog(catalog);
    let hits = 0;
    for (const text of queries) hits += await checkHits(opened, { recall: keyword(text) });
    for (const text of queries) {
      hits += await checkHits(opened, {
        recall: keyword(text),
        boosts: [raise('brand', 'Barnes', 0.7), raise('category', '100', -0.3)],
      });
      hits += await checkHits(opened, {
        recall: keyword(text),
        sort: [{ field: 'price', direction: 'desc' }],
      });
    }
    expect(hits).toBeGreaterThan(150);
  });

  it('of every hit holds for random catalogs, filters and views', async () => {
    const asked = fc.record({
      text: fc.constantFrom(
        'lamp',
        'oak floor lamp',
        'table lamp',
        'floor chair lamp',
        'lmap',
        'P3',
        'birch',
      ),
      boost: fc.double({ min: -0.9, max: 3, noNaN: true }),
      test: arbitraryFieldTest,
      viewId: fc.constantFrom(null, 'nl', 'be'),
    });
    await fc.assert(
      fc.asyncProperty(arbitraryCatalog, asked, async (records, { text, boost, test, viewId }) => {
        const opened = openCatalog(records);
        await checkHits(opened, { recall: keyword(text), viewId });
        await checkHits(opened, { viewId, boosts: [raise('brand', 'Oakley', boost)] });
        await checkHits(opened, {
          recall: keyword(text),
          facetFilters: [{ field: test.field, anyOf: [test.test] }],
          boosts: [raise('tags', 'new', boost)],
        });
        opened.close();
      }),
      { numRuns: 25 },
    );
  });

  it('of what is no hit agrees with the search: with a filter dropped', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCatalog, arbitraryFieldTest, async (records, { field, test }) => {
        const changes = { recall: keyword('oak lamp'), facetFilters: [{ field, anyOf: [test] }] };
        const opened = openCatalog(records);
        const ids = Object.keys(records);
        const without = opened.ids({ recall: changes.recall });
        for (const { id, product } of await explain(opened, ids, changes)) {
          for (const { change, ranking } of product?.counterfactuals ?? []) {
            if (change.kind !== 'without_filter') continue;
            expect(ranking?.rank ?? 0, id).toBe(without.indexOf(id) + 1);
          }
        }
        opened.close();
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['L-4', 'brass floor lamp', 'word_in_title'],
    ['S-1', 'velvet couch', 'word_in_title'],
    ['L-1', 'steel chandelier', 'word_in_title'],
  ])('of %s for "%s" with a word in the title is that of a catalog that has it', async (id, text, kind) => {
    const changes = { recall: { ...keyword(text), tolerant: false, spelling: 'off' } as const };
    const { counterfactuals } = await explainOne(openCatalog(catalog), id, changes);
    const found = counterfactuals.find(({ change }) => change.kind === kind);
    if (found?.change.kind !== 'word_in_title') throw new Error('no such counterfactual');
    const missing = found.change.words;
    const head = text.split(' ').at(-1) ?? '';
    const record = catalog[id] as { attributes: { title: string } };
    const title = [
      ...missing.filter((word) => word !== head),
      record.attributes.title,
      ...missing.filter((word) => word === head),
    ].join(' ');
    const altered = { ...catalog, [id]: { ...record, attributes: { ...record.attributes, title } } };
    const real = openCatalog(altered).search(changes);
    const at = real.hits.findIndex((hit) => hit.id === id);
    expect(found.ranking).toMatchObject({ rank: at + 1, total: real.total });
    // The mean length of titles is another by so many words.
    const score = real.hits[at]?.score ?? Number.NaN;
    expect(Math.abs((found.ranking?.score ?? 0) - score)).toBeLessThan(0.05 * score);
  });

  it('of a word that is missing tells what a synonym would find', async () => {
    const opened = openCatalog(catalog);
    const changes = { recall: { ...keyword('settee'), tolerant: false, spelling: 'off' } as const };
    const { counterfactuals, words, recalled } = await explainOne(opened, 'S-1', changes);
    expect([recalled, words]).toEqual([false, [{ words: ['settee'], held: null }]]);
    const synonym = counterfactuals.find(({ change }) => change.kind === 'synonym');
    const real = openCatalog(catalog, { synonyms: [['settee', 'sofa']] }).ids(changes);
    expect(synonym?.change).toMatchObject({ words: ['settee'], of: 'sofa' });
    expect(synonym?.ranking?.rank).toBe(real.indexOf('S-1') + 1);
  });

  it('tells an unavailable product from one that a view hides, and where both would be', async () => {
    const opened = openCatalog({
      A: { attributes: { title: 'Oak lamp', availability: false } },
      B: { attributes: { title: 'Oak lamp' }, views: { nl: { attributes: { availability: false } } } },
      C: { attributes: { title: 'Oak lamp' } },
    });
    const seen = async (id: string, viewId: string | null) => {
      const product = await explainOne(opened, id, { recall: keyword('oak'), viewId });
      const visible = product.counterfactuals.find(({ change }) => change.kind === 'visible');
      return [product.visibility, product.hiddenByView, product.recalled, visible?.ranking?.total];
    };
    expect(await seen('A', null)).toEqual(['unavailable', false, null, 3]);
    expect(await seen('B', 'nl')).toEqual(['unavailable', true, null, 2]);
    expect(await seen('B', null)).toEqual(['shown', false, true, undefined]);
    expect(await seen('C', 'nl')).toEqual(['shown', false, true, undefined]);
  });

  it('names the filter, also where variants pass each filter but none passes all', async () => {
    const variants = {
      a: { attributes: { color: 'red', size: 'S' } },
      b: { attributes: { color: 'blue', size: 'M' } },
    };
    const opened = openCatalog({ A: { attributes: { title: 'Lamp', price: 699 }, variants } });
    const facetFilters = [
      { field: 'sku_color', anyOf: [{ kind: 'value', value: 'red' }] },
      { field: 'sku_size', anyOf: [{ kind: 'value', value: 'M' }] },
    ] as const;
    const filters = [
      { kind: 'test', field: 'price', test: { kind: 'range', range: { min: 0, max: 500 } } },
    ] as const;
    const product = await explainOne(opened, 'A', { recall: keyword('lamp'), facetFilters, filters });
    expect(product.filters).toEqual([
      { kind: 'facet', at: 0, passes: false, together: true },
      { kind: 'facet', at: 1, passes: false, together: true },
      { kind: 'boolean', at: 0, passes: false, together: false },
    ]);
    const all = product.counterfactuals.find(({ change }) => change.kind === 'without_filters');
    expect(all?.ranking).toMatchObject({ rank: 1, total: 1, shown: true });
  });

  it('of an id that the index does not have is empty', async () => {
    const [found] = await explain(openCatalog(catalog), ['nobody'], { recall: keyword('lamp') });
    expect(found).toMatchObject({ id: 'nobody', product: null });
  });
});
