import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { availableProducts, openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.emulator.stop());

const KEYS = 'acct_id=4242&acct_auth=widget-key';
const REST = 'ref=&user_agent=Mozilla%2F5.0&pstatus=ok&output_format=br_json';
const [product] = availableProducts();
const page = (url: string, ptype = 'product') => `ptype=${ptype}&url=${encodeURIComponent(url)}`;
const widget = (query: string) => shop.get('/v3/fetch_widget', query);

describe('the page widget', () => {
  it('has every member of the interface document, filled from the catalog', async () => {
    const url = product!.attributes.url;
    const { status, headers, json, text } = await widget(`${KEYS}&${page(url)}&${REST}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Object.keys(json)).toEqual([
      'br_iuid',
      'br_related_rid',
      'br_related_rid_tag',
      'related-category',
      'related-item',
      'more-results',
    ]);
    expect(Buffer.from(json.br_iuid, 'base64').toString()).toBe(url.replace('https://', ''));
    expect(json.br_related_rid).toMatch(/^R[0-9a-f]+-m\d+,i\d+,c\d+,uf$/);
    expect(text).toContain('<\\/script>');
    expect(json['related-category'][0]).toEqual({
      anchor: expect.any(String),
      url: expect.stringMatching(/^\/c\//),
    });
    expect(json['related-item'][0]).toEqual({
      anchor: expect.any(String),
      url: expect.stringMatching(/^https:/),
    });
    for (const result of json['more-results']) {
      expect(Object.keys(result)).toEqual([
        'title',
        'description',
        'short-description',
        'image',
        'url',
        'attributes',
      ]);
      expect(result.attributes.map(({ key }: { key: string }) => key)).toEqual(['product_id', 'rp_url']);
      expect(Object.values(result).every((value) => value !== '')).toBe(true);
    }
  });

  it("never shows the page's own product", async () => {
    for (const { id, attributes } of availableProducts().slice(0, 20)) {
      const { text } = await widget(`${KEYS}&${page(attributes.url)}&${REST}`);
      expect(text).not.toContain(`"value":"${id}"`);
      expect(text).not.toContain(`"url":"${attributes.url}"`);
    }
  });

  it('shows products of the category that the address names', async () => {
    const { json } = await widget(
      `${KEYS}&${page('https://shop.example/c/sofas/220', 'category')}&${REST.replace('br_json', 'json')}`,
    );
    const sofas = new Set(
      availableProducts()
        .filter(({ attributes }) => attributes.category_paths.flat().some(({ id }) => id === '220'))
        .map(({ attributes }) => attributes.url),
    );
    expect(json['related-item'].every(({ url }: { url: string }) => sofas.has(url))).toBe(true);
    expect(json['related-category'].map(({ anchor }: { anchor: string }) => anchor)).not.toContain('Sofas');
  });

  it('is answered without ref, with a note in the request log', async () => {
    const { status } = await widget(
      `${KEYS}&${page(product!.attributes.url)}&user_agent=x&output_format=br_json`,
    );
    expect(status).toBe(200);
    const { json } = await shop.get('/_brctl/requests', 'limit=1');
    expect(json.requests[0].notes).toEqual(['the documentation requires ref, which may be empty']);
    await widget(`${KEYS}&${page(product!.attributes.url)}&${REST}`);
    expect((await shop.get('/_brctl/requests', 'limit=1')).json.requests[0].notes).toEqual([]);
  });

  it('is refused as HTML, whose markup no source tells', async () => {
    const { status, json } = await widget(`${KEYS}&${page(product!.attributes.url)}&ref=&user_agent=x`);
    expect([status, json.message]).toEqual([
      501,
      'the HTML of a widget is not emulated: send output_format=br_json',
    ]);
  });

  it('may be cached within a day, and not for bots', async () => {
    const shopper = await widget(`${KEYS}&${page(product!.attributes.url)}&${REST}`);
    const seconds = /max-age=(\d+)/.exec(shopper.headers.get('cache-control') ?? '')?.[1];
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(Number(seconds)).toBeLessThanOrEqual(86_400);
    const bot = await widget(
      `${KEYS}&${page(product!.attributes.url)}&ref=&user_agent=Googlebot%2F2.1&output_format=json`,
    );
    expect(bot.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    [`acct_auth=widget-key&${page('/x')}&${REST}`, 400, 'missing required parameter acct_id'],
    [`acct_id=4242&${page('/x')}&${REST}`, 400, 'missing required parameter acct_auth'],
    [`acct_id=4242&acct_auth=search-key&${page('/x')}&${REST}`, 403, 'acct_id and acct_auth do not match'],
    [`acct_id=1&acct_auth=widget-key&${page('/x')}&${REST}`, 403, 'acct_id and acct_auth do not match'],
    [`${KEYS}&ptype=product&${REST}`, 400, 'missing required parameter url'],
    [`${KEYS}&url=%2Fx&${REST}`, 400, 'missing required parameter ptype'],
  ])('is refused for %s (not confirmed live)', async (query, status, message) => {
    const answer = await widget(query);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ status_code: status, message });
  });
});
