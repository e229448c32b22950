import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLive, line, type Target, target } from './target.ts';

let service: Target;
beforeAll(async () => {
  service = await target();
});
afterAll(() => service.stop());

/** An answer of a control call. */
async function control(path: string) {
  const answer = await fetch(new URL(`/_brctl/${path}`, service.emulator?.ready.searchUrl));
  return await answer.json();
}

/** Asks one of the service's other areas. */
async function ask(path: string, query: string): Promise<void> {
  const { BRCTL_AUTH_KEY: key, BRCTL_ACCT_AUTH: acctAuth } = service.emulator?.ready.env ?? {};
  const url = new URL(path, service.emulator?.ready.searchUrl);
  url.search = `account_id=4242&acct_id=4242&auth_key=${key}&acct_auth=${acctAuth}&domain_key=lighting_en&${query}`;
  expect((await fetch(url)).status).toBe(200);
}

/** The last call of an operation in the request log. */
async function lastCall(operation: string) {
  const { requests } = (await control(`requests?operation=${operation}&limit=1`)) as {
    requests: { id: string; jobId?: string; answeredFrom?: unknown }[];
  };
  return requests[0];
}

const indexes = () => `/accounts/${service.accountId}/catalogs/${service.catalog}/indexes`;

describe.skipIf(isLive)('from the request to the answer', () => {
  test('each step names the one before it', async () => {
    const load = await service.ended(await service.send('PUT', line('lamp')));
    await service.ended(await service.call('POST', indexes()));
    await service.ended(await service.send('PATCH', line('chair')));
    await ask('/api/v1/core/', 'request_type=search&search_type=keyword&q=lamp&fl=pid&url=u');

    const request = await lastCall('put-products');
    expect(request?.jobId).toBe(load.id);
    const job = (await control(`jobs/${load.id}`)) as { version: number; request_id: string };
    expect(job).toMatchObject({ request_id: request?.id, version: 1 });
    const index = await lastCall('post-indexes');
    expect(await control(`jobs/${index?.jobId}`)).toMatchObject({ type: 'index update', version: 1 });
    // The PATCH made version 2, which nothing has indexed.
    const search = await lastCall('get-search');
    expect(search?.answeredFrom).toMatchObject([{ catalog: 'lighting_en', version: 1 }]);
    expect(await control('requests?format=brief&limit=1')).toMatchObject({
      requests: [{ id: search?.id, answeredFrom: [{ catalog: 'lighting_en', version: 1 }] }],
    });
  });

  test('an answer that is kept says the same, and the next version when that is published', async () => {
    const query = 'request_type=search&search_type=keyword&q=chair&fl=pid&url=u';
    const versionOfAnswer = async () => {
      await ask('/api/v1/core/', query);
      return (await lastCall('get-search'))?.answeredFrom;
    };
    const before = await versionOfAnswer();
    expect(await versionOfAnswer()).toEqual(before);
    await service.ended(await service.call('POST', indexes()));
    expect(await versionOfAnswer()).toMatchObject([{ catalog: 'lighting_en', version: 2 }]);
  });

  test.each([
    ['get-suggest', '/api/v2/suggest/', 'request_type=suggest&q=l&catalog_views=lighting_en'],
    ['get-pathways-widget', '/api/v2/widgets/keyword/w', 'query=lamp'],
    ['get-widget', '/v3/fetch_widget', 'ptype=product&url=u&user_agent=x&ref=&output_format=br_json'],
  ])('%s tells of its index, too', async (operation, path, query) => {
    await ask(path, query);
    expect((await lastCall(operation))?.answeredFrom).toMatchObject([{ catalog: 'lighting_en', version: 2 }]);
  });

  test('what asked no index names none', async () => {
    expect(await lastCall('put-products')).not.toHaveProperty('answeredFrom');
  });
});
