import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isLive, JSON_PATCH, line, SFTP_PATHS, type Target, target } from './target.ts';

let service: Target;
beforeAll(async () => {
  service = await target({ maxOperations: 50 });
});
afterAll(() => service.stop());

const BASE = {
  attributes: { title: 'Floor lamp', price: 120, url: 'https://shop.example/p/9', color: 'oak' },
  variants: { oak: { attributes: { size: 'L', price: 120 } }, black: { attributes: { size: 'L' } } },
  views: { nl: { attributes: { title: 'Vloerlamp' }, variants: { oak: { attributes: { price: 1 } } } } },
};

beforeEach(async () => {
  const body = `${JSON.stringify({ op: 'add', path: '/products/9', value: BASE })}\n${line('other')}`;
  await service.ended(await service.send('PUT', body));
});

const patch = async (...operations: object[]) =>
  service.ended(await service.send('PATCH', operations.map((each) => JSON.stringify(each)).join('\n')));

describe('PATCH …/products (not confirmed live)', () => {
  /** Every addressable component: path, value of an add, what add and remove leave (doc: public-facts B5). */
  const components: [string, unknown, (record: Record<string, unknown>) => unknown][] = [
    ['/attributes', { title: 'T', price: 1, url: 'u' }, (record) => record.attributes],
    ['/attributes/color', 'black', ({ attributes }) => at(attributes, 'color')],
    ['/variants', { new: { attributes: {} } }, (record) => record.variants],
    ['/variants/oak', { attributes: { size: 'S' } }, ({ variants }) => at(variants, 'oak')],
    ['/variants/oak/attributes', { size: 'M' }, ({ variants }) => at(variants, 'oak', 'attributes')],
    ['/variants/oak/attributes/size', 'XL', ({ variants }) => at(variants, 'oak', 'attributes', 'size')],
    ['/views', { de: { attributes: {} } }, (record) => record.views],
    ['/views/nl', { attributes: { title: 'Lamp' } }, ({ views }) => at(views, 'nl')],
    ['/views/nl/attributes', { title: 'Lamp' }, ({ views }) => at(views, 'nl', 'attributes')],
    ['/views/nl/attributes/title', 'Lamp', ({ views }) => at(views, 'nl', 'attributes', 'title')],
    ['/views/nl/variants', {}, ({ views }) => at(views, 'nl', 'variants')],
    ['/views/nl/variants/oak', { attributes: {} }, ({ views }) => at(views, 'nl', 'variants', 'oak')],
    [
      '/views/nl/variants/oak/attributes',
      { price: 2 },
      ({ views }) => at(views, 'nl', 'variants', 'oak', 'attributes'),
    ],
    [
      '/views/nl/variants/oak/attributes/price',
      3,
      ({ views }) => at(views, 'nl', 'variants', 'oak', 'attributes', 'price'),
    ],
    [
      '/views/nl/variants/oak/exclude_from_view',
      true,
      ({ views }) => at(views, 'nl', 'variants', 'oak', 'exclude_from_view'),
    ],
  ];

  test.skipIf(isLive).each(components)('adds and removes %s', async (component, value, pick) => {
    const path = `/products/9${component}`;
    expect(await patch({ op: 'add', path, value })).toMatchObject({
      type: 'ingest delta',
      status: 'success',
    });
    expect(pick((await service.stored())['/products/9'] as never)).toEqual(value);
    expect((await patch({ op: 'remove', path })).status).toBe('success');
    expect(pick((await service.stored())['/products/9'] as never)).toBeUndefined();
  });

  test.skipIf(isLive)('add of a whole product replaces it, variants and views included', async () => {
    const value = { attributes: { title: 'Plain', price: 1, url: 'u' } };
    await patch({ op: 'add', path: '/products/9', value });
    expect((await service.stored())['/products/9']).toEqual(value);
  });

  test.skipIf(isLive)('remove of a product removes its variants and views with it', async () => {
    await patch({ op: 'remove', path: '/products/9' });
    expect(Object.keys(await service.stored())).toEqual(['/products/other']);
  });

  test.skipIf(isLive)('applies operations in order', async () => {
    const path = '/products/9/attributes/color';
    await patch({ op: 'add', path, value: 'a' }, { op: 'remove', path }, { op: 'add', path, value: 'c' });
    expect((await service.stored())['/products/9']).toMatchObject({ attributes: { color: 'c' } });
  });

  test.skipIf(isLive).each([
    ['remove of a product that is not there', { op: 'remove', path: '/products/none' }],
    [
      'an attribute of a product that is not there',
      { op: 'add', path: '/products/none/attributes/price', value: 1 },
    ],
    ['remove of an attribute that is not there', { op: 'remove', path: '/products/9/attributes/none' }],
    [
      'an attribute of a variant that is not there',
      { op: 'add', path: '/products/9/variants/none/attributes/a', value: 1 },
    ],
    ['an operation that does not exist', { op: 'replace', path: '/products/9', value: BASE }],
    ['a path that addresses nothing', { op: 'add', path: '/products/9/nothing', value: 1 }],
    ['add without a value', { op: 'add', path: '/products/9/attributes/price' }],
    ['a record without attributes', { op: 'add', path: '/products/n', value: {} }],
    ['an item', { op: 'add', path: '/items/9', value: { attributes: {} } }],
  ])('applies nothing of a delta with %s', async (_what, operation) => {
    const before = await service.stored();
    const job = await patch({ op: 'add', path: '/products/9/attributes/color', value: 'lost' }, operation);
    expect(job.status).toBe('failed');
    expect(await service.why(job)).toEqual({
      error_code: 'invalid_patch',
      message: expect.stringMatching(/^Line 2: /),
    });
    expect(await service.stored()).toEqual(before);
  });

  test.skipIf(isLive)('takes as many operations as the account may, and not one more', async () => {
    const lines = Array.from({ length: 50 }, (_, at) => line(`n${at}`));
    expect((await service.ended(await service.send('PATCH', lines.join('')))).status).toBe('success');
    const job = await service.ended(await service.send('PATCH', lines.join('') + line('more')));
    expect(job.status).toBe('failed');
    expect(await service.why(job)).toEqual({
      error_code: 'too_many_operations',
      message: 'Line 51: more than 50 operations in one delta job',
    });
  });

  test.skipIf(isLive)('takes a JSON Patch array and SFTP files, all files or none', async () => {
    const array = JSON.stringify([{ op: 'add', path: '/products/9/attributes/color', value: 'array' }]);
    expect((await service.ended(await service.send('PATCH', array, JSON_PATCH))).status).toBe('success');
    service.upload('good.jsonl', line('from-file'));
    service.upload('bad.jsonl', `${line('also')}{"op":"remove","path":"/products/none"}\n`);
    const both = await service.ended(await service.send('PATCH', '["good.jsonl","bad.jsonl"]', SFTP_PATHS));
    expect(both.status).toBe('failed');
    expect(await service.why(both)).toEqual({
      error_code: 'invalid_patch',
      message: expect.stringMatching(/^bad\.jsonl: Line 2: /),
    });
    expect(Object.keys(await service.stored())).not.toContain('/products/from-file');
    const one = await service.ended(await service.send('PATCH', '["good.jsonl"]', SFTP_PATHS));
    expect(one.status).toBe('success');
    expect(Object.keys(await service.stored())).toContain('/products/from-file');
  });
});

describe('PUT and PATCH …/items (not confirmed live)', () => {
  const items = (catalog: string) => `/accounts/${service.accountId}/catalogs/${catalog}/items`;
  const JSONL = { 'content-type': 'application/json-patch+jsonlines' };
  const guide = '{"op":"add","path":"/items/g","value":{"attributes":{"item_title":"How to hang a lamp"}}}';

  test.skipIf(isLive)('load a content catalog', async () => {
    const put = await service.ended(await service.call('PUT', items('guides'), guide, JSONL));
    expect(put).toMatchObject({ status: 'success', type: 'ingest full', catalog_name: 'guides' });
    const change = '{"op":"add","path":"/items/g/attributes/item_title","value":"How to hang it"}';
    const changed = await service.ended(await service.call('PATCH', items('guides'), change, JSONL));
    expect(changed.status).toBe('success');
  });

  test.skipIf(isLive)('are refused for a catalog that holds products', async () => {
    const answer = await service.call('PATCH', items('lighting_en'), guide, JSONL);
    expect(answer.status).toBe(400);
    expect(answer.json.details[0].detail).toBe(
      'catalog "lighting_en" holds products: send its loads to .../products',
    );
  });

  test.skipIf(isLive)('have no variants', async () => {
    const operation = '{"op":"add","path":"/items/g/variants","value":{}}';
    const job = await service.ended(await service.call('PUT', items('guides'), operation, JSONL));
    expect(job.status).toBe('failed');
    expect((await service.why(job)).message).toMatch(/^Line 1: an item has no variants /);
    const whole = '{"op":"add","path":"/items/g","value":{"attributes":{"title":"G"},"variants":{"v":{}}}}';
    const warned = await service.ended(await service.call('PUT', items('leaflets'), whole, JSONL));
    expect(warned.status).toBe('success');
    expect((await service.why(warned)).message).toContain("an item has no member 'variants'");
  });
});

function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}
