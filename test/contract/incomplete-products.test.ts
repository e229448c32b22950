import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JSON_PATCH, line, type Target, target } from './target.ts';

let service: Target;
beforeAll(async () => {
  service = await target();
});
afterAll(() => service.stop());

const without = (id: string, ...names: string[]) =>
  line(id, Object.fromEntries(names.map((name) => [name, null])));

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function control(at: string): Promise<any> {
  const { origin } = new URL(service.emulator?.ready.catalogUrl ?? '');
  return (await fetch(`${origin}/_brctl/${at}`)).json();
}

async function loaded(method: 'PUT' | 'PATCH', body: string, headers = {}) {
  const { id, status } = await service.ended(await service.send(method, body, headers));
  expect(status).toBe('success');
  return control(`jobs/${id}`);
}

async function indexed() {
  const answer = await service.call('POST', '/accounts/4242/catalogs/lighting_en/indexes');
  return control(`jobs/${(await service.ended(answer)).id}`);
}

async function shown(): Promise<string[]> {
  const { response } = await control(
    'catalogs/lighting_en/search?request_type=search&search_type=keyword&q=*&fl=pid',
  );
  return response.docs.map(({ pid }: { pid: string }) => pid).sort();
}

const explained = (id: string) => control(`catalogs/lighting_en/explain/${id}?q=*`);

describe('a product without title, price or url (doc: the index skips it; counters of public-facts B9)', () => {
  test('is taken by a PUT, warned of in its job, left out by the index run and counted there', async () => {
    const job = await loaded(
      'PUT',
      line('whole') + without('untitled', 'title') + without('bare', 'title', 'price', 'url'),
    );
    expect(job.message).toBe(
      '2 products have no title, price or url and will not be indexed; first: "untitled" (line 2, no title)',
    );
    expect(job.stats).toEqual({
      patch_operation_count: 3,
      incomplete_products_count: 2,
      products_no_title_count: 2,
      invalid_products_no_price_data_count: 1,
      products_no_url_count: 1,
    });
    const run = await indexed();
    expect(run.message).toBe('2 products not indexed: 2 without title, 1 without price, 1 without url');
    expect(run.stats).toEqual({
      search_product_count: 1,
      incomplete_products_count: 2,
      products_no_title_count: 2,
      invalid_products_no_price_data_count: 1,
      products_no_url_count: 1,
    });
    const again = await indexed();
    expect(again.stats).toEqual(run.stats);
    expect(again.message).toMatch(
      /^nothing has changed since version \d+ was published; 2 products not index/,
    );
    expect(await shown()).toEqual(['whole']);
    expect(Object.keys(await service.stored())).toHaveLength(3);
  });

  test('tells of values of another type, and of members that a record has not, by line and column', async () => {
    const nowhere = line('p', { store_location: [{ lat: 95, lon: 4 }] });
    expect((await loaded('PUT', line('whole') + nowhere)).message).toMatch(
      /^1 warning; first: line 2: 'store_location' should be an array of .* \(column \d+, product "p"\)$/,
    );
    const item = '{"op":"add","path":"/products/q","value":{"attributes":{},"stock":{}}}\n';
    expect((await loaded('PATCH', item)).message).toMatch(
      /^1 warning; first: line 1: a product has no member 'stock' \(column 59, product "q"\); 1 product has no title/,
    );
  });

  test('is explained by the gate "valid"', async () => {
    await loaded('PUT', line('whole') + without('bare', 'title', 'url'));
    await indexed();
    const { found, code, gates } = await explained('bare');
    expect({ found, code }).toEqual({ found: false, code: 'explain.incomplete' });
    expect(gates.find(({ gate }: { gate: string }) => gate === 'valid')).toEqual({
      gate: 'valid',
      state: 'failed',
      code: 'explain.incomplete',
      message: 'no title, no url: the index run leaves the product out',
    });
    expect((await explained('whole')).code).toBe('explain.found');
  });

  test('comes and goes with what deltas make of it', async () => {
    await loaded('PUT', line('a') + line('b') + without('c', 'url'));
    await indexed();
    const remove = (id: string) => `{"op":"remove","path":"/products/${id}/attributes/title"}`;
    const url = '{"op":"add","path":"/products/c/attributes/url","value":"u"}';
    const job = await loaded('PATCH', `[${remove('a')},\n${url}]`, JSON_PATCH);
    expect(job.stats).toMatchObject({ incomplete_products_count: 1, products_no_title_count: 1 });
    expect((await indexed()).stats).toMatchObject({ search_product_count: 2, products_no_url_count: 0 });
    expect(await shown()).toEqual(['b', 'c']);
    await loaded('PATCH', `${line('a')}{"op":"remove","path":"/products/b"}\n`);
    expect((await indexed()).stats).toMatchObject({ search_product_count: 2, incomplete_products_count: 0 });
    expect(await shown()).toEqual(['a', 'c']);
    await loaded('PATCH', without('c', 'price') + without('d', 'price'));
    await indexed();
    await loaded('PATCH', '{"op":"remove","path":"/products/d"}\n');
    expect((await indexed()).stats).toMatchObject({ search_product_count: 1, incomplete_products_count: 1 });
    expect(await shown()).toEqual(['a']);
  });

  test('has its price where a variant or a view has one', async () => {
    const priced = { attributes: { price: 5 } };
    const record = (more: object) => ({ attributes: { title: 'T', url: 'u' }, ...more });
    const add = (id: string, more: object) =>
      `${JSON.stringify({ op: 'add', path: `/products/${id}`, value: record(more) })}\n`;
    await loaded(
      'PUT',
      add('variant', { variants: { v: priced } }) + add('view', { views: { nl: priced } }) + add('none', {}),
    );
    expect((await indexed()).stats).toMatchObject({ invalid_products_no_price_data_count: 1 });
    expect(await shown()).toEqual(['variant', 'view']);
  });

  test('within a PUT counts as what later operations make of it', async () => {
    const title = '{"op":"add","path":"/products/a/attributes/title","value":"T"}\n';
    const noUrl = '{"op":"add","path":"/products/b/attributes/url","value":null}\n';
    const job = await loaded('PUT', without('a', 'title') + line('b') + title + noUrl);
    expect(job.stats).toMatchObject({ products_no_title_count: 0, products_no_url_count: 1 });
    await indexed();
    expect(await shown()).toEqual(['a']);
  });

  test('malformed is what is no operation: nothing of the load is stored', async () => {
    await loaded('PUT', line('kept'));
    for (const body of ['oops', '{"op":"add","path":"/products/a"}', '{"op":"add","path":"/x","value":1}']) {
      const job = await service.ended(await service.send('PUT', `${line('new')}${body}\n`));
      expect(job.status).toBe('failed');
    }
    expect(Object.keys(await service.stored())).toEqual(['/products/kept']);
  });
});
