import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FrontEnd, startFrontEnd } from '../../src/server/front-end.ts';
import { type Emulator, startEmulator } from '../../src/server/server.ts';

/** Addresses of a cluster's nodes, separated by commas. */
const CLUSTER = process.env.BRCTL_TEST_OPENSEARCH;
const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const CATALOGS = { lamps_en: 'catalog.jsonl', guides_en: 'guides.jsonl' };

test('the role ingest needs an engine that others search with', async () => {
  await expect(startEmulator({ role: 'ingest' })).rejects.toMatchObject({
    kind: 'usage',
    code: 'serve.engine_not_shared',
  });
});

test('a process that only searches needs one, too', async () => {
  await expect(startFrontEnd({})).rejects.toMatchObject({ code: 'serve.engine_not_shared' });
});

describe.skipIf(CLUSTER === undefined)('on a cluster (BRCTL_TEST_OPENSEARCH)', () => {
  const cluster = { urls: (CLUSTER ?? '').split(',') };
  const environment = `front-${Date.now()}`;
  const shared = { environment, engine: { kind: 'opensearch' as const, cluster } };
  let ingest: Emulator;
  let front: FrontEnd;

  beforeAll(async () => {
    const load = Object.entries(CATALOGS).map(([catalog, file]) => ({
      catalog,
      files: [path.join(fixtures, file)],
    }));
    const answers = { facetLimit: 7, redirects: { returns: 'https://shop.example/returns' } };
    const search = { synonyms: [['couch', 'sofa']] };
    ingest = await startEmulator({ ...shared, role: 'ingest', load, answers, search });
    front = await startFrontEnd(shared);
  });
  afterAll(async () => {
    await front?.stop();
    await ingest?.stop();
  });

  const originOf = ({ ready }: Pick<Emulator | FrontEnd, 'ready'>) => new URL(ready.searchUrl).origin;
  const caller = () => {
    const { env } = ingest.ready;
    return { account_id: env.BRCTL_ACCOUNT_ID ?? '', auth_key: env.BRCTL_AUTH_KEY ?? '' };
  };

  async function answerOf(of: Pick<Emulator | FrontEnd, 'ready'>, at: string, asked: Record<string, string>) {
    const response = await fetch(`${originOf(of)}${at}?${new URLSearchParams(asked)}`);
    const { status, headers } = response;
    return { status, type: headers.get('content-type'), body: await response.text() };
  }

  const search = (changes: Record<string, string>) => ({
    ...caller(),
    domain_key: 'lamps_en',
    request_type: 'search',
    search_type: 'keyword',
    q: 'lamp',
    fl: 'pid,title,brand,price,url,sku_color',
    url: 'https://shop.example/',
    ...changes,
  });
  const pathways = (changes: Record<string, string>) => ({
    ...caller(),
    domain_key: 'lamps_en',
    fields: 'pid,title,price',
    url: 'https://shop.example/',
    ...changes,
  });

  test.each<[string, string, () => Record<string, string>]>([
    [
      'a search with facets',
      '/api/v1/core/',
      () => search({ 'facet.range': 'price', 'stats.field': 'price' }),
    ],
    ['a synonym', '/api/v1/core/', () => search({ q: 'couch' })],
    ['everything, sorted', '/api/v1/core/', () => search({ q: '*', sort: 'price desc', rows: '50' })],
    ['filters', '/api/v1/core/', () => search({ q: '*', fq: 'price:[10 TO 200]', efq: 'color:("black")' })],
    ['groups', '/api/v1/core/', () => search({ q: '*', groupby: 'brand' })],
    ['a redirect', '/api/v1/core/', () => search({ q: 'returns' })],
    ['a typing error', '/api/v1/core/', () => search({ q: 'lmap' })],
    [
      'content',
      '/api/v1/core/',
      () => search({ catalog_name: 'guides_en', q: 'light', fl: 'item_id,title' }),
    ],
    ['a wrong parameter', '/api/v1/core/', () => search({ rows: 'many' })],
    ['a wrong key', '/api/v1/core/', () => search({ auth_key: 'wrong' })],
    ['an unknown account', '/api/v1/core/', () => search({ account_id: '1' })],
    ['an unknown catalog', '/api/v1/core/', () => search({ domain_key: 'chairs' })],
    [
      'suggestions',
      '/api/v2/suggest/',
      () => ({ ...caller(), request_type: 'suggest', q: 'la', catalog_views: 'lamps_en' }),
    ],
    ['a keyword widget', '/api/v2/widgets/keyword/w1', () => pathways({ query: 'lamp' })],
    ['the list of widgets', '/api/v1/merchant/widgets', () => caller()],
    ['a path that does not exist', '/api/v1/nowhere', () => caller()],
  ])('answers %s with the same bytes as the ingest node', async (_name, at, asked) => {
    const expected = await answerOf(ingest, at, asked());
    const given = await answerOf(front, at, asked());
    const anonymous = ({ body, ...rest }: typeof given) => ({
      ...rest,
      // Made anew for each answer.
      body: body.replace(/"(rid|request_id|query_time|response_time)":"?[^",}]*"?/g, '"$1":0'),
    });
    expect(anonymous(given)).toEqual(anonymous(expected));
    expect(given.status).toBeLessThan(500);
  });

  test('answers the widget of a page', async () => {
    const { env } = ingest.ready;
    const asked = {
      acct_id: env.BRCTL_ACCOUNT_ID ?? '',
      acct_auth: env.BRCTL_ACCT_AUTH ?? '',
      ptype: 'search',
      url: 'https://shop.example/search?q=lamp',
      ref: '',
      user_agent: 'Mozilla/5.0',
      output_format: 'json',
    };
    const [expected, given] = await Promise.all(
      [ingest, front].map((of) => answerOf(of, '/v3/fetch_widget', asked)),
    );
    const anonymous = (body = '') => body.replace(/\bR[0-9a-f]{8}/g, '');
    expect(given?.status).toBe(200);
    expect(anonymous(given?.body)).toBe(anonymous(expected?.body));
  });

  const catalogCall = (of: string, method: string, at: string, body?: string) =>
    fetch(`${of}/dataconnect/api/v1/accounts/${caller().account_id}/catalogs/${at}`, {
      method,
      headers: {
        authorization: `Bearer ${ingest.ready.env.BRCTL_API_KEY}`,
        'content-type': 'application/json-patch+json',
      },
      ...(body !== undefined && { body }),
    });

  async function publish(catalog: string, id: string, title: string): Promise<void> {
    const value = { attributes: { title, price: 1, url: `https://shop.example/${id}` } };
    const operations = [{ op: 'add', path: `/products/${id}`, value }];
    const origin = originOf(ingest);
    await catalogCall(origin, 'PATCH', `${catalog}/products`, JSON.stringify(operations));
    await catalogCall(origin, 'POST', `${catalog}/indexes`);
    await ingest.catalogs.settled();
    expect(ingest.catalogs.jobs().filter(({ state }) => state !== 'success')).toEqual([]);
  }

  /** The ids found, once there are any. */
  async function found(asked: Record<string, string>): Promise<string[]> {
    for (;;) {
      const { status, body } = await answerOf(front, '/api/v1/core/', asked);
      const docs: { pid: string }[] = status === 200 ? JSON.parse(body).response.docs : [];
      if (docs.length > 0) return docs.map(({ pid }) => pid);
    }
  }

  test('follows a publication', async () => {
    await publish('lamps_en', 'new-1', 'zeppelin');
    expect(await found(search({ q: 'zeppelin' }))).toEqual(['new-1']);
  });

  test('follows a catalog that is new, and a full build in place of the one before', async () => {
    await publish('chairs_en', 'c-1', 'stool');
    expect(await found(search({ domain_key: 'chairs_en', q: 'stool' }))).toEqual(['c-1']);
    const operations = [
      {
        op: 'add',
        path: '/products/c-2',
        value: { attributes: { title: 'throne', price: 2, url: 'https://s.example/2' } },
      },
    ];
    await catalogCall(originOf(ingest), 'PUT', 'chairs_en/products', JSON.stringify(operations));
    await catalogCall(originOf(ingest), 'POST', 'chairs_en/indexes');
    // While the front end may still know the index that is going: no search fails.
    const statuses = new Set<number>();
    let isSettled = false;
    const settled = ingest.catalogs.settled().then(() => {
      isSettled = true;
    });
    for (let after = 0; after < 20; after += isSettled ? 1 : 0)
      statuses.add(
        (await answerOf(front, '/api/v1/core/', search({ domain_key: 'chairs_en', q: '*' }))).status,
      );
    await settled;
    expect([...statuses]).toEqual([200]);
    expect(await found(search({ domain_key: 'chairs_en', q: 'throne' }))).toEqual(['c-2']);
  });

  test('refuses what belongs to the ingest node, and says so', async () => {
    const response = await catalogCall(originOf(front), 'PATCH', 'lamps_en/products', '[]');
    expect(response.status).toBe(421);
    expect(await response.json()).toEqual({
      details: [
        {
          type: 'catalogs/other_role',
          title: 'Another process does this',
          detail: 'this is a search node (--role search): send patch-products to the ingest node',
          class: 'error',
        },
      ],
    });
    expect((await fetch(`${originOf(front)}/_brctl/reset`, { method: 'POST' })).status).toBe(421);
    expect((await fetch(`${originOf(front)}/_brctl/ready`)).status).toBe(200);
  });

  test('two side by side answer the same', async () => {
    const second = await startFrontEnd(shared);
    try {
      const asked = search({ q: 'oak', rows: '50' });
      const [one, other] = await Promise.all(
        [front, second].map((of) => answerOf(of, '/api/v1/core/', asked)),
      );
      expect(other).toEqual(one);
    } finally {
      await second.stop();
    }
  });

  test('a second writer of a catalog is refused; a catalog of its own it may write', async () => {
    const second = await startEmulator({ ...shared, role: 'ingest' });
    const of = second.ready.env;
    const send = async (method: string, at: string, body?: string) => {
      const url = `${second.ready.catalogUrl}/accounts/${of.BRCTL_ACCOUNT_ID}/catalogs/${at}`;
      const headers = {
        authorization: `Bearer ${of.BRCTL_API_KEY}`,
        'content-type': 'application/json-patch+json',
      };
      await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    };
    try {
      const value = { attributes: { title: 'shade', price: 1, url: 'https://shop.example/s' } };
      const body = JSON.stringify([{ op: 'add', path: '/products/s', value }]);
      for (const catalog of ['lamps_en', 'shades_en']) {
        await send('PUT', `${catalog}/products`, body);
        await send('POST', `${catalog}/indexes`);
      }
      await second.catalogs.settled();
      const runs = second.catalogs.jobs().filter(({ type }) => type === 'index update');
      expect(runs.map(({ catalog, state }) => [catalog, state])).toEqual([
        ['lamps_en', 'failed'],
        ['shades_en', 'success'],
      ]);
      expect(runs[0]?.message).toMatch(
        /another process holds the write lease of catalog "lamps_en": process \d+ on /,
      );
      expect((await found(search({ q: 'lamp' }))).length).toBeGreaterThan(5);
    } finally {
      await second.stop();
    }
  });
});
