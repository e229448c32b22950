import { describe, expect, it } from 'vitest';
import type { SearchSettings } from '../../../src/engine/engine.ts';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { ENGINES, SearchedCatalog, startEngine } from './engines.ts';

/** The feed's own text, so that digits can be told apart. */
const LAMP = `{
  "attributes": {"title": "Oakley floor lamp", "price": 120.00, "url": "https://shop.example/p/oakley", "availability": true,
    "brand": null, "tags": ["new"], "weight": 12345678901234567890, "material": "oak",
    "store_location": [{"lat": 52.37, "lon": 4.9}, {"lat": 51.9, "lon": 4.5}]},
  "variants": {
    "L-9-OAK": {"attributes": {"color": "Oak", "size": "160 cm", "price": 120.0, "sale_price": 99.50,
      "swatch_image": "https://img.example/oak.jpg", "thumb_images": ["https://img.example/1.jpg"]}},
    "L-9-BLK": {"attributes": {"color": "Black", "size": "160 cm", "price": "125.00", "finish": "matt"}}
  },
  "views": {
    "store_nl": {
      "attributes": {"title": "Oakley vloerlamp", "price": 129.9, "material": null},
      "variants": {"L-9-OAK": {"exclude_from_view": true}, "L-9-BLK": {"attributes": {"price": 134}}}
    },
    "store_be": {"attributes": {"availability": false}}
  }
}`;
const CHAIR = { attributes: { title: 'Chair', price: 5, tags: 'old' } };

describe.each(ENGINES)('a hit of the $name engine', ({ open }) => {
  const { engine } = startEngine(open);
  const openCatalog = (catalog: Record<string, unknown>, settings: Partial<SearchSettings> = {}) =>
    SearchedCatalog.of(engine, catalog, settings);
  const text = async (
    changes: Partial<SearchQuery>,
    catalog: Record<string, unknown> = { 'L-9': LAMP, 'L-8': CHAIR },
  ) => {
    const searched = await openCatalog(catalog);
    return (await searched.search({ recall: { kind: 'ids', ids: ['L-9'] }, ...changes })).hits[0]?.json;
  };

  it('holds the wanted fields that the product has, in the order asked for, with the digits of the feed', async () => {
    expect(await text({ fields: ['price', 'pid', 'brand', 'no_such', 'weight', 'title'] })).toBe(
      '{"price":120.00,"pid":"L-9","weight":12345678901234567890,"title":"Oakley floor lamp",' +
        '"variants":[]}',
    );
  });

  it('names a group of numbers by the digits of the feed', async () => {
    const bulb = (watts: string) => `{"attributes": {"title": "Bulb", "watts": ${watts}}}`;
    const searched = await openCatalog({
      a: bulb('12.50'),
      b: bulb('12345678901234567890'),
      c: bulb('12.50'),
    });
    const { groups } = await searched.search({ group: { field: 'watts', limit: 2, offset: 0 } });
    expect(groups?.map(({ value, total }) => [value, total]).sort()).toEqual([
      ['12.50', 2],
      ['12345678901234567890', 1],
    ]);
  });

  it('never shows availability or views', async () => {
    expect(await text({ fields: ['pid', 'availability', 'views'] })).toBe('{"pid":"L-9","variants":[]}');
  });

  it('rolls colors, sizes and price ranges up from the variants', async () => {
    const fields = ['colors', 'color_groups', 'sizes', 'price_range', 'sale_price_range'];
    expect(await text({ fields })).toContain(
      '{"colors":["Oak","Black"],"color_groups":[],"sizes":["160 cm"],' +
        '"price_range":[120.0,125.00],"sale_price_range":[99.50,125.00],',
    );
  });

  it('gives colors and sizes as lists also where the feed gives one text', async () => {
    const stool = { attributes: { title: 'Stool', price: 1, colors: 'Green', sizes: 'S' } };
    expect(await text({ fields: ['colors', 'sizes'] }, { 'L-9': stool })).toContain(
      '{"colors":["Green"],"sizes":["S"],',
    );
  });

  it('brings the first matching variant of the feed to the front, whatever the form of its id', async () => {
    const variants = '{"20":{"attributes":{"color":"Silver"}},"B":{"attributes":{"color":"Oak"}},';
    const sofa = `{"attributes":{"title":"Sofa","price":1},"variants":${variants}"10":{"attributes":{"color":"Oak"}}}}`;
    const filter = (value: string): Partial<SearchQuery> => ({
      fields: ['pid', 'skuid'],
      facetFilters: [{ field: 'sku_color', anyOf: [{ kind: 'value', value }] }],
    });
    const hit = (order: string) => `{"pid":"L-9","variants":[${order}]}`;
    expect(await text(filter('Silver'), { 'L-9': sofa })).toBe(
      hit('{"skuid":"20"},{"skuid":"B"},{"skuid":"10"}'),
    );
    expect(await text(filter('Oak'), { 'L-9': sofa })).toBe(
      hit('{"skuid":"B"},{"skuid":"20"},{"skuid":"10"}'),
    );
    const byId = { field: 'skuid', anyOf: [{ kind: 'value', value: '10' }] } as const;
    expect(await text({ fields: ['pid', 'skuid'], facetFilters: [byId] }, { 'L-9': sofa })).toBe(
      hit('{"skuid":"10"},{"skuid":"20"},{"skuid":"B"}'),
    );
    const oak = { field: 'sku_color', anyOf: [{ kind: 'value', value: 'Oak' }] } as const;
    expect(await text({ fields: ['pid'], facetFilters: [byId, oak] }, { 'L-9': sofa })).toContain('L-9');
  });

  it('lists the asked fields of each variant and no other, images as arrays', async () => {
    const fields = ['pid', 'sku_color', 'sku_price', 'sku_swatch_images', 'sku_thumb_images', 'sku_finish'];
    expect(await text({ fields })).toBe(
      '{"pid":"L-9","variants":[' +
        '{"sku_color":"Oak","sku_price":120.0,' +
        '"sku_swatch_images":["https://img.example/oak.jpg"],"sku_thumb_images":["https://img.example/1.jpg"]},' +
        '{"sku_color":"Black","sku_price":125.00,"sku_finish":"matt"}]}',
    );
    expect(await text({ fields: ['sku_finish', 'skuid'] })).toBe(
      '{"variants":[{"skuid":"L-9-OAK"},{"sku_finish":"matt","skuid":"L-9-BLK"}]}',
    );
  });

  it('shows what the feed has as text as a number where the field holds numbers, with its digits', async () => {
    const feed = `{"attributes":{"title":"7","price":" 12.50","sale_price":"012.10","rating":"4.90","size":"12",
        "weights":["1.0",2.50,"heavy"],"code":"0x10","length":".50"},
      "variants":{"a":{"attributes":{"price":"5.","stock":"3"}},"b":{"attributes":{"price":"0x10","stock":4}}}}`;
    const other = { attributes: { title: 'B', price: 'cheap', rating: 4.5, weights: 1, code: 1, length: 2 } };
    const fields = ['title', 'price', 'sale_price', 'rating', 'size', 'weights', 'code', 'length'];
    const catalog = { 'L-9': feed, 'L-8': other };
    expect(await text({ fields }, catalog)).toBe(
      '{"title":"7","price":12.50,"sale_price":12.10,"rating":4.90,"size":"12","weights":["1.0",2.50,"heavy"],' +
        '"code":16,"length":0.50,"variants":[]}',
    );
    expect(await text({ fields: ['price_range', 'sku_price', 'sku_stock'] }, catalog)).toBe(
      '{"price_range":[5,16],"variants":[{"sku_price":5,"sku_stock":3},{"sku_price":16,"sku_stock":4}]}',
    );
    expect(await text({ recall: { kind: 'ids', ids: ['L-8'] }, fields: ['price', 'weights'] }, catalog)).toBe(
      '{"price":"cheap","weights":[1],"variants":[]}',
    );
  });

  it('has the variant that a filter on variants asks for in front', async () => {
    const facetFilters = [{ field: 'sku_color', anyOf: [{ kind: 'value' as const, value: 'Black' }] }];
    expect(await text({ fields: ['pid', 'skuid'], facetFilters })).toBe(
      '{"pid":"L-9","variants":[{"skuid":"L-9-BLK"},{"skuid":"L-9-OAK"}]}',
    );
  });

  it('makes a field that is a list somewhere a list everywhere', async () => {
    expect(await text({ recall: { kind: 'ids', ids: ['L-8'] }, fields: ['tags'] })).toBe(
      '{"tags":["old"],"variants":[]}',
    );
  });

  it('makes images that are a list somewhere a list everywhere, and no more of them', async () => {
    const pictured = (thumb_image: unknown) => ({ attributes: { title: 'Lamp', thumb_image } });
    const catalog = await openCatalog({
      A: pictured('1.jpg'),
      B: pictured(['1.jpg', '2.jpg']),
      C: pictured(null),
    });
    const facets = { fields: 'auto' as const, ranges: ['thumb_image'], prefixes: {}, limit: 10 };
    const isMissing = { field: 'thumb_image', anyOf: [{ kind: 'missing' as const }] };
    const asked = { fields: ['thumb_image'], sort: [{ field: 'thumb_image', direction: 'desc' as const }] };
    const found = await catalog.search({ ...asked, facets, facetFilters: [isMissing] });
    expect(found.hits.map(({ json }) => json)).toEqual([
      '{"thumb_image":["1.jpg"],"variants":[]}',
      '{"thumb_image":["1.jpg","2.jpg"],"variants":[]}',
      '{"variants":[]}',
    ]);
    expect(found.facets).toEqual([
      { kind: 'category', field: 'category', values: [] },
      { kind: 'text', field: 'thumb_image', values: [] },
    ]);
  });

  it('shows the values of the view, not its nulls, without what the view takes away', async () => {
    const fields = ['title', 'price', 'material', 'price_range', 'sku_price'];
    expect(await text({ viewId: 'store_nl', fields })).toBe(
      '{"title":"Oakley vloerlamp","price":129.9,"material":"oak","price_range":[134,134],"variants":[{"sku_price":134}]}',
    );
  });

  it('shows base values where the view has no entry, or nothing, as the setting says', async () => {
    const catalog = { 'L-9': LAMP, 'L-8': CHAIR };
    expect(await (await openCatalog(catalog)).ids({ viewId: 'store_nl' })).toEqual(['L-8', 'L-9']);
    expect(
      await (await openCatalog(catalog, { showProductsOutsideView: false })).ids({ viewId: 'store_nl' }),
    ).toEqual(['L-9']);
    expect(await (await openCatalog(catalog)).ids({ viewId: 'unheard_of' })).toEqual(['L-8', 'L-9']);
  });

  it('is gone in a view where it is unavailable, and only there', async () => {
    const catalog = await openCatalog({ 'L-9': LAMP, 'L-8': CHAIR });
    expect(await catalog.ids({ viewId: 'store_be' })).toEqual(['L-8']);
    expect(await catalog.ids()).toEqual(['L-8', 'L-9']);
  });

  it('tells the distance to the nearest store beside the other fields', async () => {
    const geo = { lat: 51.9, lon: 4.5, maxDistance: null, unit: 'km' as const };
    expect(await text({ fields: ['pid', 'store_lat_lon'], geo })).toContain(
      '{"pid":"L-9","store_lat_lon.distance":0,',
    );
    expect(await text({ fields: ['pid', 'store_lat_lon'] })).not.toContain('store_lat_lon');
    const miles = await text({ fields: ['store_lat_lon'], geo: { ...geo, lat: 52.9, unit: 'mi' } });
    const distance = (JSON.parse(miles ?? '') as Record<string, number>)['store_lat_lon.distance'];
    // From 52.9, 4.5 to the store at 52.37, 4.9: 64.84 km.
    expect(distance).toBeCloseTo(64.84 / 1.609344, 1);
  });

  it('of an item has its id and no variants', async () => {
    const catalog = await openCatalog(
      { 'how-to': { attributes: { item_title: 'How to', url: '/how-to' } } },
      { family: 'items' },
    );
    expect((await catalog.search({ fields: ['item_id', 'item_title'] })).hits[0]?.json).toBe(
      '{"item_id":"how-to","item_title":"How to"}',
    );
  });
});
