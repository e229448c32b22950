import { afterAll, beforeAll, expect, test } from 'vitest';
import { PastShop, product } from '../../../server/past-shop.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { type CliRun, runCli } from '../../harness.ts';

const home = temporaryFolder();
let shop: PastShop;
const jobs: Record<string, string> = {};

interface Bisected {
  verdict: string;
  by: string | null;
  found_now: boolean;
  culprit: {
    version: number;
    job_id: string;
    request: { id: string; method: string; url: string } | null;
    change: { kind: string; line: number | null; operations: object[] } | null;
    others: { product: string; rank_before: number | null; rank_after: number | null; line: number }[];
  } | null;
  before: { version: number; code: string; rank: number | null } | null;
  after: { version: number; code: string; rank: number | null } | null;
  steps: { version: number; by: string; found: boolean }[];
}

const filler = Array.from({ length: 12 }, (_, at) => product(`F-${at}`, { title: 'Oak table' }));

/** Versions: 1 all there, 2 noise, 3 SF-9 loses its word, 4 noise, 5 OUT is outranked, 6 GONE is removed, 7 SOLD, 8 noise. */
beforeAll(async () => {
  shop = await PastShop.start();
  await shop.load('PUT', [
    ...filler,
    product('SF-9', { title: 'Grey sofa' }),
    product('OUT', { title: 'Sofa', description: 'velvet' }),
    product('GONE', { title: 'Grey sofa' }),
    product('SOLD', { title: 'Grey sofa' }),
    product('STAYS', { title: 'Grey sofa' }),
  ]);
  await shop.index();
  await noise(1);
  jobs.word = await shop.load('PATCH', [
    { op: 'add', path: '/products/F-1/attributes/price', value: 3 },
    { op: 'add', path: '/products/SF-9/attributes/title', value: 'Chair' },
  ]);
  await noise(2);
  jobs.outranked = await shop.load(
    'PATCH',
    Array.from({ length: 4 }, (_, at) => product(`V-${at}`, { title: 'Velvet sofa' })),
  );
  jobs.removed = await shop.load('PATCH', [{ op: 'remove', path: '/products/GONE' }]);
  jobs.sold = await shop.load('PATCH', [
    { op: 'add', path: '/products/F-2/attributes/price', value: 4 },
    { op: 'add', path: '/products/F-3/attributes/price', value: 4 },
    { op: 'add', path: '/products/SOLD/attributes/availability', value: false },
  ]);
  await noise(3);
  await shop.index();
});
afterAll(() => shop.emulator.stop());

async function noise(price: number): Promise<void> {
  await shop.load('PATCH', [{ op: 'add', path: '/products/F-0/attributes/price', value: price }]);
}

function brctl(...argv: string[]): Promise<CliRun> {
  const env = { ...shop.emulator.ready.env };
  return runCli(['bisect', ...argv, '--catalog', 'shop'], { env, home, cwd: home });
}

async function bisect(...argv: string[]): Promise<Bisected> {
  const run = await brctl(...argv, '--json');
  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.stdout.startsWith('{"schema":"brctl.bisect/1"')).toBe(true);
  return run.json<Bisected & Record<string, unknown>>();
}

test('the load that took a word out of the title is found by ranking, with its request and line', async () => {
  const found = await bisect('--query', 'grey sofa', '--expect', 'SF-9');
  expect(found).toMatchObject({ verdict: 'lost', by: 'ranking', found_now: false });
  expect(found.culprit).toMatchObject({
    version: 3,
    job_id: jobs.word,
    change: {
      kind: 'changed',
      line: 2,
      operations: [{ op: 'add', path: '/products/SF-9/attributes/title', value: 'Chair' }],
    },
    others: [],
  });
  expect(found.culprit?.request?.method).toBe('PATCH');
  expect(found.culprit?.request?.url).toContain('/catalogs/shop/products');
  expect(found.before).toMatchObject({ version: 2, code: 'explain.found' });
  expect(found.after).toMatchObject({ version: 3, code: 'explain.word_missing', rank: null });
});

test('a removal is found by the record, with one index: that of the version before it', async () => {
  const found = await bisect('--query', 'grey sofa', '--expect', 'GONE');
  expect(found).toMatchObject({ verdict: 'lost', by: 'record' });
  expect(found.culprit).toMatchObject({
    version: 6,
    job_id: jobs.removed,
    change: { kind: 'removed', line: 1, operations: [{ op: 'remove', path: '/products/GONE' }] },
  });
  expect(found.steps.filter(({ by }) => by === 'ranking')).toMatchObject([{ version: 5, found: true }]);
});

test('a product that became unavailable is found by the record', async () => {
  const found = await bisect('--query', 'grey sofa', '--expect', 'SOLD');
  expect(found).toMatchObject({ verdict: 'lost', by: 'record', after: { code: 'explain.unavailable' } });
  expect(found.culprit).toMatchObject({ version: 7, job_id: jobs.sold, change: { line: 3 } });
});

test('who outranks a product that nobody touched is named with the line that brought it', async () => {
  const found = await bisect('--query', 'velvet sofa', '--expect', 'OUT', '--in-top', '3');
  expect(found).toMatchObject({ verdict: 'lost', by: 'ranking', after: { code: 'explain.outranked' } });
  expect(found.culprit).toMatchObject({ version: 5, job_id: jobs.outranked, change: null });
  expect(found.culprit?.others.length).toBe(3);
  for (const other of found.culprit?.others ?? []) {
    expect(other).toMatchObject({ kind: 'added', rank_before: null, line: Number(other.product.at(-1)) + 1 });
    expect(other.rank_after).toBeLessThanOrEqual(3);
  }
});

test('what is there now was brought by a load', async () => {
  const found = await bisect('--query', 'velvet sofa', '--expect', 'V-1');
  expect(found).toMatchObject({ verdict: 'brought', by: 'record', found_now: true });
  expect(found.culprit).toMatchObject({ version: 5, change: { kind: 'added', line: 2 } });
});

test('what has always been found has no culprit', async () => {
  expect(await bisect('--query', 'grey sofa', '--expect', 'STAYS')).toMatchObject({
    verdict: 'kept',
    culprit: null,
  });
});

test.each([['NONE'], ['F-0']])('%s is in no version: exit 5, with the document', async (id) => {
  const run = await brctl('--query', 'grey sofa', '--expect', id, '--json');
  expect(run.exitCode).toBe(5);
  expect(run.json()).toMatchObject({ verdict: 'never', culprit: null, before: null, after: null });
});

test('a category is taken in place of a query; one of them is needed', async () => {
  const category = await brctl('--category', '100', '--expect', 'SF-9', '--json');
  expect([category.exitCode, category.json()]).toEqual([
    5,
    expect.objectContaining({ category: '100', query: null }),
  ]);
  const none = await brctl('--expect', 'SF-9');
  expect([none.exitCode, none.stderr]).toEqual([
    2,
    expect.stringContaining('--query or --category is missing'),
  ]);
});

test('people read the job, the request, the line and the versions on both sides', async () => {
  const { stdout } = await brctl('--query', 'grey sofa', '--expect', 'SF-9');
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('SF-9 for "grey sofa", top 10: LOST by version 3');
  expect(lines[1]).toMatch(new RegExp(`^ {2}job {7}${jobs.word}, ingest delta, 2031-`));
  expect(lines[2]).toMatch(/^ {2}request {3}\S+ PATCH \/dataconnect\/.*\/catalogs\/shop\/products$/);
  expect(lines[3]).toBe('  changed   line 2: add /products/SF-9/attributes/title "Chair"');
  expect(lines[4]).toMatch(/^ {2}before {4}version 2: rank \d of \d+$/);
  expect(lines[5]).toBe('  after     version 3: not found, explain.word_missing');
  expect(lines[6]).toBe('  now       not found, version 8 is published');
});

test('a narrow terminal gets the lines folded behind their labels', async () => {
  const env = { ...shop.emulator.ready.env };
  const argv = ['bisect', '--query', 'grey sofa', '--expect', 'SF-9', '--catalog', 'shop'];
  const { stdout } = await runCli(argv, { env, home, cwd: home, terminalColumns: 60 });
  const lines = stdout.trimEnd().split('\n');
  // A path is a word: it stays whole, to be copied.
  expect(lines.filter((line) => line.length > 60 && /\S \S/.test(line))).toEqual([]);
  expect(lines).toContain('            delta, 2031-02-03T10:00:04.000Z');
});

test('what was looked at is told without others where each version was searched', async () => {
  const { stdout } = await brctl('--query', 'grey sofa', '--expect', 'SF-9');
  const told = /checked (.*(?:\n {4}.*)*)/.exec(stdout)?.[1]?.replace(/\n +/g, ' ') ?? '';
  const [, versions = '', searched] = /^(.*); (\d+) versions? searched/.exec(told) ?? [];
  expect(told.includes('the others')).toBe(versions.split(' · ').length > Number(searched));
});
