import { describe, expect, it } from 'vitest';
import type { FacetResult, SearchResult } from '../../../../src/engine/query/model.ts';
import { answerSearch } from '../../../../src/server/service/search/search-service.ts';
import { context, found, keywordSearch, readerOf } from '../search-fixtures.ts';

async function body(result: Partial<SearchResult>, more = '', settings = {}): Promise<string> {
  const reader = readerOf(found(result));
  const answer = await answerSearch(keywordSearch(more), 'products', reader, context(settings));
  return answer.body.toString();
}

const FACETS: FacetResult[] = [
  {
    kind: 'category',
    field: 'category',
    values: [
      { id: '100', name: 'Lighting', parent: '', crumb: '/100', treePath: '/100,Lighting', count: 7 },
      {
        id: '110',
        name: 'Floor',
        parent: '100',
        crumb: '/100/110',
        treePath: '/100,Lighting/110,Floor',
        count: 4,
      },
    ],
  },
  { kind: 'text', field: 'brand', values: [{ name: 'Oakley', count: 4 }] },
  { kind: 'text', field: 'sizes', values: [] },
  {
    kind: 'number',
    field: 'reviews',
    values: [
      { name: '4.5', count: 2 },
      { name: '5', count: 1 },
    ],
  },
  {
    kind: 'number_range',
    field: 'price',
    values: [
      { start: 0, end: 100, count: 3 },
      { start: 100, end: '*', count: 4 },
    ],
  },
  { kind: 'number_stats', field: 'sale_price', min: 19.5, max: 399 },
];

describe('the body of a search answer', () => {
  it('holds documents as the engine wrote them, digits and all', async () => {
    const hits = [{ id: 'L-9', json: '{"pid":"L-9","price":120.00,"sizes":[]}', score: 2.5 }];
    const text = await body({
      total: 1,
      hits,
      maxScore: 2.5,
      terms: ['lamp'],
      categoryMap: { 100: 'Lighting' },
    });
    expect(text).toBe(
      '{"response":{"numFound":1,"start":0,"docs":[{"pid":"L-9","price":120.00,"sizes":[]}]},' +
        '"facet_counts":{"facets":[],"facet_queries":{}},"category_map":{"100":"Lighting"},"did_you_mean":[],' +
        '"metadata":{"query":{"query_tags":{"untagged_tokens":["lamp"]},' +
        '"precision":{"configured":{"value":"text_match_precision"},"applied":{"value":"text_match_precision"}},' +
        '"modification":{"mode":"","value":""},"didYouMean":[]}}}',
    );
  });

  it('tells scores where fl asks for them', async () => {
    const result = found({
      total: 1,
      hits: [{ id: 'L-9', json: '{"pid":"L-9"}', score: 2.5 }],
      maxScore: 2.5,
    });
    const parameters = new URLSearchParams('search_type=keyword&q=lamp&fl=pid,score');
    const answer = await answerSearch(parameters, 'products', readerOf(result), context());
    expect(JSON.parse(answer.body.toString()).response).toEqual({
      numFound: 1,
      start: 0,
      maxScore: 2.5,
      docs: [{ pid: 'L-9', score: 2.5 }],
    });
  });

  it('tells no highest score under a sort, of which there is none', async () => {
    const hits = [{ id: 'L-9', json: '{"pid":"L-9"}', score: 2.5 }];
    const parameters = new URLSearchParams('search_type=keyword&q=lamp&fl=pid,score&sort=price+asc');
    const reader = readerOf(found({ total: 1, hits, maxScore: null }));
    const answer = await answerSearch(parameters, 'products', reader, context());
    const { response } = JSON.parse(answer.body.toString());
    expect(response).toEqual({ numFound: 1, start: 0, docs: [{ pid: 'L-9', score: 2.5 }] });
  });

  it('has every member a storefront reads when nothing was found', async () => {
    const answer = JSON.parse(await body({ didYouMean: ['lamb'] }, 'start=40'));
    expect(answer).toMatchObject({
      response: { numFound: 0, start: 40, docs: [] },
      facet_counts: { facets: [], facet_queries: {} },
      did_you_mean: ['lamb'],
    });
    expect(answer).not.toHaveProperty('autoCorrectQuery');
    expect(answer).not.toHaveProperty('keywordRedirect');
    expect(answer).not.toHaveProperty('stats');
  });

  it('writes facets in the newer shape', async () => {
    expect(JSON.parse(await body({ facets: FACETS }, 'facet.version=3.0')).facet_counts).toEqual({
      facets: [
        {
          name: 'category',
          type: 'text',
          value: [
            {
              count: 7,
              crumb: '/100',
              cat_name: 'Lighting',
              parent: '',
              cat_id: '100',
              tree_path: '/100,Lighting',
            },
            {
              count: 4,
              crumb: '/100/110',
              cat_name: 'Floor',
              parent: '100',
              cat_id: '110',
              tree_path: '/100,Lighting/110,Floor',
            },
          ],
        },
        { name: 'brand', type: 'text', value: [{ count: 4, name: 'Oakley' }] },
        { name: 'sizes', type: 'text', value: [] },
        {
          name: 'reviews',
          type: 'number',
          value: [
            { count: 2, name: '4.5' },
            { count: 1, name: '5.0' },
          ],
        },
        {
          name: 'price',
          type: 'number_range',
          value: [
            { count: 3, start: 0, end: 100 },
            { count: 4, start: 100, end: '*' },
          ],
        },
        { name: 'sale_price', type: 'number_stats', value: { start: 19.5, end: 399 } },
      ],
      facet_queries: {},
    });
  });

  it('writes facets in the older shape', async () => {
    expect(JSON.parse(await body({ facets: FACETS }, 'facet.version=1.0')).facet_counts).toEqual({
      facet_fields: {
        category: [
          {
            count: 7,
            crumb: '/100',
            cat_name: 'Lighting',
            parent: '',
            cat_id: '100',
            tree_path: '/100,Lighting',
          },
          {
            count: 4,
            crumb: '/100/110',
            cat_name: 'Floor',
            parent: '100',
            cat_id: '110',
            tree_path: '/100,Lighting/110,Floor',
          },
        ],
        brand: [{ count: 4, name: 'Oakley' }],
        sizes: [],
        reviews: [
          { count: 2, name: '4.5' },
          { count: 1, name: '5.0' },
        ],
      },
      facet_ranges: {
        price: [
          { count: 3, start: 0, end: 100 },
          { count: 4, start: 100, end: '*' },
        ],
      },
      facet_queries: {},
    });
  });

  it('tells the query that was searched instead', async () => {
    const answer = JSON.parse(await body({ correctedQuery: 'lamp', didYouMean: ['lamb'] }));
    expect(answer).toMatchObject({ autoCorrectQuery: 'lamp', did_you_mean: ['lamb'] });
    expect(answer.metadata.query).toMatchObject({
      modification: { mode: 'autoCorrectQuery', value: 'lamp' },
    });
  });

  it('holds smallest and largest values of the asked fields', async () => {
    const stats = { price: { min: 19.5, max: 399, mean: 50, count: 3 }, rating: null };
    expect(JSON.parse(await body({ stats }, 'stats.field=price,rating')).stats).toEqual({
      stats_fields: { price: { min: 19.5, max: 399 }, rating: null },
    });
  });

  it('holds groups instead of documents', async () => {
    const groups = [
      { value: 'oak', total: 5, hits: [{ id: 'L-9', json: '{"pid":"L-9"}', score: 1 }] },
      { value: 'Null_Group', total: 2, hits: [{ id: 'L-1', json: '{"pid":"L-1"}', score: 1 }] },
    ];
    const answer = JSON.parse(await body({ total: 7, groups, groupCount: 9 }, 'groupby=material'));
    expect(answer).not.toHaveProperty('response');
    expect(answer.group_response).toEqual({
      material: {
        matches: 7,
        numGroups: 9,
        groups: [
          { groupValue: 'oak', doclist: { numFound: 5, start: 0, docs: [{ pid: 'L-9' }] } },
          { groupValue: 'Null_Group', doclist: { numFound: 2, start: 0, docs: [{ pid: 'L-1' }] } },
        ],
      },
    });
  });

  it('sends a configured query on, under names with spaces', async () => {
    const settings = { answers: { redirects: { Lamp: 'https://shop.example/lamps' } } };
    expect(JSON.parse(await body({}, '', settings)).keywordRedirect).toEqual({
      'original query': 'lamp',
      'redirected query': 'lamp',
      'redirected url': 'https://shop.example/lamps',
    });
  });

  it('is wrapped in the function of a JSONP call', async () => {
    const reader = readerOf(found());
    const answer = await answerSearch(keywordSearch('callback=show'), 'products', reader, context());
    expect(answer.contentType).toBe('application/javascript');
    expect(answer.body.toString()).toMatch(/^show\(\{.*\}\);$/);
  });

  it('comes from a content request where the catalog holds content', async () => {
    const asked: unknown[] = [];
    const search = async (query: unknown) => {
      asked.push(query);
      return found();
    };
    const parameters = new URLSearchParams('search_type=keyword&q=care&catalog_name=blog_en');
    await answerSearch(parameters, 'items', { ...readerOf(found()), search }, context());
    expect(asked).toMatchObject([{ rows: 10 }]);
  });
});
