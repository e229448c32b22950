import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { availableProducts, openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.emulator.stop());

const KEYS = 'account_id=4242&domain_key=lighting_en&_br_uid_2=x&request_id=1&url=https%3A%2F%2Fshop.example';
const recs = (path: string, query = '', headers: Record<string, string> = { 'auth-key': 'search-key' }) =>
  shop.get(`/api/v2/widgets/${path}`, `${KEYS}&${query}`, headers);
const pids = (json: { response: { docs: { pid: string }[] } }) => json.response.docs.map(({ pid }) => pid);

describe('a recommendation widget', () => {
  it('answers with the documented members', async () => {
    const { status, json } = await recs('item/w1a2b3c4', 'item_ids=40001&facet=true&rows=4');
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['response', 'facet', 'metadata']);
    expect(json.response.docs).toHaveLength(4);
    expect(pids(json)).not.toContain('40001');
    expect(json.response.docs[0]).toMatchObject({ pid: expect.any(String), title: expect.any(String) });
    const kitchen = json.facet.category.find(({ cat_id }: { cat_id: string }) => cat_id === '400');
    expect(kitchen).toMatchObject({ cat_name: 'Kitchen', children: expect.any(Array) });
    expect(kitchen.children[0]).toMatchObject({ cat_id: expect.stringMatching(/^4/), children: null });
    expect(json.facet.ranges.map(({ key }: { key: string }) => key)).toContain('price');
    expect(json.metadata.widget).toMatchObject({ id: 'w1a2b3c4', type: 'mlt', rid: expect.any(String) });
  });

  it('leaves facets out unless they are asked for', async () => {
    expect((await recs('global/w')).json).not.toHaveProperty('facet');
  });

  it('of categories shows products of the category', async () => {
    const { json } = await recs('category/w', 'cat_id=220&rows=200');
    const sofas = availableProducts().filter(({ attributes }) =>
      attributes.category_paths.flat().some(({ id }) => id === '220'),
    );
    expect(pids(json).sort()).toEqual(sofas.map(({ id }) => id).sort());
  });

  it('of keywords takes filters', async () => {
    const { json } = await recs(
      'keyword/w',
      'query=sofa&rows=200&fields=pid,brand&filter=-(brand:("Kestrel"))',
    );
    expect(json.response.docs.length).toBeGreaterThan(0);
    expect(json.response.docs.every(({ brand }: { brand: string }) => brand !== 'Kestrel')).toBe(true);
  });

  it.each([
    'filter=(sku_color_group:("white"))&filter=(sku_size:("1.2 l"))',
    'filter=sku_color_group:("white") AND sku_size:("1.2 l" OR "9 l")',
    'filter="sku_color_group":("white") AND (sku_price:[48 TO 49])',
  ])('takes fields of variants in %s: the variant that meets them comes first', async (filter) => {
    const { status, json } = await recs('keyword/w', `query=jar&rows=200&fields=pid,skuid&${filter}`);
    expect(status).toBe(200);
    expect(pids(json)).toContain('40001');
    const jar = json.response.docs.find(({ pid }: { pid: string }) => pid === '40001');
    expect(jar.variants[0]).toEqual({ skuid: '40001-WHI-12l' });
  });

  it('does not find a product of which no single variant meets the filters', async () => {
    const filter = 'filter=(sku_size:("1.2 l"))&filter=(sku_price:[39 TO 40])&filter=pid:"40001"';
    expect(pids((await recs('keyword/w', `query=jar&rows=200&${filter}`)).json)).toEqual([]);
    const excluded = 'filter=-(sku_size:("1.2 l"))&filter=pid:"40001"';
    expect(pids((await recs('keyword/w', `query=jar&rows=200&${excluded}`)).json)).toEqual([]);
  });

  it('tells nothing of variants that fields does not ask for', async () => {
    const { json } = await recs('keyword/w', 'query=jar&rows=200&fields=pid,title');
    expect(json.response.docs.length).toBeGreaterThan(0);
    for (const doc of json.response.docs) expect(doc.variants).toEqual([]);
  });

  it('for a visitor says that nothing is personalized (not confirmed live)', async () => {
    const { json } = await recs('personalized/w', 'user_id=u1');
    expect(json.metadata.response).toEqual({
      personalized_results: false,
      fallback: 'global',
      recall: 'pure',
    });
  });

  it('answers without a key, as browsers call it', async () => {
    expect((await recs('global/w', '', {})).status).toBe(200);
    expect((await recs('global/w', 'auth_key=', {})).status).toBe(200);
  });

  it('shows what is like the product of context_pids, and falls back on item_ids', async () => {
    const like = (await recs('item/w', 'item_ids=40001&rows=4')).json;
    const other = availableProducts().find(
      ({ attributes }) => !attributes.category_paths.flat().some(({ id }) => id === '400'),
    );
    const inContext = (await recs('item/w', `item_ids=40001&context_pids=${other?.id}&rows=4`)).json;
    expect(pids(inContext)).toEqual(pids((await recs('item/w', `item_ids=${other?.id}&rows=4`)).json));
    expect(pids((await recs('item/w', 'item_ids=40001&context_pids=gone&rows=4')).json)).toEqual(pids(like));
  });

  it('takes its key from the query or either header', async () => {
    expect((await recs('global/w', 'auth_key=search-key', {})).status).toBe(200);
    expect((await recs('global/w', '', { auth_key: 'search-key' })).status).toBe(200);
  });

  it.each([
    ['global/w', '', { 'auth-key': 'wrong' }, 401, 'the auth_key is not valid'],
    ['poster/w', '', { 'auth-key': 'search-key' }, 404, 'there is no such type of widget'],
    ['item/w', '', { 'auth-key': 'search-key' }, 400, 'item_ids is required'],
    ['visual/search/w', '', { 'auth-key': 'search-key' }, 501, 'visual search is not emulated'],
  ])('%s is refused with a detail', async (path, query, headers, status, detail) => {
    const answer = await recs(path, query, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ detail });
  });
});

describe('the list of widgets', () => {
  it('holds those of the settings, and other ids are unknown then', async () => {
    const listed = await openShop({
      answers: {
        widgets: [{ id: 'w1', name: 'Similar lamps', description: 'On product pages', type: 'item' }],
      },
    });
    try {
      const { json } = await listed.get('/api/v1/merchant/widgets', `${KEYS}&auth_key=search-key`);
      expect(json).toEqual({
        response: {
          widgets: [
            { id: 'w1', name: 'Similar lamps', description: 'On product pages', type: 'item', enabled: true },
          ],
        },
      });
      const ofTheAccount = await listed.get('/api/v1/merchant/widgets', 'account_id=4242', {
        'auth-key': 'search-key',
      });
      expect(ofTheAccount.json).toEqual(json);
      const unknown = await listed.get(
        '/api/v2/widgets/item/w2',
        `${KEYS}&auth_key=search-key&item_ids=40001`,
      );
      expect(unknown.status).toBe(404);
    } finally {
      await listed.emulator.stop();
    }
  });
});
