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
});
