import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Emulator, startEmulator } from '../../../src/server/server.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));

/** A running service with something to look at: a catalog, calls that worked and calls that did not, jobs of every end. */
export interface BusyShop {
  emulator: Emulator;
  origin: string;
  control(method: string, path: string, body?: unknown): Promise<Response>;
  search(query: string): Promise<Response>;
  /** PATCHes the products and gives the id of the job, when it has ended. */
  patch(operations: readonly unknown[]): Promise<string>;
  index(): Promise<string>;
}

export async function openBusyShop(): Promise<BusyShop> {
  const emulator = await startEmulator({
    accounts: [
      { accountId: '4242', apiKey: 'the-key', authKey: 'search-key', defaultCatalog: 'lighting_en' },
    ],
    load: [
      { catalog: 'lighting_en', files: [fixture('catalog.jsonl')] },
      { catalog: 'guides_en', files: [fixture('guides.jsonl')] },
    ],
  });
  const { origin } = new URL(emulator.ready.catalogUrl);
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${origin}/_brctl/${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const catalog = `${emulator.ready.catalogUrl}/accounts/4242/catalogs/lighting_en`;
  const headers = { authorization: 'Bearer the-key', 'content-type': 'application/json-patch+json' };
  const job = async (answer: Response): Promise<string> => {
    const { jobId } = (await answer.json()) as { jobId: string };
    await ended(control, jobId);
    return jobId;
  };
  return {
    emulator,
    origin,
    control,
    search: (query) =>
      fetch(
        `${origin}/api/v1/core/?account_id=4242&auth_key=search-key&domain_key=lighting_en&request_type=search&search_type=keyword&fl=pid,title&q=${query}`,
      ),
    patch: async (operations) =>
      job(await fetch(`${catalog}/products`, { method: 'PATCH', headers, body: JSON.stringify(operations) })),
    index: async () => job(await fetch(`${catalog}/indexes`, { method: 'POST', headers })),
  };
}

async function ended(control: BusyShop['control'], jobId: string): Promise<void> {
  for (;;) {
    const { status } = (await (await control('GET', `jobs/${jobId}`)).json()) as { status: string };
    if (!['creating', 'queued', 'running'].includes(status)) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A day of a shop, in small: deltas, one that fails, searches, a fault. */
export async function workADay(shop: BusyShop): Promise<void> {
  for (const query of ['sofa', 'floor+lamp', 'lamp', 'storage+jar', 'chair']) await shop.search(query);
  await shop.patch(priceChanges(20));
  await shop.index();
  await shop.patch([{ op: 'remove', path: '/products/no-such-product' }]);
  await shop.search('grey+sofa&fq=price%3A%5B10+TO+500%5D');
  await shop.search('lamp&segment=');
  await shop.control('PUT', 'faults', [
    { operation: 'get-search', status: 503, times: 2, message: 'down for a moment' },
    { operation: 'job:index-update', job: 'fail', nth: 2, message: 'out of luck' },
  ]);
  for (const query of ['desk', 'lamp', 'sofa', 'vase']) await shop.search(query);
  await shop.patch(priceChanges(3));
  await shop.index();
  await shop.index();
  await fetch(`${shop.origin}/api/v1/cores/`);
}

/** What a push tells of the guards that looked at the load of a version. */
export async function tellGuards(shop: BusyShop, version: number, because: string): Promise<void> {
  await shop.control('PUT', `catalogs/lighting_en/versions/${version}/findings`, {
    because,
    guards: [
      { code: 'guard.empty', verdict: 'passed', why: 'the catalog has 200 products' },
      { code: 'guard.removals', verdict: 'passed', why: '0 of 200 products missing (0 %); up to 10 may' },
      {
        code: 'price.scale',
        verdict: 'allowed',
        why: 'prices are 10, 100 or 1,000 times what they were; prices in another scale: 10 %, usually 0 %',
        examples: ['40001', '20002', '40003'],
        lines: [1, 2, 3],
      },
      {
        code: 'guard.learned',
        verdict: 'unknown',
        why: '2 accepted feeds known; it takes 8 to tell what is usual',
      },
    ],
  });
}

/** New prices for the first products of the fixtures. */
export function priceChanges(many: number): unknown[] {
  const lines = readFileSync(fixture('catalog.jsonl'), 'utf8').split('\n').slice(0, many);
  return lines.map((line) => {
    const { path, value } = JSON.parse(line) as { path: string; value: { attributes: { price: number } } };
    return {
      op: 'add',
      path: `${path}/attributes/price`,
      value: Math.round(value.attributes.price * 90) / 100,
    };
  });
}
