import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.emulator.stop());

const suggest = (query: string) =>
  shop.get('/api/v2/suggest/', `account_id=4242&request_type=suggest&${query}`);

describe('autosuggest', () => {
  it('suggests queries, products and attributes without a key', async () => {
    const { status, json } = await suggest('q=kes&catalog_views=lighting_en');
    expect(status).toBe(200);
    expect(json.queryContext).toEqual({ originalQuery: 'kes' });
    const [group] = json.suggestionGroups;
    expect(group).toMatchObject({ catalogName: 'lighting_en', view: 'default' });
    expect(group.attributeSuggestions).toContainEqual({
      name: 'brand',
      value: 'Kestrel',
      attributeType: 'text',
    });
  });

  it('names a category twice, with its type', async () => {
    const { json } = await suggest('q=sofa&catalog_views=lighting_en');
    const [group] = json.suggestionGroups;
    expect(group.attributeSuggestions).toContainEqual({
      name: 'Sofas',
      value: 'Sofas',
      attributeType: 'category',
    });
  });

  it('completes the titles of products', async () => {
    const { json } = await suggest('q=coffee%20ta&catalog_views=lighting_en');
    const [group] = json.suggestionGroups;
    expect(group.querySuggestions.length).toBeGreaterThan(0);
    expect(group.searchSuggestions[0]).toMatchObject({
      pid: expect.any(String),
      title: expect.stringMatching(/coffee table/i),
      url: expect.any(String),
      sale_price: expect.any(Number),
    });
  });

  it('has a group for each catalog and view', async () => {
    const { json } = await suggest('q=guide&catalog_views=lighting_en:store_nl,store_uk|guides_en');
    expect(
      json.suggestionGroups.map(({ catalogName, view }: { catalogName: string; view: string }) => [
        catalogName,
        view,
      ]),
    ).toEqual([
      ['lighting_en', 'store_nl'],
      ['lighting_en', 'store_uk'],
      ['guides_en', 'default'],
    ]);
  });

  it.each([
    ['q=a&catalog_views=nowhere', 400, 'catalog_views nowhere is unknown'],
    ['q=a', 400, 'catalog_views is required'],
    ['q=a&catalog_views=lighting_en&auth_key=wrong', 403, 'auth_key is not valid'],
  ])('refuses %s', async (query, status, message) => {
    const answer = await suggest(query);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ status_code: status, message });
  });
});
