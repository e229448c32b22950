import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { EmulatorOptions } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { PastShop, product } from './past-shop.ts';

async function open(options: EmulatorOptions = {}): Promise<PastShop> {
  const shop = await PastShop.start(options);
  onTestFinished(() => shop.emulator.stop());
  return shop;
}

const at = (shop: PastShop, moment: string, query: string) =>
  shop.control(`catalogs/shop/search?at=${encodeURIComponent(moment)}&${query}`);

async function idsAt(shop: PastShop, moment: string, query = SOFA): Promise<string[]> {
  const { response } = (await (await at(shop, moment, query)).json()) as {
    response: { docs: { pid: string }[] };
  };
  return response.docs.map(({ pid }) => pid);
}

const SOFA = 'request_type=search&search_type=keyword&q=sofa&fl=pid';
const QUERIES = [
  SOFA,
  'request_type=search&search_type=keyword&q=grey+sofa&fl=pid,title,price,score&rows=5&facet.version=3.0',
  'request_type=search&search_type=keyword&q=*&fl=pid&sort=price+asc&facet.version=3.0&stats.field=price',
  'request_type=search&search_type=category&q=100&fl=pid,title&efq=price:[0+TO+60]',
];

const WORDS = ['grey', 'sofa', 'velvet', 'lamp'];
const someProduct = fc.record({
  id: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  price: fc.integer({ min: 1, max: 120 }),
  availability: fc.boolean(),
  category: fc.constantFrom('100', '200'),
});
type SomeProduct = typeof someProduct extends fc.Arbitrary<infer Value> ? Value : never;
const put = ({ id, words, price, availability, category }: SomeProduct) =>
  product(id, {
    title: words.join(' '),
    price,
    availability,
    category_paths: [[{ id: category, name: `c${category}` }]],
  });

const someStep = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('PUT' as const),
      of: fc.array(someProduct, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('PATCH' as const),
      of: fc.array(someProduct, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('index' as const), of: fc.constant([]) }) },
);

test('what a version answered when it was live, it answers ever after, asked by version, index job or time', async () => {
  const shop = await open();
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      await shop.emulator.reset();
      shop.step();
      const recorded: { moments: string[]; answers: string[] }[] = [];
      for (const { kind, of } of [{ kind: 'PUT' as const, of: [] }, ...steps]) {
        if (kind !== 'index') {
          const unique = [...new Map(of.map((each) => [each.id, each])).values()];
          await shop.load(kind, [...unique.map(put), product('Z', { title: 'grey sofa' })]);
          continue;
        }
        const jobId = await shop.index();
        const answers = await Promise.all(QUERIES.map((query) => shop.search(query)));
        const { version } = shop.emulator.catalogs.published('shop') ?? {};
        const isNew = shop.emulator.catalogs.job(jobId).version !== null;
        recorded.push({ moments: [String(version), shop.step(), ...(isNew ? [jobId] : [])], answers });
      }
      for (const { moments, answers } of recorded) {
        for (const moment of moments) {
          const again = await Promise.all(
            QUERIES.map(async (query) => (await at(shop, moment, query)).text()),
          );
          expect(again).toEqual(answers);
        }
      }
    }),
    { numRuns: 12 },
  );
});

test('a time means what answered then, a version what it would have answered', async () => {
  const shop = await open();
  await shop.load('PUT', [product('A', { title: 'sofa' })]);
  const unpublished = shop.step();
  await shop.index();
  const first = shop.step();
  const patch = await shop.load('PATCH', [product('B', { title: 'sofa' })]);
  const waiting = shop.step();
  await shop.load('PUT', [product('C', { title: 'sofa' })]);
  await shop.index();
  expect(await idsAt(shop, first)).toEqual(['A']);
  expect(await idsAt(shop, waiting)).toEqual(['A']);
  // Version 2 has never been published.
  expect(await idsAt(shop, '2')).toEqual(['A', 'B']);
  expect(await idsAt(shop, patch)).toEqual(['A', 'B']);
  expect(await idsAt(shop, '3')).toEqual(['C']);
  expect(await idsAt(shop, shop.step())).toEqual(['C']);
  const none = await at(shop, unpublished, SOFA);
  expect([none.status, await none.json()]).toEqual([
    404,
    {
      error: {
        code: 'unknown_version',
        message: `at ${unpublished} no index run had published catalog "shop"`,
      },
    },
  ]);
});

test('the answer says of which version it is; without a moment it is the present one', async () => {
  const shop = await open();
  await shop.load('PUT', [product('A', { title: 'sofa' })]);
  await shop.index();
  await shop.load('PATCH', [product('B', { title: 'sofa' })]);
  await shop.index();
  const versionOf = async (path: string) => (await shop.control(path)).headers.get('x-brctl-version');
  expect(await versionOf(`catalogs/shop/search?at=1&${SOFA}`)).toBe('1');
  expect(await versionOf(`catalogs/shop/search?${SOFA}`)).toBe('2');
});

test.each([
  ['9', 'unknown_version', '"9" is not a stored version; stored versions are 1 ('],
  ['2001-01-01T00:00:00Z', 'unknown_version', '"2001-01-01T00:00:00Z" is not a stored version'],
  ['no-job', 'unknown_version', '"no-job" is not a stored version'],
  ['', 'invalid_parameter', 'at must be one version, job or time'],
])('the moment %j is refused with what there is', async (moment, code, message) => {
  const shop = await open();
  await shop.load('PUT', [product('A', { title: 'sofa' })]);
  const { error } = (await (await at(shop, moment, SOFA)).json()) as {
    error: { code: string; message: string };
  };
  expect(error.code).toBe(code);
  expect(error.message).toContain(message);
});

test('a job that failed is told to have made no version; what history no longer keeps is refused', async () => {
  const shop = await open({ history: 'off' });
  await shop.load('PUT', [product('A', { title: 'sofa' })]);
  await shop.index();
  shop.emulator.faults.set({ operation: 'job:ingest-delta', job: 'fail', times: 1 });
  const failed = await shop.load('PATCH', [product('B', { title: 'sofa' })]);
  const messageOf = async (moment: string) =>
    ((await (await at(shop, moment, SOFA)).json()) as { error: { message: string } }).error.message;
  expect(await messageOf(failed)).toBe(`job ${failed} (failed) did not create a version`);
  await shop.load('PATCH', [product('B', { title: 'sofa' })]);
  expect(await messageOf('1')).toContain('"1" is not a stored version; stored versions are 2 (');
});

test('old indexes are few, whatever is asked, and do not outlive the service', async () => {
  const dataDir = temporaryFolder();
  const shop = await open({ dataDir });
  await shop.load('PUT', [product('P0', { title: 'sofa' })]);
  for (let n = 1; n <= 6; n++) await shop.load('PATCH', [product(`P${n}`, { title: 'sofa' })]);
  await shop.index();
  for (let version = 1; version <= 6; version++) {
    expect(await idsAt(shop, String(version))).toHaveLength(version);
  }
  const indexFiles = (): string[] =>
    readdirSync(dataDir, { recursive: true })
      .map(String)
      .filter((file) => /index-[\w-]+\.db$/.test(file));
  // The published one, those that are kept, and one that may still be on its way out.
  expect(indexFiles().length).toBeLessThanOrEqual(1 + 3 + 1);
  await shop.emulator.stop();
  const again = await PastShop.start({ dataDir });
  onTestFinished(() => again.emulator.stop());
  await expect.poll(() => indexFiles().length).toBe(1);
  expect(path.extname(indexFiles()[0] ?? '')).toBe('.db');
});

test('explain tells of the moment: what was stored, what answered, and the jobs by then', async () => {
  const shop = await open();
  await shop.load('PUT', [product('A', { title: 'sofa' }), product('B', { title: 'sofa' })]);
  await shop.index();
  const removal = await shop.load('PATCH', [{ op: 'remove', path: '/products/A' }]);
  const waiting = shop.step();
  await shop.index();
  const explain = async (moment: string) => {
    const answer = await shop.control(`catalogs/shop/explain/A?q=sofa&at=${encodeURIComponent(moment)}`);
    return (await answer.json()) as {
      found: boolean;
      code: string;
      index_version: number | null;
      gates: { gate: string; message: string; job_id?: string }[];
    };
  };
  expect(await explain('1')).toMatchObject({ found: true, code: 'explain.found', index_version: 1 });
  expect(await explain('2')).toMatchObject({ found: false, code: 'explain.removed_later' });
  const between = await explain(waiting);
  expect(between).toMatchObject({ found: true, index_version: 1 });
  expect(between.gates.find(({ gate }) => gate === 'job')).toMatchObject({ job_id: removal });
  expect(between.gates.find(({ gate }) => gate === 'index')?.message).toBe(
    'the index, of version 1, still has it, until the next index run',
  );
});
