import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';
import { isLive, line, type Target, target } from './target.ts';

/** Calls as the service's published clients and samples write them, to the letter; keys, accounts and hosts apart. */

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.emulator.stop());

const PAGE = 'url=https%3A%2F%2Fexample.com&ref_url=https%3A%2F%2Fexample.com';

describe('the search SDK for Kotlin and Android', () => {
  const CALLER =
    'account_id=4242&auth_key=search-key&domain_key=lighting_en&request_id=1697628163000&url=exampledomain.app&ref_url=' +
    '&_br_uid_2=uid%3D7797686432023%3Av%3DDiscoveryClientTools-kotlin-1.0%3Ats%3D0%3Ahc%3D2&user_agent=okhttp%2F4.9';
  const HEADERS = { 'cache-control': 'no-cache', 'accept-encoding': 'gzip' };

  it('searches, and its classes can hold every document: no skuid unasked, prices as numbers', async () => {
    const { status, json } = await shop.get(
      '/api/v1/core/',
      `${CALLER}&request_type=search&search_type=keyword&q=sofa&rows=10&start=0` +
        '&fl=pid,title,brand,price,sale_price,thumb_image,url,sku_color_group,sku_price' +
        '&facet.range=price,sale_price&stats.field=price,sale_price&sort=price+asc,sale_price+desc',
      HEADERS,
    );
    expect(status).toBe(200);
    expect(json.response.docs).toHaveLength(10);
    for (const doc of json.response.docs) {
      expect(typeof doc.price).toBe('number');
      for (const variant of doc.variants)
        expect(Object.keys(variant)).toEqual(['sku_color_group', 'sku_price']);
    }
    expect(Object.keys(json.stats.stats_fields)).toEqual(['price', 'sale_price']);
    const ranged = json.facet_counts.facets.filter(({ type }: { type: string }) => type === 'number_range');
    expect(ranged.map(({ name }: { name: string }) => name).sort()).toEqual(['price', 'sale_price']);
  });

  it('fetches a widget of a page: it cannot send ref', async () => {
    const { status, json } = await shop.get(
      '/v3/fetch_widget',
      'acct_id=4242&acct_auth=widget-key&ptype=product&prod_id=40001&prod_name=Pell%20storage%20jar' +
        '&url=https%3A%2F%2Fshop.example%2Fp%2Fpell-storage-jar-40001&user_agent=okhttp&pstatus=ok&output_format=json',
      HEADERS,
    );
    expect(status).toBe(200);
    expect(json['related-item'].length).toBeGreaterThan(0);
  });

  it('asks for suggestions with a domain key', async () => {
    const { status, json } = await shop.get(
      '/api/v2/suggest/',
      `${CALLER}&request_type=suggest&q=so&catalog_views=lighting_en`,
      HEADERS,
    );
    expect(status).toBe(200);
    for (const suggestion of json.suggestionGroups[0].attributeSuggestions) {
      expect(Object.keys(suggestion)).toEqual(['name', 'value', 'attributeType']);
    }
  });
});

describe('the web SDK, in a page', () => {
  const BROWSER = { origin: 'https://storefront.example', 'sec-fetch-site': 'cross-site' };
  /** Sent as it is, not encoded. */
  const VISITOR = '_br_uid_2=uid=7797686432023:v=11.8:ts=1428617911187:hc=55';
  const CALLER = `account_id=4242&domain_key=lighting_en&${VISITOR}&url=https%3A%2F%2Fexample.com&request_id=12345`;

  it('searches with version 3.0 of facets and several filters, without a key', async () => {
    const { status, json } = await shop.get(
      '/api/v1/core/',
      `${CALLER}&request_type=search&search_type=keyword&facet.version=3.0&q=sofa&rows=12&start=0&fl=pid,title` +
        '&fq=brand%3A%22Kestrel%22%20OR%20%22Nordlys%22&fq=price%3A%5B0%20TO%202000%5D&efq=-brand%3A(%22Nordlys%22)',
      BROWSER,
    );
    expect(status).toBe(200);
    expect(json.response.numFound).toBeGreaterThan(0);
    expect(Array.isArray(json.facet_counts.facets)).toBe(true);
  });

  it('searches a category, with an empty key as the React sample has it', async () => {
    const { status, json } = await shop.get(
      '/api/v1/core/',
      `${CALLER}&auth_key=&request_type=search&search_type=category&facet.version=3.0&q=220&rows=12&fl=pid,title,variants`,
      BROWSER,
    );
    expect(status).toBe(200);
    expect(json.response.numFound).toBeGreaterThan(0);
  });

  it.each([
    ['item/a1b2c3d4', 'item_ids=40001,20002'],
    ['category/a1b2c3d4', 'cat_id=220'],
    ['keyword/a1b2c3d4', 'query=sofa'],
    ['global/a1b2c3d4', ''],
    ['personalized/a1b2c3d4', 'user_id=u1'],
  ])('fetches the recommendations %s', async (path, own) => {
    const { status, json } = await shop.get(
      `/api/v2/widgets/${path}`,
      `${CALLER}&${own}&rows=8&start=0&fields=pid,title,thumb_image,price&filter=-pid%3A123&filter=(price%3A%5B%221%22%20TO%20%22*%22%5D)`,
      BROWSER,
    );
    expect(status).toBe(200);
    expect(json.response.docs.length).toBeGreaterThan(0);
  });

  it('suggests, without ref_url and domain_key', async () => {
    const { status, json } = await shop.get(
      '/api/v2/suggest/',
      `account_id=4242&${VISITOR}&url=https%3A%2F%2Fexample.com&request_type=suggest&q=so&catalog_views=lighting_en:default`,
      BROWSER,
    );
    expect(status).toBe(200);
    expect(json.suggestionGroups[0]).toMatchObject({ catalogName: 'lighting_en', view: 'default' });
  });
});

describe('the storefront samples', () => {
  const CALLER = `account_id=4242&auth_key=search-key&domain_key=lighting_en&request_type=search&search_type=keyword&${PAGE}`;

  it('group products and page through the groups', async () => {
    const { status, json } = await shop.get(
      '/api/v1/core/',
      `_br_uid_2=uid%253D12345%253Av%253D11.8%253Ats%253D1%253Ahc%253D3&${CALLER}&request_id=12345&facet.version=3.0&q=sofa` +
        '&groupby=rating&group_limit=8&start=0&rows=12&stats.field=sale_price&query.numeric_precision=standard&br_diagnostic=all' +
        '&fl=pid%2Cscore%2Cis_live%2Ctitle%2Cbrand%2Cprice%2Cprice_range%2Csale_price%2Cskuid%2Csku_color%2Csku_thumb_images',
    );
    expect(status).toBe(200);
    const { groups, numGroups } = json.group_response.rating;
    expect(numGroups).toBeGreaterThan(0);
    expect(groups.length).toBe(Math.min(12, numGroups));
    expect(groups[0].doclist.docs[0].variants[0]).toMatchObject({ skuid: expect.any(String) });
  });

  it('filter by ranges in quotes', async () => {
    const { status, json } = await shop.get(
      '/api/v1/core/',
      `${CALLER}&facet.version=3.0&q=*&rows=200&facet.range=price&fl=pid,price&fq=price%3A%22%5B0+TO+50%5D%22+OR+%22%5B50+TO+100%5D%22`,
    );
    expect(status).toBe(200);
    expect(json.response.docs.length).toBeGreaterThan(0);
    expect(json.response.docs.every(({ price }: { price: number }) => price <= 100)).toBe(true);
  });
});

describe('the plugin for brXM', () => {
  /** Its reader: facets are lists of values with these members and no others, ranges have numbers as bounds. */
  const VALUE = new Set('name count cat_id cat_name crumb tree_path parent start end'.split(' '));
  const isNumber = (bound: unknown) => bound === undefined || typeof bound === 'number';

  it.each(['', '&stats.field=price&stats.field=sale_price'])(
    'reads every facet of a search%s',
    async (stats) => {
      const { status, json } = await shop.get(
        '/api/v1/core/',
        'account_id=4242&domain_key=lighting_en&auth_key=search-key&request_type=search&search_type=keyword&q=sofa' +
          '&request_id=0f4a1c1e-5f0e-4a51-9d7e-2b1f3a9c7d11&start=0&rows=12&fl=pid,title,price,brand,thumb_image' +
          `&_br_uid_2=uid%3D1%3Av%3D11%3Ats%3D1%3Ahc%3D1&url=https%3A%2F%2Fbrxm.example%2F${stats}`,
      );
      expect(status).toBe(200);
      expect(json.facet_counts.facets.length).toBeGreaterThan(3);
      for (const { name, type, value } of json.facet_counts.facets) {
        expect([typeof name, typeof type, Array.isArray(value)]).toEqual(['string', 'string', true]);
        for (const each of value) {
          expect(Object.keys(each).filter((member) => !VALUE.has(member))).toEqual([]);
          expect(Number.isInteger(each.count) && isNumber(each.start) && isNumber(each.end)).toBe(true);
        }
      }
      if (stats === '') return;
      for (const each of Object.values(json.stats.stats_fields))
        expect(each).toEqual({ min: expect.any(Number), max: expect.any(Number) });
    },
  );

  it('sends one fq for each chosen value: all are required', async () => {
    const search = (own: string) =>
      shop.get(
        '/api/v1/core/',
        'account_id=4242&domain_key=lighting_en&auth_key=search-key&request_type=search&search_type=keyword&q=sofa' +
          `&request_id=0f4a1c1e&start=0&rows=12&fl=pid,brand&url=https%3A%2F%2Fbrxm.example%2F&_br_uid_2=uid%3D1${own}`,
      );
    const { json: whole } = await search('');
    const [first, second] = whole.facet_counts.facets.find(
      ({ name }: { name: string }) => name === 'brand',
    ).value;
    const chosen = (...values: { name: string }[]) =>
      search(values.map(({ name }) => `&fq=${encodeURIComponent(`brand:"${name}"`)}`).join(''));
    expect((await chosen(first)).json.response.numFound).toBe(first.count);
    expect((await chosen(first, second)).json.response).toEqual({ numFound: 0, start: 0, docs: [] });
  });

  it('lists widgets and reads recommendations by a key in a header', async () => {
    const headers = { 'auth-key': 'search-key' };
    const listed = await shop.get('/api/v1/merchant/widgets', 'account_id=4242', headers);
    expect(listed.json).toEqual({ response: { widgets: [] } });
    const { status, json } = await shop.get(
      '/api/v2/widgets/item/a1b2c3d4',
      'account_id=4242&domain_key=lighting_en&request_id=0f4a1c1e&_br_uid_2=uid%3D1&url=https%3A%2F%2Fbrxm.example%2F' +
        '&item_ids=40001&rows=4&start=0&fields=pid,title,price',
      headers,
    );
    expect(status).toBe(200);
    expect(json.response.docs).toHaveLength(4);
    for (const doc of json.response.docs)
      expect(doc).toMatchObject({ pid: expect.any(String), title: expect.any(String) });
    expect(json.metadata.widget).toMatchObject({ id: 'a1b2c3d4', type: 'mlt', rid: expect.any(String) });
  });

  it('asks for suggestions with a domain key, and reads its three lists', async () => {
    const { status, json } = await shop.get(
      '/api/v2/suggest/',
      'account_id=4242&auth_key=search-key&domain_key=lighting_en&request_type=suggest&catalog_views=lighting_en&q=so' +
        '&request_id=0f4a1c1e&_br_uid_2=uid%3D1&url=https%3A%2F%2Fbrxm.example%2F',
    );
    expect([status, json.queryContext]).toEqual([200, { originalQuery: 'so' }]);
    const [{ querySuggestions, searchSuggestions, attributeSuggestions }] = json.suggestionGroups;
    expect(querySuggestions[0]).toEqual({ query: expect.any(String), displayText: expect.any(String) });
    expect(searchSuggestions[0]).toMatchObject({ pid: expect.any(String), title: expect.any(String) });
    expect(attributeSuggestions.length).toBeGreaterThan(0);
  });

  it('looks a product up by efq, without quotes, without a visitor: what is missing is told', async () => {
    const { status, json, headers } = await shop.get(
      '/api/v1/core/',
      'account_id=4242&domain_key=lighting_en&auth_key=search-key&request_type=search&search_type=keyword&q=*' +
        '&request_id=0f4a1c1e&rows=1&fl=pid,title&efq=pid:(40001)',
    );
    expect(status).toBe(200);
    expect(json.response.docs).toEqual([{ pid: '40001', title: expect.any(String), variants: [] }]);
    expect(headers.get('x-brctl-lenient')).toBe('url.missing, visitor.missing');
  });
});

describe('the React demo of a storefront', () => {
  const demo = (own: string) =>
    shop.get(
      '/api/v1/core/',
      'account_id=4242&auth_key=&domain_key=lighting_en&request_type=search&view_id=' +
        '&fl=pid%2Ctitle%2Cprice%2Csale_price%2Cthumb_image%2Curl%2Cdescription%2C&start=0&rows=24&request_id=1697628163000' +
        '&_br_uid_2=_br_uid_2&stats.field=sale_price&ref_url=http%3A%2F%2Flocalhost%3A3000%2F&url=http%3A%2F%2Flocalhost%3A3000%2F' +
        `&search_type=keyword&${own}`,
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
    );

  it('sends the chosen facets in one fq, each with a space behind it: all are required', async () => {
    const { json: whole } = await demo('q=sofa&facet.version=3.0');
    const facet = (wanted: string) =>
      whole.facet_counts.facets.find(({ name }: { name: string }) => name === wanted).value[0].name;
    const chosen = `brand:"${facet('brand')}" colors:"${facet('colors')}" `;
    const { status, json, headers } = await demo(`q=sofa&fq=${encodeURIComponent(chosen)}`);
    expect(status).toBe(200);
    const apart = chosen
      .trim()
      .split(/(?<=") /)
      .map((each) => `fq=${encodeURIComponent(each)}`);
    expect(json.response).toEqual((await demo(`q=sofa&${apart.join('&')}`)).json.response);
    expect(json.response.numFound).toBeLessThan(whole.response.numFound);
    expect(headers.get('x-brctl-lenient')).toBeNull();
    expect(json.stats.stats_fields.sale_price.min).toBeGreaterThan(0);
  });

  it('shows the relaxed query', async () => {
    const { json } = await demo('q=sofa%20xylophone');
    expect(json.response.numFound).toBeGreaterThan(0);
    expect(json.metadata.query.modification).toEqual({ mode: 'relaxedQuery', value: 'sofa xylophone' });
  });
});

describe('the catalog management SDK and the pipelines', () => {
  let service: Target;
  beforeAll(async () => {
    service = await target();
  });
  afterAll(() => service.stop());
  const at = (verb: string) => `/accounts/${service.accountId}/catalogs/${service.catalog}/${verb}`;

  it('reads the status of a job into a class that takes the eight members and no other', async () => {
    const patch = [JSON.parse(line('sdk'))];
    const sent = await service.call('PUT', at('products'), JSON.stringify(patch), {
      'content-type': 'application/json-patch+json',
    });
    expect(sent.json).toEqual({ jobId: expect.any(String) });
    const job = await service.ended(sent);
    expect(job).toEqual({
      account_id: expect.any(Number),
      catalog_name: service.catalog,
      created_at: expect.any(String),
      id: sent.json.jobId,
      started_at: expect.any(String),
      status: 'success',
      stopped_at: expect.any(String),
      type: 'ingest full',
    });
  });

  it.skipIf(isLive)(
    'sends JSON Lines gzipped, runs the index with a type and no body, and waits for success, also of a run with nothing to do',
    async () => {
      const sent = await service.call('PUT', at('products'), gzipSync(line('pipeline')), {
        'content-type': 'application/json-patch+jsonlines',
        'content-encoding': 'gzip',
      });
      expect((await service.ended(sent)).status).toBe('success');
      for (const _run of ['first', 'second']) {
        const index = await service.call('POST', at('indexes'), '', { 'content-type': 'application/json' });
        expect((await service.ended(index)).status).toBe('success');
      }
    },
  );

  /** Loads as one JSON array, or as gzipped lines, and runs the index. @returns what the run counted */
  async function indexed(products: object[], isGzipped = false) {
    const lines = products.map((each) => `${JSON.stringify(each)}\n`).join('');
    const sent = isGzipped
      ? await service.send('PUT', gzipSync(lines), { 'content-encoding': 'gzip' })
      : await service.call('PUT', at('products'), JSON.stringify(products), {
          'content-type': 'application/json-patch+json',
        });
    expect((await service.ended(sent)).status).toBe('success');
    const run = await service.ended(await service.call('POST', at('indexes'), ''));
    expect(run.status).toBe('success');
    const { origin } = new URL(service.emulator?.ready.catalogUrl ?? '');
    const { stats } = (await (await fetch(`${origin}/_brctl/jobs/${run.id}`)).json()) as {
      stats: Record<string, number>;
    };
    return stats;
  }

  /** What a storefront finds of the catalog. */
  async function documents(query: string) {
    const ready = service.emulator?.ready;
    const keys = `account_id=${service.accountId}&domain_key=${service.catalog}&auth_key=${ready?.env.BRCTL_AUTH_KEY}`;
    const answer = await fetch(
      `${ready?.searchUrl}?${keys}&request_type=search&search_type=keyword&url=x&_br_uid_2=x&${query}`,
    );
    return ((await answer.json()) as { response: { docs: object[] } }).response.docs;
  }

  it.skipIf(isLive)(
    'sends every attribute that its class knows, most of them null, and prices in views',
    async () => {
      const nulls = { brand: null, description: null, price: null, availability: null, categoryPaths: null };
      const attributes = { ...nulls, title: 'Brake pads', url: '/products/brake-pads', part_number: 'PTR09' };
      const national = {
        attributes: { ...nulls, title: null, price: 95, salePrice: 80.75, availability: true },
      };
      const add = (id: string, more: object) => ({
        op: 'add',
        path: `/products/${id}`,
        value: { attributes, ...more },
      });
      const stats = await indexed([
        add('no-price', { variants: null, views: null }),
        add('in-view', { variants: null, views: { national } }),
        add('in-variant', { variants: { national }, views: null }),
      ]);
      expect(stats).toMatchObject({ search_product_count: 2, invalid_products_no_price_data_count: 1 });
      const [inView, inVariant] = ['in-view', 'in-variant'].map((pid) => ({
        pid,
        part_number: 'PTR09',
        variants: [],
      }));
      expect(await documents('q=*&fl=pid,price,part_number&view_id=national&sort=price+desc')).toEqual([
        inVariant,
        { ...inView, price: 95 },
      ]);
    },
  );

  it.skipIf(isLive)(
    'a connector of commercetools sends a slug in place of a url: stored, and not indexed',
    async () => {
      const attributes = { title: 'Cup', sku: 'C-1', description: '', slug: 'cup', price: 1299, image: '' };
      const value = { attributes, variants: { 2: { attributes: {} } }, views: { 'en-US': { attributes } } };
      const stats = await indexed([{ op: 'add', path: '/products/9f2e', value }]);
      expect(stats).toMatchObject({ search_product_count: 0, products_no_url_count: 1 });
      expect(await documents('q=*&fl=pid')).toEqual([]);
      expect(Object.keys(await service.stored())).toEqual(['/products/9f2e']);
    },
  );

  it.skipIf(isLive)('a pipeline from Shopify leaves the price of a free product out', async () => {
    const product = (id: string, variant: object, more: object = {}) => ({
      op: 'add',
      path: `/products/gid:~1~1shopify~1Product~1${id}`,
      value: {
        attributes: { title: 'Sample', url: `https://x.example/products/${id}`, availability: true, ...more },
        variants: { [`SKU-${id}`]: { attributes: { sv_title: 'Default', availability: true, ...variant } } },
      },
    });
    const products = [product('1', { price: 9.5 }, { price: 9.5 }), product('2', { sv_price: 0 })];
    const stats = await indexed(products, true);
    expect(stats).toMatchObject({ search_product_count: 1, invalid_products_no_price_data_count: 1 });
    expect(await documents('q=sample&fl=pid,price,skuid,sku_sv_title')).toEqual([
      { pid: 'gid://shopify/Product/1', price: 9.5, variants: [{ skuid: 'SKU-1', sku_sv_title: 'Default' }] },
    ]);
  });
});
