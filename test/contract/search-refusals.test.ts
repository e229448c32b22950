import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.emulator.stop());

const REST = 'request_type=search&search_type=keyword&q=sofa&fl=pid';

describe('a search is refused', () => {
  it.each([
    [REST, 400, "[u'invalid account_id None']"],
    [`account_id=0&${REST}`, 400, "[u'invalid account_id 0']"],
    [`account_id=4242&auth_key=search-key&${REST}`, 400, 'domain_key is required'],
    [`account_id=4242&auth_key=search-key&domain_key=&${REST}`, 400, 'domain_key is required'],
    [`account_id=4242&auth_key=search-key&domain_key=nowhere&${REST}`, 400, 'domain_key nowhere is unknown'],
    [`account_id=4242&auth_key=wrong&domain_key=lighting_en&${REST}`, 403, 'auth_key is not valid'],
    [`account_id=4242&auth_key=&domain_key=lighting_en&${REST}`, 403, 'auth_key is empty'],
    [`account_id=4242&domain_key=lighting_en&${REST}`, 403, 'auth_key is empty'],
    [
      `account_id=4242&auth_key=search-key&domain_key=guides_en&${REST}`,
      400,
      'domain_key guides_en is a catalog of content: name it in catalog_name',
    ],
    [
      `account_id=4242&auth_key=search-key&domain_key=lighting_en&catalog_name=lighting_en&${REST}`,
      400,
      'catalog_name lighting_en is a catalog of products: name it in domain_key alone',
    ],
  ])('for who asks: %s', async (query, status, message) => {
    const answer = await shop.get('/api/v1/core/', query);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ status_code: status, message });
  });

  it.each([
    ['search_type=&q=sofa&fl=pid', 400, 'Invalid or empty search_type'],
    ['q=sofa&fl=pid', 400, 'Invalid or empty search_type'],
    ['search_type=keyword&q=sofa&fl=title', 400, 'fl must contain pid, instead got title'],
    [
      'search_type=keyword&q=sofa&fl=pid&rows=216',
      400,
      'Pagination limit exceeded: requested start 0, rows 216. Max start 10000, rows 200',
    ],
    ['search_type=keyword&q=sofa&fl=pid&rows=-1', 400, 'rows should be >=0'],
    [
      'search_type=keyword&q=sofa&fl=pid&fq=price:"cheap"',
      400,
      'price expects a number or range, instead got cheap',
    ],
    [
      'search_type=keyword&q=sofa&fl=pid&sort=price',
      400,
      'Error parsing sort=price: Expected a field and asc or desc at character 1 of price',
    ],
    [
      'search_type=keyword&q=sofa&fl=pid&segment=',
      400,
      'Error parsing segment=: Expected a segment, or no segment parameter at all, at character 1 of ',
    ],
    [
      'search_type=keyword&q=sofa&fl=pid&content_injection=',
      400,
      'content_injection should be true or false, instead got no value',
    ],
    [
      'search_type=keyword&q=sofa&fl=pid&widget_id=w1',
      501,
      'widget_id=w1 is not emulated; run brctl serve with --loose to ignore it',
    ],
  ])('for what is asked: %s', async (query, status, message) => {
    const answer = await shop.search(query);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ status_code: status, message });
  });

  it('with 414 over 16,384 bytes', async () => {
    const answer = await shop.search(`${REST}&fq=brand:"${'a'.repeat(16_384)}"`);
    expect(answer.status).toBe(414);
    expect(answer.json.status_code).toBe(414);
  });

  it('quickly when it has thousands of clauses', async () => {
    const clauses = Array.from({ length: 1_500 }, () => '"a"').join('OR');
    const answer = await shop.search(`search_type=keyword&q=*&fl=pid&fq=b:${encodeURIComponent(clauses)}`);
    expect(answer.status).toBe(400);
  });
});

describe('hostile text', () => {
  it.each([
    '" OR * NEAR(',
    'title:sofa AND',
    "'; DROP TABLE fts; --",
    '\u0000sofa',
    '*sofa* -chair ^2',
    '\\',
  ])('%j in q is answered', async (q) => {
    const answer = await shop.search(`search_type=keyword&fl=pid&q=${encodeURIComponent(q)}`);
    expect(answer.status).toBe(200);
  });
});

describe('the loose mode', () => {
  it('takes an empty key and passes over what is not emulated', async () => {
    const loose = await openShop({ loose: true });
    try {
      const query = `account_id=4242&auth_key=&domain_key=lighting_en&${REST}&widget_id=w1`;
      expect((await loose.get('/api/v1/core/', query)).status).toBe(200);
    } finally {
      await loose.emulator.stop();
    }
  });
});
