import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { availableProducts, openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.emulator.stop());

const products = availableProducts();
const ids = (docs: { pid: string }[]) => docs.map(({ pid }) => pid).sort();
const KEYWORD = 'search_type=keyword&fl=pid&rows=200';

describe('a product search', () => {
  it('answers with the documented members', async () => {
    const { status, headers, json } = await shop.search(
      'search_type=keyword&q=sofa&fl=pid,title,brand,price,sale_price,price_range,url,colors,sku_color,sku_price&rows=3',
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-brctl-basis')).toBe('doc');
    expect(Object.keys(json)).toEqual([
      'response',
      'facet_counts',
      'category_map',
      'did_you_mean',
      'metadata',
    ]);
    expect(json.response).toMatchObject({ start: 0 });
    expect(json.response.docs).toHaveLength(3);
    const [doc] = json.response.docs;
    expect(doc.title).toMatch(/sofa/i);
    expect(doc.price_range).toHaveLength(2);
    expect(Array.isArray(doc.colors)).toBe(true);
    expect(doc.variants[0]).toEqual({
      sku_color: expect.any(String),
      sku_price: expect.any(Number),
    });
    expect(json.metadata.query.precision.applied).toEqual({ value: 'text_match_precision' });
    expect(json.category_map['220']).toBe('Sofas');
  });

  it('tells of variants what fl asks for and nothing else', async () => {
    const variants = async (fl: string) => {
      const { json } = await shop.search(`search_type=keyword&q=*&fq=pid:"40001"&fl=${fl}`);
      return json.response.docs[0].variants;
    };
    expect(await variants('pid,title')).toEqual([]);
    expect(await variants('pid,sku_size')).toEqual([{ sku_size: '0.5 l' }, { sku_size: '1.2 l' }]);
    expect(await variants('pid,skuid')).toEqual([{ skuid: '40001-WHI-05l' }, { skuid: '40001-WHI-12l' }]);
  });

  it('returns 20 documents from the first unless told otherwise', async () => {
    const { json } = await shop.search('search_type=keyword&q=*&fl=pid');
    expect(json.response).toMatchObject({ numFound: products.length, start: 0 });
    expect(json.response.docs).toHaveLength(20);
    const next = await shop.search('search_type=keyword&q=*&fl=pid&start=20&rows=5');
    expect(next.json.response.start).toBe(20);
    expect(next.json.response.docs).toHaveLength(5);
    expect(ids(json.response.docs)).not.toContain(next.json.response.docs[0].pid);
  });

  it.each([
    ['fq=brand:"Kestrel"', (brand: string, _price: number) => brand === 'Kestrel'],
    ['fq=brand:"Kestrel" OR "Nordlys"', (brand: string) => brand === 'Kestrel' || brand === 'Nordlys'],
    ['fq=brand:Oakley %26 Sons', (brand: string) => brand === 'Oakley & Sons'],
    ['fq=brand:"H%C3%BCbner"', (brand: string) => brand === 'Hübner'],
    ['fq=price:[50 TO 120]', (_brand: string, price: number) => price >= 50 && price <= 120],
    ['fq=price:"[* TO 50]" OR "[300 TO *]"', (_brand: string, price: number) => price <= 50 || price >= 300],
    [
      'fq=brand:"Kestrel"&fq=price:[* TO 99.5]',
      (brand: string, price: number) => brand === 'Kestrel' && price <= 99.5,
    ],
    [
      'efq=brand:("Kestrel" OR "Nordlys") AND -price:[100 TO *]',
      (brand: string, price: number) => (brand === 'Kestrel' || brand === 'Nordlys') && price < 100,
    ],
    [
      'efq=NOT (brand:Kestrel OR brand:Nordlys)',
      (brand: string) => brand !== 'Kestrel' && brand !== 'Nordlys',
    ],
  ])('with %s finds what the feed holds', async (filter, passes) => {
    const { json } = await shop.search(`${KEYWORD}&q=*&${filter}`);
    const expected = products.filter(({ attributes }) => passes(attributes.brand, attributes.price));
    expect(expected.length).toBeGreaterThan(0);
    expect(ids(json.response.docs)).toEqual(expected.map(({ id }) => id).sort());
  });

  it('finds a product by its id', async () => {
    const { json } = await shop.search('search_type=keyword&q=*&fl=pid&fq=pid:"40001"');
    expect(json.response).toMatchObject({ numFound: 1, docs: [{ pid: '40001' }] });
  });

  it('keeps the digits of the feed', async () => {
    const { text } = await shop.search('search_type=keyword&q=*&fl=pid,price,sale_price&fq=pid:"40001"');
    expect(text).toContain('{"pid":"40001","price":39,"sale_price":31.2,');
  });

  it('counts a facet without the filter on itself and under every other one', async () => {
    const { json } = await shop.search(`${KEYWORD}&q=*&fq=brand:"Kestrel"&fq=price:[* TO 100]`);
    const brands = json.facet_counts.facets.find(({ name }: { name: string }) => name === 'brand');
    const cheap = products.filter(({ attributes }) => attributes.price <= 100);
    const counts = new Map<string, number>();
    for (const { attributes } of cheap) counts.set(attributes.brand, (counts.get(attributes.brand) ?? 0) + 1);
    expect(brands.type).toBe('text');
    expect(
      Object.fromEntries(
        brands.value.map((value: { name: string; count: number }) => [value.name, value.count]),
      ),
    ).toEqual(Object.fromEntries(counts));
  });

  it('sorts by several keys and leaves what is found alone', async () => {
    const { json } = await shop.search(
      `${KEYWORD.replace('fl=pid', 'fl=pid,brand,price')}&q=*&sort=brand asc,price desc`,
    );
    const docs: { brand: string; price: number }[] = json.response.docs;
    expect(docs).toHaveLength(products.length);
    for (const [at, doc] of docs.slice(1).entries()) {
      const before = docs[at]!;
      expect(before.brand <= doc.brand).toBe(true);
      if (before.brand === doc.brand) expect(before.price).toBeGreaterThanOrEqual(doc.price);
    }
  });

  it('tells smallest and largest values', async () => {
    const { json } = await shop.search('search_type=keyword&q=*&fl=pid&fq=brand:"Kestrel"&stats.field=price');
    const prices = products
      .filter(({ attributes }) => attributes.brand === 'Kestrel')
      .map(({ attributes }) => attributes.price);
    expect(json.stats.stats_fields.price.min).toBeLessThanOrEqual(Math.min(...prices));
    expect(json.stats.stats_fields.price.max).toBeGreaterThanOrEqual(Math.max(...prices));
  });

  it('writes facets in either shape', async () => {
    const older = await shop.search('search_type=keyword&q=*&fl=pid&facet.version=1.0&facet.range=price');
    expect(Object.keys(older.json.facet_counts)).toEqual(['facet_fields', 'facet_ranges', 'facet_queries']);
    expect(older.json.facet_counts.facet_ranges.price[0]).toEqual({
      count: expect.any(Number),
      start: expect.any(Number),
      end: expect.any(Number),
    });
    expect(older.json.facet_counts.facet_fields.category).toContainEqual({
      count: expect.any(Number),
      crumb: '/200/220',
      cat_name: 'Sofas',
      parent: '200',
      cat_id: '220',
      tree_path: '/200,Furniture/220,Sofas',
    });
    const newer = await shop.search('search_type=keyword&q=*&fl=pid&facet.version=3.0&facet.range=price');
    expect(Object.keys(newer.json.facet_counts)).toEqual(['facets', 'facet_queries']);
    const types = new Map(
      newer.json.facet_counts.facets.map(({ name, type }: { name: string; type: string }) => [name, type]),
    );
    expect(types.get('price')).toBe('number_range');
    expect(types.get('category')).toBe('text');
  });

  it('limits the values of a facet by prefix', async () => {
    const { json } = await shop.search('search_type=keyword&q=*&fl=pid&f.brand.facet.prefix=K');
    const brands = json.facet_counts.facets.find(({ name }: { name: string }) => name === 'brand');
    expect(brands.value.map(({ name }: { name: string }) => name)).toEqual(['Kestrel']);
  });

  it('corrects the spelling and says so', async () => {
    const { json } = await shop.search('search_type=keyword&q=coffe%20tabel&fl=pid,title');
    expect(json.autoCorrectQuery).toBe('coffee table');
    expect(json.response.numFound).toBeGreaterThan(0);
  });

  it('finds nothing in a whole answer', async () => {
    const { status, json } = await shop.search('search_type=keyword&q=xqzzwv&fl=pid');
    expect(status).toBe(200);
    expect(json).toMatchObject({ response: { numFound: 0, docs: [] }, did_you_mean: [] });
    expect(json.facet_counts).toHaveProperty('facets');
  });

  it('gives the distance to the nearest store in kilometres', async () => {
    const near = await shop.search(
      'search_type=keyword&q=*&fl=pid,store_lat_lon&rows=200&ll=52.52,13.405&fq=store_lat_lon:"25"&sort=distance asc',
    );
    const docs: Record<string, number>[] = near.json.response.docs;
    expect(docs.length).toBeGreaterThan(0);
    for (const doc of docs) expect(doc['store_lat_lon.distance']).toBeLessThanOrEqual(25);
    expect(docs[0]).not.toHaveProperty('store_lat_lon');
  });

  it('shows the values of a view', async () => {
    const base = await shop.search('search_type=keyword&q=*&fl=pid&fq=pid:"40003"');
    const uk = await shop.search('search_type=keyword&q=*&fl=pid&fq=pid:"40003"&view_id=store_uk');
    expect(base.json.response.numFound).toBe(1);
    expect(uk.json.response.numFound).toBe(0);
  });

  it('puts the variant that a SKU filter matches first', async () => {
    const { json } = await shop.search(
      'search_type=keyword&q=*&fl=pid,sku_color&fq=pid:"40003"&fq=sku_color:"Matt Black"',
    );
    expect(json.response.docs[0].variants[0].sku_color).toBe('Matt Black');
  });

  it('wraps the answer of a JSONP call', async () => {
    const { headers, text } = await shop.search('search_type=keyword&q=sofa&fl=pid&callback=show');
    expect(headers.get('content-type')).toBe('application/javascript; charset=utf-8');
    expect(text).toMatch(/^show\(\{"response":.*\}\);$/);
  });
});

describe('a category search', () => {
  it('finds everything below the category', async () => {
    const { json } = await shop.search('search_type=category&q=100&fl=pid&rows=200');
    const inside = products.filter(({ attributes }) =>
      attributes.category_paths.flat().some(({ id }) => id === '100'),
    );
    expect(ids(json.response.docs)).toEqual(inside.map(({ id }) => id).sort());
  });
});

describe('a bestseller search', () => {
  it('ranks by reviews where the feed has no best_seller (not confirmed live)', async () => {
    const { json } = await shop.search('search_type=bestseller&q=sofa&fl=pid,reviews&rows=50');
    const reviews = json.response.docs.map((doc: { reviews: number }) => doc.reviews);
    expect(reviews).toEqual([...reviews].sort((a, b) => b - a));
  });
});

describe('grouping', () => {
  it('answers with groups and the rest group', async () => {
    const { json } = await shop.search('search_type=keyword&q=*&fl=pid&groupby=launch_year&group_limit=3');
    expect(json).not.toHaveProperty('response');
    expect(json.group_response.launch_year).toMatchObject({
      matches: products.length,
      numGroups: 1,
      groups: [{ groupValue: 'Null_Group', doclist: { numFound: products.length, start: 0 } }],
    });
    expect(json.group_response.launch_year.groups[0].doclist.docs).toHaveLength(3);
  });

  it('tells how many groups there are on all pages', async () => {
    const grouped = async (page: string) => {
      const { json } = await shop.search(`search_type=keyword&q=*&fl=pid&groupby=rating&${page}`);
      return json.group_response.rating;
    };
    const all = await grouped('rows=200');
    expect(all.numGroups).toBe(all.groups.length);
    expect(all.numGroups).toBeGreaterThan(12);
    const second = await grouped('rows=6&start=6');
    expect(second.numGroups).toBe(all.numGroups);
    expect(second.groups.map(({ groupValue }: { groupValue: string }) => groupValue)).toEqual(
      all.groups.slice(6, 12).map(({ groupValue }: { groupValue: string }) => groupValue),
    );
  });
});

describe('content search', () => {
  const content = (query: string) =>
    shop.get(
      '/api/v1/core/',
      `account_id=4242&auth_key=search-key&domain_key=lighting_en&catalog_name=guides_en&request_type=search&search_type=keyword&${query}`,
    );

  it('finds items, ten unless told otherwise', async () => {
    const { status, json } = await content('q=guide&fl=item_id,item_title,author&facet.field=author');
    expect(status).toBe(200);
    expect(json.response.docs).toHaveLength(10);
    expect(json.response.docs[0]).toMatchObject({
      item_id: expect.stringMatching(/^guide-/),
      author: expect.any(String),
    });
    expect(json.response.docs[0]).not.toHaveProperty('variants');
    expect(json.facet_counts.facets.map(({ name }: { name: string }) => name)).toEqual(['author']);
  });

  it('refuses more than a hundred rows', async () => {
    const { status, json } = await content('q=guide&fl=item_id&rows=101');
    expect(status).toBe(400);
    expect(json.message).toBe(
      'Pagination limit exceeded: requested start 0, rows 101. Max start 1000, rows 100',
    );
  });
});
