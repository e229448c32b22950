import { describe, expect, it } from 'vitest';
import {
  parseCatalogViews,
  readSuggestRequest,
} from '../../../../src/server/service/widgets/suggest-request.ts';
import { answerSuggest } from '../../../../src/server/service/widgets/suggest-service.ts';

describe('catalog_views', () => {
  it.each([
    ['lighting_en', [{ catalog: 'lighting_en', views: ['default'] }]],
    ['lighting_en:nl,de', [{ catalog: 'lighting_en', views: ['nl', 'de'] }]],
    [
      'lighting_en:nl|blog_en',
      [
        { catalog: 'lighting_en', views: ['nl'] },
        { catalog: 'blog_en', views: ['default'] },
      ],
    ],
    ['lighting_en:', [{ catalog: 'lighting_en', views: ['default'] }]],
  ])('%s is read', (text, catalogs) => {
    expect(parseCatalogViews(text)).toEqual(catalogs);
  });

  it.each(['|lighting_en', 'lighting_en|', ':nl'])('%s is refused', (text) => {
    expect(() => parseCatalogViews(text)).toThrow(
      'catalog_views expects catalog[:view1,view2][|catalog2[:view]]',
    );
  });
});

describe('an autosuggest request', () => {
  it.each([
    ['q=flo&catalog_views=c', 'request_type should be suggest'],
    ['request_type=suggest&catalog_views=c', 'q is required'],
    ['request_type=suggest&q=flo', 'catalog_views is required'],
    [`request_type=suggest&catalog_views=c&q=${'a'.repeat(301)}`, 'q is too long'],
  ])('%s is refused', (text, message) => {
    expect(() => readSuggestRequest(new URLSearchParams(text))).toThrow(message);
  });
});

describe('the answer of autosuggest', () => {
  const request = (text: string, catalog_views: string) =>
    readSuggestRequest(new URLSearchParams({ request_type: 'suggest', q: text, catalog_views }));

  /** An engine that remembers what it was asked. */
  function engine() {
    const asked: unknown[] = [];
    return {
      asked,
      suggest: async (
        catalog: string,
        { attributes, viewId }: { attributes: number; viewId: string | null },
      ) => {
        asked.push({ catalog, attributes, viewId });
        return {
          queries: [{ query: 'floor lamp', displayText: 'floor lamp' }],
          products: [
            { id: 'L-9', json: '{"pid":"L-9","sale_price":99.50,"price":120.0}' },
            { id: 'L-4', json: '{"pid":"L-4","price":80.0}' },
          ],
          attributes: [{ name: 'brand', value: 'Oakley' }],
        };
      },
    };
  }

  it('holds queries, products and attributes by group', async () => {
    const published = [{ catalog: 'lighting_en', family: 'products' }] as const;
    expect(await answerSuggest(request('flo', 'lighting_en'), published, engine())).toBe(
      '{"queryContext":{"originalQuery":"flo"},"suggestionGroups":[{"catalogName":"lighting_en","view":"default",' +
        '"querySuggestions":[{"query":"floor lamp","displayText":"floor lamp"}],' +
        '"searchSuggestions":[{"pid":"L-9","sale_price":99.50},{"pid":"L-4","sale_price":80.0}],' +
        '"attributeSuggestions":[{"name":"brand","value":"Oakley","attributeType":"text"}]}]}',
    );
  });

  it('asks for attributes of the first two catalogs and the first view of each', async () => {
    const fake = engine();
    const published = ['a', 'b', 'c'].map((catalog) => ({ catalog, family: 'products' as const }));
    await answerSuggest(request('flo', 'a:nl,de|b|c'), published, fake);
    expect(fake.asked).toEqual([
      { catalog: 'a', attributes: 8, viewId: 'nl' },
      { catalog: 'a', attributes: 0, viewId: 'de' },
      { catalog: 'b', attributes: 8, viewId: null },
      { catalog: 'c', attributes: 0, viewId: null },
    ]);
  });

  it('suggests nothing while nothing is typed', async () => {
    const fake = engine();
    const body = await answerSuggest(request(' ', 'a'), [{ catalog: 'a', family: 'products' }], fake);
    expect(fake.asked).toEqual([]);
    expect(JSON.parse(body).suggestionGroups).toEqual([
      {
        catalogName: 'a',
        view: 'default',
        querySuggestions: [],
        searchSuggestions: [],
        attributeSuggestions: [],
      },
    ]);
  });
});
