import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { catalog, queries, scoreOf } from '../explained-ranking.ts';
import { raise } from '../raise.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';

/** Of every hit: its place, its score as the sum of its parts, and a word's part as the product of its factors. */
async function checkHits(searched: SearchedCatalog, changes: Partial<SearchQuery>): Promise<number> {
  const { hits, total } = await searched.found.search(query(changes));
  const ids = hits.map(({ id }) => id);
  const asked = { ids, query: query(changes), counterfactuals: false };
  for (const [at, explained] of (await searched.found.explain(asked)).entries()) {
    const { product } = explained;
    expect(explained.total).toBe(total);
    expect(product).toMatchObject({ visibility: 'shown', recalled: true });
    expect(product?.filters.every(({ passes }) => passes)).toBe(true);
    const ranking = product?.ranking;
    expect(ranking).toMatchObject({ rank: at + 1, total, shown: true, score: hits[at]?.score });
    const parts = ranking?.parts ?? [];
    const score = hits[at]?.score ?? Number.NaN;
    expect(Math.abs(scoreOf(parts) - score), JSON.stringify(parts)).toBeLessThan(1e-6 * Math.max(1, score));
    for (const { factors, value } of parts) {
      const made = factors?.reduce((result, factor) => result * factor.value, 1) ?? value;
      expect(Math.abs(made - value)).toBeLessThan(1e-4 * Math.max(1, value));
    }
    expect(ranking?.above?.id ?? null).toBe(hits[at - 1]?.id ?? null);
  }
  return hits.length;
}

describe.each(ENGINES)('an explanation by the $name engine', ({ open }) => {
  const { engine } = startEngine(open);
  const opened = SearchedCatalog.of.bind(SearchedCatalog, engine, catalog);
  const explainOne = async (id: string, changes: Partial<SearchQuery>) => {
    const asked = { ids: [id], query: query(changes), counterfactuals: true };
    return (await (await opened()).found.explain(asked))[0]?.product;
  };

  it('of every hit has its place, and parts that make up its score', async () => {
    const searched = await opened();
    const boosts = [raise('brand', 'Barnes', 0.7), raise('category', '100', 0.3)];
    let hits = 0;
    for (const text of queries) hits += await checkHits(searched, { recall: keyword(text) });
    for (const text of ['oak floor lamp', 'lamp', 'L-4'])
      hits += await checkHits(searched, { recall: keyword(text), boosts });
    hits += await checkHits(searched, {
      recall: keyword('lamp'),
      sort: [{ field: 'price', direction: 'desc' }],
    });
    hits += await checkHits(searched, { recall: { kind: 'category', id: '100' }, boosts });
    expect(hits).toBeGreaterThan(60);
  });

  it('of a hit names the part of each word, the title’s and the boost’s, as every engine does', async () => {
    const changes = {
      recall: keyword('oak floor lamp'),
      boosts: [raise('brand', 'Oakley', 0.5)],
    };
    const [first] = await (await opened()).ids(changes);
    const product = await explainOne(first ?? '', changes);
    const names = product?.ranking?.parts.map(({ part, word, effect }) => [part, word, effect]);
    expect(names).toContainEqual(['word', 'floor', 'add']);
    expect(names).toContainEqual(['word', 'lamp', 'add']);
    expect(names).toContainEqual(['title', undefined, 'add']);
    expect(product?.words.map(({ words }) => words)).toEqual([['oak'], ['floor'], ['lamp']]);
    expect(product?.words[2]?.held).toMatchObject({ words: ['lamp'], by: 'word' });
    expect(product?.words[2]?.held?.fields).toContain('title');
  });

  it('of what a filter keeps out tells which one, and the place without it', async () => {
    const searched = await opened();
    const without = await searched.ids({ recall: keyword('lamp') });
    const facetFilters = [{ field: 'brand', anyOf: [{ kind: 'value' as const, value: 'none of them' }] }];
    const product = await explainOne(without[1] ?? '', { recall: keyword('lamp'), facetFilters });
    expect(product).toMatchObject({
      visibility: 'shown',
      ranking: null,
      filters: [{ kind: 'facet', at: 0, passes: false, together: false }],
    });
    expect(product?.counterfactuals).toMatchObject([
      { change: { kind: 'without_filter', filter: { kind: 'facet', at: 0 } }, ranking: { rank: 2 } },
    ]);
  });

  it('of what is sold out, and of what is not there', async () => {
    const product = await explainOne('X-1', { recall: keyword('sold out') });
    expect(product).toMatchObject({ visibility: 'unavailable', hiddenByView: false, recalled: null });
    expect(product?.counterfactuals).toMatchObject([{ change: { kind: 'visible' }, ranking: { rank: 1 } }]);
    expect(await explainOne('unknown', { recall: keyword('lamp') })).toBeNull();
  });

  it('of a missing word tells what a synonym would find', async () => {
    const recall = { ...keyword('settee'), tolerant: false, spelling: 'off' } as const;
    const product = await explainOne('S-1', { recall });
    expect(product).toMatchObject({ recalled: false, words: [{ words: ['settee'], held: null }] });
    const synonym = product?.counterfactuals.find(({ change }) => change.kind === 'synonym');
    expect(synonym).toMatchObject({ change: { words: ['settee'] }, ranking: { rank: expect.any(Number) } });
  });
});
