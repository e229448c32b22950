import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';

/** Ten reasons why a product does not show, each planted, each to be found by the control call. */

let emulator: Awaited<ReturnType<typeof startEmulator>>;
const jobs: Record<string, string> = {};

/** What the service asks of every product; none of it is a word of the queries. */
const REQUIRED = {
  description: 'plain',
  url: 'https://shop.example/p',
  price: 100,
  thumb_image: 'https://shop.example/p.jpg',
  brand: 'Kestrel',
  availability: true,
};
const put = (id: string, attributes: object, more: object = {}) =>
  JSON.stringify({
    op: 'add',
    path: `/products/${id}`,
    value: { attributes: { ...REQUIRED, ...attributes }, ...more },
  });

beforeAll(async () => {
  emulator = await startEmulator();
  const sofas = Array.from({ length: 25 }, (_, at) => put(`B-${at}`, { title: 'Grey sofa', price: 100 }));
  jobs.first = await load('PUT', [put('GONE', { title: 'Grey sofa' }), put('OLD', { title: 'Grey sofa' })]);
  jobs.second = await load('PUT', [
    ...sofas,
    put(
      'OK',
      { title: 'Velvet sofa', price: 300 },
      { variants: { 'OK-G': { attributes: { color: 'grey' } } } },
    ),
    put('SOLD', { title: 'Velvet sofa grey', availability: false }),
    put('HIDDEN', { title: 'Velvet sofa grey' }, { views: { nl: { attributes: { availability: false } } } }),
    put('DEAR', { title: 'Velvet sofa grey', price: '699.00' }),
    put('CHAIR', { title: 'Velvet chair', color: 'grey' }),
    put('LEAF', { title: 'Oak leaf tray' }),
    put('DROPPED', { title: 'Velvet sofa grey' }),
  ]);
  jobs.removal = await load('PATCH', ['{"op":"remove","path":"/products/DROPPED"}']);
  await index();
  jobs.failed = await load(
    'PATCH',
    [put('FAILED', { title: 'Velvet sofa' }), '{"op":"bad"}', put('CHAIR', { title: 'Velvet chair' })],
    'failed',
    true,
  );
  jobs.waiting = await load('PATCH', [put('NEW', { title: 'Velvet sofa' })]);
});
afterAll(() => emulator.stop());

async function settled(jobId: string): Promise<string> {
  for (;;) {
    const job = await control(`jobs/${jobId}`);
    if (job.stopped_at !== null) return job.status as string;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function load(
  method: string,
  lines: readonly string[],
  ends = 'success',
  zip = false,
): Promise<string> {
  const { BRCTL_ACCOUNT_ID: account, BRCTL_API_KEY: key } = emulator.ready.env;
  const body = `${lines.join('\n')}\n`;
  const answer = await fetch(`${emulator.ready.catalogUrl}/accounts/${account}/catalogs/shop/products`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json-patch+jsonlines',
      ...(zip && { 'content-encoding': 'gzip' }),
    },
    body: zip ? gzipSync(body) : body,
  });
  const { jobId } = (await answer.json()) as { jobId: string };
  expect(await settled(jobId)).toBe(ends);
  return jobId;
}

async function index(): Promise<void> {
  const { BRCTL_ACCOUNT_ID: account, BRCTL_API_KEY: key } = emulator.ready.env;
  const answer = await fetch(`${emulator.ready.catalogUrl}/accounts/${account}/catalogs/shop/indexes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
  const { jobId } = (await answer.json()) as { jobId: string };
  jobs.index = jobId;
  expect(await settled(jobId)).toBe('success');
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at member by member
async function control(path: string): Promise<any> {
  const { origin } = new URL(emulator.ready.catalogUrl);
  const answer = await fetch(`${origin}/_brctl/${path}`);
  return await answer.json();
}

const explain = (id: string, query: string) => control(`catalogs/shop/explain/${id}?${query}`);

test.each([
  ['never sent', 'NEVER', 'q=grey+sofa', 'explain.not_sent', 'sent'],
  ['failed job', 'FAILED', 'q=grey+sofa', 'explain.job_failed', 'job'],
  ['later full load', 'GONE', 'q=grey+sofa', 'explain.removed_later', 'job'],
  ['later removal', 'DROPPED', 'q=grey+sofa', 'explain.removed_later', 'job'],
  ['unavailable', 'SOLD', 'q=grey+sofa', 'explain.unavailable', 'visible'],
  ['hidden in the view', 'HIDDEN', 'q=grey+sofa&view_id=nl', 'explain.not_visible', 'visible'],
  [
    'filtered',
    'DEAR',
    `q=grey+sofa&efq=${encodeURIComponent('price:[0 TO 500]')}`,
    'explain.filtered',
    'filter',
  ],
  ['word missing', 'B-3', 'q=velvet+sofa', 'explain.word_missing', 'words'],
  ['stemmed away', 'LEAF', 'q=leaflets', 'explain.word_missing', 'words'],
  ['outranked', 'OK', 'q=grey+sofa', 'explain.outranked', 'rank'],
  ['not indexed yet', 'NEW', 'q=velvet+sofa', 'explain.not_indexed', 'index'],
])('a product that does not show because of this, %s, is told so', async (_why, id, query, code, gate) => {
  const found = await explain(id, query);
  expect(found).toMatchObject({
    schema: 'brctl.explain/1',
    catalog: 'shop',
    product: id,
    found: false,
    code,
  });
  const failed = found.gates.find((each: { code?: string }) => each.code !== undefined);
  expect([failed.gate, failed.state]).toEqual([gate, 'failed']);
});

test('the job that failed, the one that removed it and the one that waits are named', async () => {
  const jobOf = async (id: string, gate: string) => {
    const { gates } = await explain(id, 'q=grey+sofa');
    return gates.find((each: { gate: string }) => each.gate === gate);
  };
  expect(await jobOf('FAILED', 'job')).toMatchObject({ job_id: jobs.failed });
  expect((await jobOf('FAILED', 'job')).message).toContain('Line 2');
  expect(await jobOf('CHAIR', 'job')).toMatchObject({
    state: 'passed',
    message: expect.stringContaining(
      `; a later change came to nothing: job ${jobs.failed}, which ended failed: Line 2`,
    ),
  });
  expect(await jobOf('GONE', 'job')).toMatchObject({ job_id: jobs.second });
  expect(await jobOf('DROPPED', 'job')).toMatchObject({ job_id: jobs.removal });
  expect(await jobOf('NEW', 'job')).toMatchObject({ job_id: jobs.waiting, state: 'passed' });
  expect(await jobOf('OK', 'job')).toMatchObject({ job_id: jobs.second, state: 'passed' });
  expect((await jobOf('OK', 'job')).message).toContain('line 26');
  expect(await jobOf('OK', 'index')).toMatchObject({ job_id: jobs.index, state: 'passed' });
});

test('a filter is named with the value of the product as the feed wrote it, and where it would be without', async () => {
  const found = await explain('DEAR', `q=velvet+sofa&efq=${encodeURIComponent('price:[0 TO 500]')}`);
  const filter = found.gates.find((each: { gate: string }) => each.gate === 'filter');
  expect(filter).toMatchObject({ filter: 'efq price:[0 TO 500]', values: { price: '699.00' } });
  const [without] = found.counterfactuals;
  expect(without).toMatchObject({
    change: 'without_filter',
    text: 'without efq price:[0 TO 500]',
    found: true,
    total: 4,
  });
  const sum = without.parts.reduce((total: number, { value }: { value: number }) => total + value, 0);
  expect(sum).toBeCloseTo(without.score, 6);
});

test('words are told with where they stand, those of variants too, and what a missing one resembles', async () => {
  const found = await explain('OK', 'q=grey+sofa&rows=200');
  expect(found).toMatchObject({ found: true, code: 'explain.found', total: 29 });
  const words = found.gates.find((each: { gate: string }) => each.gate === 'words').words;
  expect(words[0]).toMatchObject({
    word: 'grey',
    state: 'held',
    places: [{ field: 'color', variant: 'OK-G' }],
  });
  expect(words[1]).toMatchObject({ word: 'sofa', state: 'held', places: [{ field: 'title' }] });
  const leaf = await explain('LEAF', 'q=leaflets');
  const missing = leaf.gates.find((each: { gate: string }) => each.gate === 'words').words;
  expect(missing[0]).toMatchObject({
    state: 'missing',
    stem: 'leaflet',
    nearest: { word: 'leaf', stem: 'leaf' },
  });
});

test('a product found without one of the words is told to lack it, and stands behind those that hold all', async () => {
  const found = await explain('CHAIR', 'q=grey+sofa&rows=200');
  expect(found).toMatchObject({ found: true, code: 'explain.found', relaxed: true, rank: 29, total: 29 });
  expect(found.above.decision).toMatchObject({ part: 'all_words' });
  const gate = found.gates.find((each: { gate: string }) => each.gate === 'words');
  expect(gate).toMatchObject({
    state: 'passed',
    message: 'grey: color · sofa (stem sofa) is in none of its fields · matches only some of the words',
    words: [
      { word: 'grey', state: 'held' },
      { word: 'sofa', state: 'missing' },
    ],
  });
  const tooLittle = await explain('B-3', 'q=chair+sofa');
  expect(tooLittle).toMatchObject({ found: false, code: 'explain.word_missing', relaxed: true });
  const failed = tooLittle.gates.find((each: { gate: string }) => each.gate === 'words');
  expect(failed.message).toMatch(/^chair .* is in none .* · other products match the words better$/);
});

test('the score of the search is the one that is explained', async () => {
  const { BRCTL_ACCOUNT_ID: account, BRCTL_AUTH_KEY: key } = emulator.ready.env;
  const asked = `account_id=${account}&auth_key=${key}&domain_key=shop&request_type=search&search_type=keyword`;
  const answer = await fetch(`${emulator.ready.searchUrl}?${asked}&q=velvet+sofa&fl=pid,score`);
  const { response } = (await answer.json()) as { response: { docs: { pid: string; score: number }[] } };
  expect(response.docs.length).toBeGreaterThan(2);
  for (const [at, { pid, score }] of response.docs.entries()) {
    const found = await explain(pid, 'q=velvet+sofa');
    expect(found).toMatchObject({ found: true, rank: at + 1, score });
    const sum = found.parts.reduce((total: number, { value }: { value: number }) => total + value, 0);
    expect(sum).toBeCloseTo(score, 6);
    expect(found.above?.id).toBe(response.docs[at - 1]?.pid);
  }
});
