import { describe, expect, it } from 'vitest';
import { readSearchRequest } from '../../../../src/server/service/search/search-request.ts';
import { context, keywordSearch } from '../search-fixtures.ts';

const read = (more = '', settings = {}) => readSearchRequest(keywordSearch(more), context(settings));
const query = (more = '', settings = {}) => read(more, settings).query;

describe('a keyword search', () => {
  it('has the documented defaults', () => {
    expect(query()).toEqual({
      recall: { kind: 'keyword', text: 'lamp', tolerant: true, spelling: 'term_frequency' },
      fields: ['pid', 'title'],
      start: 0,
      rows: 20,
      facetFilters: [],
      filters: [],
      geo: null,
      sort: [],
      stats: [],
      facets: { fields: 'auto', ranges: [], stats: [], prefixes: {}, limit: 500 },
      group: null,
      viewId: null,
      boosts: [],
      includeUnavailable: false,
    });
  });

  it('takes everything for a star', () => {
    const parameters = new URLSearchParams('search_type=keyword&q=*&fl=pid');
    expect(readSearchRequest(parameters, context()).query.recall).toEqual({ kind: 'all' });
  });

  it('joins several filters and reads plus signs and %20 as spaces', () => {
    const { facetFilters, filters } = query(
      'fq=color:"dark+oak"&fq=brand:%22Birch%20%26%20Co%22&efq=-pid:(L-9)&efq=',
    );
    expect(facetFilters.map(({ field }) => field)).toEqual(['color', 'brand']);
    expect(facetFilters[0]?.anyOf).toEqual([{ kind: 'value', value: 'dark oak' }]);
    expect(facetFilters[1]?.anyOf).toEqual([{ kind: 'value', value: 'Birch & Co' }]);
    expect(filters).toHaveLength(1);
  });

  it('passes on switches of the query', () => {
    const { recall } = query('query.relaxation=off&query.spellcorrect=closest_match');
    expect(recall).toMatchObject({ tolerant: false, spelling: 'closest_match' });
  });

  it('reads facet ranges, prefixes and stats from lists and repeats', () => {
    const { facets, stats } = query(
      'facet.range=price,sale_price&f.brand.facet.prefix=Oa&stats.field=price,sale_price&stats.field=reviews',
    );
    expect(facets).toMatchObject({ ranges: ['price', 'sale_price'], prefixes: { brand: 'Oa' } });
    expect(stats).toEqual(['price', 'sale_price', 'reviews']);
  });

  it('keeps score out of the attributes and asks for it apart', () => {
    const request = read('fl=pid,score');
    expect(
      readSearchRequest(new URLSearchParams('search_type=keyword&q=a&fl=pid,score'), context()),
    ).toMatchObject({
      withScores: true,
      query: { fields: ['pid'] },
    });
    expect(request.query.fields).toEqual(['pid', 'title']);
  });

  it('looks up what a segment raises', () => {
    const boost = { field: 'brand', value: 'Oakley', weight: 2 };
    const search = { segmentBoosts: { 'customer_tier:gold': [boost] } };
    const raised = {
      by: { kind: 'test', field: 'brand', test: { kind: 'value', value: 'Oakley' } },
      weight: 2,
    };
    expect(query('segment=customer_tier%3Agold', { search }).boosts).toEqual([raised]);
    expect(query('segment=customer_tier:silver,gold', { search }).boosts).toEqual([raised]);
    expect(query('segment=customer_tier:bronze', { search }).boosts).toEqual([]);
    expect(query('segment=constructor:x', { search }).boosts).toEqual([]);
  });
});

describe('store pickup', () => {
  it('takes the place from ll and the smallest distance from fq', () => {
    const { geo, facetFilters } = query('ll=52.37,4.9&fq=store_lat_lon:"25"&fq=store_lat_lon:"10"');
    expect(geo).toEqual({ lat: 52.37, lon: 4.9, maxDistance: 10, unit: 'km' });
    expect(facetFilters).toEqual([]);
  });

  it('asks for distances without a bound when there is no filter', () => {
    expect(query('ll=52.37,4.9').geo).toMatchObject({ maxDistance: null });
    expect(query('ll=52.37,4.9&sort=store_lat_lon asc').sort).toEqual([
      { field: 'distance', direction: 'asc' },
    ]);
  });
});

describe('a category search', () => {
  it('finds by the id in q', () => {
    const parameters = new URLSearchParams('request_type=search&search_type=category&q=110&fl=pid');
    expect(readSearchRequest(parameters, context()).query.recall).toEqual({ kind: 'category', id: '110' });
  });

  it.each(['caf%C3%A9', 'cafe%CC%81', '%C3%A5'])('refuses the accented id %s', (id) => {
    const parameters = new URLSearchParams(`search_type=category&q=${id}&fl=pid`);
    expect(() => readSearchRequest(parameters, context())).toThrow(
      'category identifiers must not contain accented characters',
    );
  });
});

describe('a bestseller search', () => {
  it('ranks by best_seller and reviews unless a sort is given', () => {
    const search = (more: string) =>
      readSearchRequest(new URLSearchParams(`search_type=bestseller&q=lamp&fl=pid&${more}`), context()).query
        .sort;
    expect(search('').map(({ field }) => field)).toEqual(['best_seller', 'reviews']);
    expect(search('sort=price asc').map(({ field }) => field)).toEqual(['price']);
  });
});

describe('grouping', () => {
  it('shows one product of each group unless told otherwise', () => {
    expect(query('groupby=material').group).toEqual({ field: 'material', limit: 1, offset: 0 });
    expect(query('groupby=material&group_limit=8&group_offset=2').group).toEqual({
      field: 'material',
      limit: 8,
      offset: 2,
    });
  });

  it('takes a reserved attribute in loose mode only', () => {
    expect(() => query('groupby=brand')).toThrow('groupby does not work on the reserved attribute brand');
    expect(() => query('groupby=pid')).toThrow('groupby does not work on the reserved attribute pid');
    expect(query('groupby=brand', { loose: true }).group?.field).toBe('brand');
  });

  it('finds the rest group by its name', () => {
    expect(query('fq=material:"Null_Group"').facetFilters).toEqual([
      { field: 'material', anyOf: [{ kind: 'missing' }] },
    ]);
  });
});

describe('the service refuses', () => {
  it.each([
    ['rows=216', 'Pagination limit exceeded: requested start 0, rows 216. Max start 10000, rows 200'],
    ['start=10001', 'Pagination limit exceeded: requested start 10001, rows 20. Max start 10000, rows 200'],
    ['rows=-1', 'rows should be >=0'],
    ['start=-1', 'start should be >=0'],
    ['rows=ten', 'rows should be an integer, instead got ten'],
    ['rows=1.5', 'rows should be an integer, instead got 1.5'],
    ['start=99999999999999999999', 'start should be an integer'],
    ['fq=price:"cheap"', 'price expects a number or range, instead got cheap'],
    ['fq=sale_price:[0 TO 5] OR cheap', 'sale_price expects a number or range, instead got cheap'],
    ['efq=price:("cheap")', 'price expects a number or range, instead got cheap'],
    ['efq=sku_color:("black")', 'sku_color can be used in fq only, not in efq'],
    ['efq=a:x AND -(b:y OR sku_size:z)', 'sku_size can be used in fq only, not in efq'],
    ['efq=store_lat_lon:"25"', 'store_lat_lon can be used in fq only, not in efq'],
    ['fq=brand:"a', 'Error parsing fq=brand:"a: Expected a closing quote for the one at character 7'],
    ['sort=price', 'Error parsing sort=price'],
    ['sort=price asc&sort=title asc', 'Error parsing sort=price asc: expected one sort'],
    ['sort=sku_price asc', 'Error parsing sort=sku_price asc: sku_price is a field of variants'],
    ['sort=store_lat_lon asc', 'a sort by distance needs ll'],
    [`${'fq=a:x&'.repeat(129)}`, 'Too many filter conditions: 129. Max 128'],
    ['stats.field=sku_price', 'stats.field does not work on SKU attributes, instead got sku_price'],
    ['groupby=sku_color', 'groupby expects one attribute of products, instead got sku_color'],
    ['groupby=material,style', 'groupby expects one attribute of products'],
    ['groupby=material&group_limit=0', 'group_limit should be from 1 to 100, instead got 0'],
    [
      'groupby=material&rows=200&group_limit=11',
      'rows 200 groups of group_limit 11 products are too many. Max 2000',
    ],
    ['groupby=material&group_offset=-1', 'group_offset should be >=0'],
    ['fq=store_lat_lon:"25"', 'a filter by store_lat_lon needs ll=<latitude>,<longitude>'],
    ['ll=1,2&fq=store_lat_lon:"far"', 'store_lat_lon expects one distance as in store_lat_lon:"25"'],
    ['ll=1,2&fq=store_lat_lon:"-1"', 'store_lat_lon expects one distance'],
    ['ll=91,2', 'Error parsing ll=91,2: Expected a latitude from -90 to 90'],
    ['segment=', 'Error parsing segment=: Expected a segment'],
    ['segment=gold', 'Error parsing segment=gold: Expected <segment_name>:<segment_value>'],
    ['facet.version=four', 'facet.version should be 3.0, instead got four'],
    ['callback=alert(1)', 'callback should be the name of a function, instead got alert(1)'],
    ['query.spellcorrect=maybe', 'query.spellcorrect should be one of term_frequency, closest_match, off'],
    ['query.precision=much', 'query.precision should be one of text_match_precision'],
    ['merchandising.ts=2000000000000', 'merchandising.ts should be Unix seconds, at most 21 days ahead'],
  ])('%s', (more, message) => {
    expect(() => read(more)).toThrow(message);
  });

  it.each([
    ['q=lamp&fl=pid', 'Invalid or empty search_type'],
    ['search_type=&q=lamp&fl=pid', 'Invalid or empty search_type'],
    ['search_type=shop&q=lamp&fl=pid', 'Invalid or empty search_type'],
    ['request_type=find&search_type=keyword&q=lamp', 'request_type should be search, instead got find'],
    ['search_type=keyword', 'q is required'],
    ['search_type=keyword&q=%00+%0A', 'q is required'],
    ['search_type=category&q=', 'q is required: the id of a category'],
    ['search_type=keyword&q=lamp&fl=title,url', 'fl must contain pid, instead got title,url'],
  ])('%s', (text, message) => {
    expect(() => readSearchRequest(new URLSearchParams(text), context())).toThrow(message);
  });

  it('a query over 300 characters or 30 words', () => {
    const search = (q: string) => () =>
      readSearchRequest(new URLSearchParams({ search_type: 'keyword', q, fl: 'pid' }), context());
    expect(search('a'.repeat(300))).not.toThrow();
    expect(search('a'.repeat(301))).toThrow(
      expect.objectContaining({
        code: 'query_too_long',
        message: expect.stringContaining('Max 300 characters'),
      }),
    );
    expect(search(Array(30).fill('w').join(' '))).not.toThrow();
    expect(search(Array(31).fill('w').join(' '))).toThrow(
      expect.objectContaining({ code: 'query_too_long' }),
    );
  });

  it.each([
    'query.precision=llm_based_precision',
    'query.numeric_precision=high',
    'query.smartsort=top_products',
    'facet.precision=high',
    'content_injection=true',
    'category_type=dynamic',
    'widget_id=w1',
  ])('%s by name as not emulated, and passes it over in loose mode', (feature) => {
    expect(() => read(feature)).toThrow(
      expect.objectContaining({
        code: 'not_emulated',
        message: expect.stringContaining(`${feature} is not emulated`),
      }),
    );
    expect(read(feature, { loose: true }).passedOver).toEqual([feature]);
  });
});

describe('a boolean switch', () => {
  it.each([
    ['', []],
    ['content_injection=false', []],
    ['content_injection=false&widget_id=', []],
  ])('with %j is off', (text, passedOver) => {
    expect(read(text).passedOver).toEqual(passedOver);
  });

  it.each([
    ['content_injection=', 'content_injection should be true or false, instead got no value'],
    ['content_injection=yes', 'content_injection should be true or false, instead got yes'],
  ])('refuses %j', (text, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'invalid_parameter', message }));
  });
});

describe('a callback', () => {
  it.each([
    ['', null],
    ['callback=br_server', null],
    ['callback=br_app', null],
    ['callback=shop.onResults', 'shop.onResults'],
  ])('%j wraps the answer in %j', (more, callback) => {
    expect(read(more).callback).toBe(callback);
  });
});

describe('facet.version', () => {
  it.each([
    ['', '3.0'],
    ['facet.version=3.0', '3.0'],
    ['facet.version=3', '3.0'],
    ['facet.version=2.0', 'legacy'],
  ])('%j gives %s', (more, version) => {
    expect(read(more).facetVersion).toBe(version);
  });

  it('follows the account where the request does not say', () => {
    expect(read('', { answers: { facetVersion: 'legacy' } }).facetVersion).toBe('legacy');
    expect(read('facet.version=3.0', { answers: { facetVersion: 'legacy' } }).facetVersion).toBe('3.0');
  });
});
