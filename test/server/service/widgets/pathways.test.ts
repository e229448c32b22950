import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../../src/engine/query/model.ts';
import {
  readPathwaysRequest,
  type WidgetType,
} from '../../../../src/server/service/widgets/pathways-request.ts';
import {
  answerPathways,
  findWidget,
  formatPathwaysFacets,
} from '../../../../src/server/service/widgets/pathways-service.ts';
import { context, found } from '../search-fixtures.ts';

const read = (type: WidgetType, text: string) =>
  readPathwaysRequest(type, new URLSearchParams(text), context());

describe('a recommendation widget', () => {
  it('has defaults in place of the dashboard', () => {
    expect(read('global', '').query).toMatchObject({
      recall: { kind: 'all' },
      fields: ['pid', 'title', 'url', 'price', 'sale_price', 'thumb_image'],
      rows: 10,
      start: 0,
      facets: null,
      sort: [
        { field: 'best_seller', direction: 'desc' },
        { field: 'reviews', direction: 'desc' },
      ],
    });
  });

  it.each([
    ['item', 'item_ids=L-9,L-4', { kind: 'similar', ids: ['L-9', 'L-4'] }],
    ['category', 'cat_id=110', { kind: 'category', id: '110' }],
    ['keyword', 'query=oak+lamp', { kind: 'keyword', text: 'oak lamp' }],
    ['keyword', 'query=*', { kind: 'all' }],
    ['personalized', 'user_id=u1', { kind: 'all' }],
    ['personalized', '_br_uid_2=uid%3D1', { kind: 'all' }],
    ['personalized', 'user_id=u1&query=lamp', { kind: 'keyword', text: 'lamp' }],
  ] as const)('of type %s with %s recalls its products', (type, text, recall) => {
    expect(read(type, text).query.recall).toMatchObject(recall);
  });

  it('reads filters, facets and paging', () => {
    const { query } = read(
      'global',
      'filter=(price:["100" TO "*"])&filter=-(color_groups:("blue"))&filter_facet=color:"red" OR "purple"' +
        '&facet=true&facet.prefix=brand:Oa&rows=200&start=10000&fields=pid,title&view_id=nl&sort=price asc',
    );
    expect(query).toMatchObject({ rows: 200, start: 10000, fields: ['pid', 'title'], viewId: 'nl' });
    expect(query.filters).toHaveLength(2);
    expect(query.facetFilters).toMatchObject([
      { field: 'color', anyOf: [{ value: 'red' }, { value: 'purple' }] },
    ]);
    expect(query.facets).toMatchObject({ fields: 'auto', prefixes: { brand: 'Oa' } });
    expect(query.sort).toEqual([{ field: 'price', direction: 'asc' }]);
  });

  it.each([
    ['item', '', 'item_ids is required'],
    ['category', '', 'cat_id is required'],
    ['category', 'cat_id=caf%C3%A9', 'category identifiers must not contain accented characters'],
    ['keyword', '', 'query is required'],
    ['personalized', 'query=lamp', 'user_id is required'],
    [
      'global',
      'rows=201',
      'Pagination limit exceeded: requested start 0, rows 201. Max start 10000, rows 200',
    ],
    ['global', 'filter=-(price:[0 TO 5])', 'a negative range of price is not supported'],
    ['global', 'filter=brand', 'Error parsing filter=brand: Expected a colon after "brand" at character 6'],
    ['global', 'filter_facet=a:"', 'Error parsing filter_facet=a:"'],
    ['global', 'facet=maybe', 'facet should be true or false, instead got maybe'],
    ['global', 'facet=true&facet.prefix=brand', 'facet.prefix expects <facet>:<prefix>'],
    ['global', 'segment=', 'Error parsing segment='],
    ['global', 'content_injection=true', 'content_injection=true is not emulated'],
  ] as const)('of type %s refuses %s', (type, text, message) => {
    expect(() => read(type, text)).toThrow(message);
  });

  it('shows products like the given ones, where the catalog has none of the context, and neither of both', async () => {
    const queries: SearchQuery[] = [];
    const engine = {
      search: async (_catalog: string, query: SearchQuery) => {
        queries.push(query);
        return found({ total: 1, hits: [{ id: 'L-1', json: '{"pid":"L-1","price":80.0}', score: 1 }] });
      },
      productsById: async (_catalog: string, ids: readonly string[]) =>
        ids.includes('L-9')
          ? [{ id: 'L-9', title: 'Oakley lamp', url: '', brand: '', categoryIds: ['110'] }]
          : [],
    };
    const widget = { id: 'w1', name: 'Similar lamps', description: '', type: 'item' };
    const call = { type: 'item', widget, catalog: 'lighting_en', rid: '3d0c1f' } as const;
    const parameters = new URLSearchParams('item_ids=L-9&context_pids=L-4');
    const { body } = await answerPathways(call, parameters, engine, context());
    expect(queries[0]?.recall).toEqual({
      kind: 'similar',
      ids: ['L-9'],
      text: 'Oakley lamp',
      categoryIds: ['110'],
    });
    const operands = ['L-9', 'L-4'].map((value) => ({ field: 'pid', test: { value } }));
    expect(queries[0]?.filters).toMatchObject([{ kind: 'not', operand: { kind: 'or', operands } }]);
    expect(body).toBe(
      '{"response":{"numFound":1,"start":0,"docs":[{"pid":"L-1","price":80.0}]},' +
        '"metadata":{"widget":{"id":"w1","name":"Similar lamps","description":"","type":"mlt","rid":"3d0c1f"},' +
        '"query":{"did_you_mean":[],"modification":{"mode":"","value":""}},' +
        '"response":{"personalized_results":false,"fallback":"","recall":"pure"}}}',
    );
  });
});

describe('a widget id', () => {
  const listed = [{ id: 'w1', name: 'Similar lamps', description: '', type: 'item' }];

  it('is any unless the settings list them', () => {
    expect(findWidget('item', 'anything', null)).toMatchObject({ id: 'anything' });
    expect(findWidget('item', 'w1', listed)).toMatchObject({ name: 'Similar lamps' });
  });

  it.each([
    ['item', 'w2'],
    ['global', 'w1'],
  ] as const)('%s/%s that is not listed is unknown', (type, id) => {
    expect(() => findWidget(type, id, listed)).toThrow(expect.objectContaining({ code: 'unknown_widget' }));
  });
});

describe('the facets of a widget', () => {
  it('nest categories and name fields by key', () => {
    const facets = formatPathwaysFacets([
      {
        kind: 'category',
        field: 'category',
        values: [
          { id: '100', name: 'Lighting', parent: '', crumb: '/100', treePath: '', count: 2 },
          { id: '110', name: 'Floor', parent: '100', crumb: '/100/110', treePath: '', count: 1 },
          { id: '900', name: 'New', parent: '', crumb: '/900', treePath: '', count: 1 },
        ],
      },
      { kind: 'text', field: 'brand', values: [{ name: 'Oakley', count: 2 }] },
      { kind: 'number_range', field: 'price', values: [{ start: 50, end: 150, count: 2 }] },
      { kind: 'number_stats', field: 'weight', min: 0.5, max: 12 },
    ]);
    expect(facets).toEqual({
      category: [
        {
          count: 2,
          cat_id: '100',
          cat_name: 'Lighting',
          children: [{ count: 1, cat_id: '110', cat_name: 'Floor', children: null }],
        },
        { count: 1, cat_id: '900', cat_name: 'New', children: null },
      ],
      fields: [
        { key: 'brand', type: 'text', value: [{ name: 'Oakley', count: 2 }] },
        { key: 'price', type: 'number_range', value: [{ start: 50, end: 150, count: 2 }] },
        { key: 'weight', type: 'number_stats', value: [{ start: 0.5, end: 12 }] },
      ],
      ranges: [{ key: 'price', value: [{ count: 2, start: 50, end: 150 }] }],
    });
  });
});
