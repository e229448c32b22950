import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let strict: Shop;
beforeAll(async () => {
  [shop, strict] = await Promise.all([openShop(), openShop({ requireAuthKey: true, loose: true })]);
});
afterAll(() => Promise.all([shop.emulator.stop(), strict.emulator.stop()]));

const CALLER = 'account_id=4242&domain_key=lighting_en&request_type=search&fl=pid';
const KEYWORD = `${CALLER}&search_type=keyword&q=sofa`;
const CATEGORY = `${CALLER}&search_type=category&q=220`;

/** What browsers send, with `fetch` from another origin, and for a script of JSONP. */
const FROM_FETCH = {
  origin: 'https://shop.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
};
const FROM_SCRIPT = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'no-cors',
  'sec-fetch-dest': 'script',
};
const FROM_OLD_BROWSER = { origin: 'http://127.0.0.1:3000' };

describe('a search that a browser makes', () => {
  it.each([
    ['without auth_key', KEYWORD, FROM_FETCH],
    ['with an empty auth_key', `${KEYWORD}&auth_key=`, FROM_FETCH],
    ['of a category without auth_key', CATEGORY, FROM_OLD_BROWSER],
    ['of a category with an empty auth_key', `${CATEGORY}&auth_key=`, FROM_SCRIPT],
    ['with the key', `${KEYWORD}&auth_key=search-key`, FROM_FETCH],
  ])('%s is answered', async (_what, query, headers) => {
    const answer = await shop.get('/api/v1/core/', query, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.json.response.docs.length).toBeGreaterThan(0);
  });

  it('with a wrong key is refused', async () => {
    const { status, json } = await shop.get('/api/v1/core/', `${KEYWORD}&auth_key=wrong`, FROM_FETCH);
    expect({ status, json }).toEqual({
      status: 403,
      json: { status_code: 403, message: 'auth_key is not valid' },
    });
  });

  it.each([KEYWORD, `${KEYWORD}&auth_key=`, CATEGORY])(
    'is refused without a key that is required: %s',
    async (query) => {
      const { status, json } = await strict.get('/api/v1/core/', query, FROM_FETCH);
      expect({ status, json }).toEqual({
        status: 403,
        json: { status_code: 403, message: 'auth_key is empty' },
      });
    },
  );
});

it.each([
  ['nothing else', {}],
  ["what Node's fetch sends", { 'sec-fetch-mode': 'cors' }],
])('a server that sends %s has to send the key', async (_what, headers) => {
  for (const query of [KEYWORD, `${KEYWORD}&auth_key=`, CATEGORY]) {
    expect((await shop.get('/api/v1/core/', query, headers)).status).toBe(403);
  }
});

it('is told in openapi.json: the key is optional', async () => {
  const { json } = await shop.get('/_brctl/openapi.json', '');
  const { parameters, security } = json.paths['/api/v1/core/'].get;
  expect(parameters.find(({ name }: { name: string }) => name === 'auth_key')).toMatchObject({
    required: false,
    allowEmptyValue: true,
  });
  expect(security).toEqual([{ authKey: [] }, {}]);
});
