import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { halfBody, json, type Scene, type SeenRequest, text } from '../client/api/scripted-server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type HostedService, lamps, type Machine, startHostedService, type Trick } from './hosted-service.ts';

/** Exit codes and report lines as docs/reference/configuration.md and push.md say, whatever the service does. */
let service: HostedService;
let machine: Machine;
let slept: number[];
let catalogs = 0;
beforeAll(async () => {
  service = await startHostedService();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.tricks.length = 0;
  slept = [];
  catalogs++;
  machine = service.machine({
    env: { ...service.env, BRCTL_CATALOG: `lamps-${catalogs}` },
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  });
});

type Fact = { state: string; remark?: string };
interface Pushed {
  plan: { mode: string };
  accepted: Fact;
  applied: Fact;
  searchable: Fact;
}

async function push(prices: Record<string, number>, ...options: string[]) {
  writeFileSync(path.join(machine.home, 'lamps.jsonl'), lamps(20, 1, prices));
  const run = await machine.run(['push', 'lamps.jsonl', '--json', '--first-load', ...options]);
  const error = run.stderr.split('\n').find((line) => line.startsWith('{"error"'));
  return {
    exitCode: run.exitCode,
    stderr: run.stderr,
    error: error === undefined ? undefined : JSON.parse(error).error,
    report: run.stdout === '' ? undefined : run.json<Pushed>(),
  };
}

const isLoad = ({ method }: SeenRequest) => method === 'PUT' || method === 'PATCH';
const isIndex = ({ method, url }: SeenRequest) => method === 'POST' && url.endsWith('/indexes');
const isSearch = ({ url }: SeenRequest) => url.includes('request_type=search');
const isJob = ({ method, url }: SeenRequest) => method === 'GET' && /\/jobs\//.test(url);

const PAGE = text(200, '<html><body>Maintenance</body></html>', 'text/html');
const slow = (seconds: number) => json(429, { message: 'slow down' }, { 'retry-after': String(seconds) });
const always = (matches: (request: SeenRequest) => boolean, scene: Scene) => (): Trick => (request) =>
  matches(request) ? scene : undefined;
const once = (matches: (request: SeenRequest) => boolean, scene: Scene) => (): Trick => {
  let left = 1;
  return (request) => (matches(request) && left-- > 0 ? scene : undefined);
};
/** Of the jobs that come from now on: the former one is asked for, too, when the push is planned. */
const forNewJobs = (scene: Scene) => (): Trick => {
  let isSent = false;
  return (request) => {
    if (isLoad(request)) isSent = true;
    return isSent && isJob(request) ? scene : undefined;
  };
};
const jobEnds = (status: string) =>
  forNewJobs((request, ...playing) => {
    const id = request.url.split('/').at(-1);
    json(200, { id, status, message: 'for its own reasons' })(request, ...playing);
  });

const CUT = halfBody('{"jobId":"5f7a');
const busy = (status: number, retryAfter?: string) =>
  json(status, { message: 'slow down' }, retryAfter === undefined ? {} : { 'retry-after': retryAfter });

interface Row {
  exitCode: number;
  code?: string;
  facts: readonly string[] | undefined;
  next: 'delta' | 'full' | 'nothing';
}

const NOT_SENT = { exitCode: 7, facts: undefined };

const ALL_WELL: Row = { exitCode: 0, facts: ['yes', 'yes', 'yes'], next: 'nothing' };
const UNKNOWN_OUTCOME: Row = {
  exitCode: 7,
  code: 'submit.outcome_unknown',
  facts: ['unknown', 'unknown', 'no'],
  next: 'full',
};

/** What the service does; how the push ends; its three facts; what the next push sends once the service is sound. */
const TABLE: readonly [string, () => Trick, Row][] = [
  ['limits the load once', once(isLoad, slow(7)), ALL_WELL],
  ['limits every load', always(isLoad, slow(7)), { ...NOT_SENT, code: 'submit.rate_limited', next: 'delta' }],
  [
    'limits the load for too long',
    always(isLoad, slow(9_999)),
    { ...NOT_SENT, code: 'submit.rate_limited', next: 'delta' },
  ],
  ['answers the load with a page', always(isLoad, PAGE), UNKNOWN_OUTCOME],
  ['limits the load once, without a time', once(isLoad, busy(429)), ALL_WELL],
  [
    'limits the load once, until yesterday',
    once(isLoad, busy(429, 'Thu, 01 Jan 1970 00:00:00 GMT')),
    ALL_WELL,
  ],
  ['limits the load once, until some day', once(isLoad, busy(503, 'soon')), ALL_WELL],
  ['limits the load once, for less than no time', once(isLoad, busy(429, '-5')), ALL_WELL],
  ['breaks off its answer to the load', always(isLoad, CUT), UNKNOWN_OUTCOME],
  ['is not available after the whole load', always(isLoad, busy(503)), UNKNOWN_OUTCOME],
  ['gives no job for the load', always(isLoad, json(202, { jobId: 7 })), UNKNOWN_OUTCOME],
  ['answers the load with nothing', always(isLoad, text(202, '')), UNKNOWN_OUTCOME],
  [
    'sends the load elsewhere',
    always(isLoad, json(302, {}, { location: '/elsewhere' })),
    { exitCode: 6, code: 'submit.redirected', facts: undefined, next: 'delta' },
  ],
  [
    'breaks off its answer about the job',
    forNewJobs(CUT),
    { exitCode: 7, code: 'job.no_answer', facts: ['yes', 'unknown', 'no'], next: 'nothing' },
  ],
  [
    'tells of another job',
    forNewJobs(json(200, { id: 'another', status: 'success' })),
    { exitCode: 7, code: 'job.bad_answer', facts: ['yes', 'unknown', 'no'], next: 'nothing' },
  ],
  [
    'breaks off its answer to the index request',
    always(isIndex, CUT),
    { exitCode: 7, code: 'index.no_answer', facts: ['yes', 'yes', 'no'], next: 'nothing' },
  ],
  [
    'breaks off its answers to searches',
    always(isSearch, CUT),
    { exitCode: 7, code: 'search.no_answer', facts: ['yes', 'yes', 'yes'], next: 'nothing' },
  ],
  [
    'answers searches with a list',
    always(isSearch, json(200, [])),
    { exitCode: 9, code: 'push.not_searchable', facts: ['yes', 'yes', 'unknown'], next: 'nothing' },
  ],
  [
    'answers for the job with a page',
    forNewJobs(PAGE),
    { exitCode: 7, code: 'job.bad_answer', facts: ['yes', 'unknown', 'no'], next: 'nothing' },
  ],
  [
    'forgets the job',
    forNewJobs(json(404, {})),
    { exitCode: 5, code: 'job.not_found', facts: ['yes', 'unknown', 'no'], next: 'nothing' },
  ],
  ['skips the load', jobEnds('skipped'), { exitCode: 0, facts: ['yes', 'unknown', 'no'], next: 'full' }],
  [
    'kills the load',
    jobEnds('killed'),
    { exitCode: 8, code: 'job.killed', facts: ['yes', 'no', 'no'], next: 'full' },
  ],
  [
    'limits the index job',
    always(isIndex, slow(1)),
    { exitCode: 7, code: 'index.rate_limited', facts: ['yes', 'yes', 'no'], next: 'nothing' },
  ],
  [
    'answers the index request with a page',
    always(isIndex, PAGE),
    { exitCode: 7, code: 'index.bad_answer', facts: ['yes', 'yes', 'no'], next: 'nothing' },
  ],
  [
    'limits searches',
    always(isSearch, slow(1)),
    { exitCode: 7, code: 'search.rate_limited', facts: ['yes', 'yes', 'yes'], next: 'nothing' },
  ],
  [
    'answers searches with a page',
    always(isSearch, PAGE),
    { exitCode: 7, code: 'search.bad_answer', facts: ['yes', 'yes', 'yes'], next: 'nothing' },
  ],
];

describe('a service that', () => {
  test.each(TABLE)('%s', async (_what, trick, { exitCode, code, facts, next }) => {
    expect((await push({})).exitCode).toBe(0);
    service.tricks.push(trick());
    const lied = await push({ p3: 9 });
    expect([lied.exitCode, lied.error?.code], lied.stderr).toEqual([exitCode, code]);
    const { accepted, applied, searchable } = lied.report ?? {};
    expect(lied.report && [accepted?.state, applied?.state, searchable?.state]).toEqual(facts);
    service.tricks.length = 0;
    const after = await push({ p3: 9 });
    expect(after.exitCode, after.stderr).toBe(0);
    expect(after.report?.accepted.state === 'not-needed' ? 'nothing' : after.report?.plan.mode).toBe(next);
    expect((await service.stored(`lamps-${catalogs}`)).p3?.attributes.price).toBe(9);
  });

  test('says when to come back is asked no sooner', async () => {
    await push({});
    service.tricks.push(once(isLoad, slow(7))());
    expect((await push({ p3: 9 })).exitCode).toBe(0);
    expect(slept).toContain(7_000);
    slept = [];
    service.tricks.push(always(isLoad, slow(9_999))());
    const { error } = await push({ p3: 8 });
    expect(error.hint).toContain('Retry-After: 9999');
    expect(slept).toEqual([]);
  });

  test('drops a load whose job it calls a success gets all of it next', async () => {
    await push({});
    let isHonest = false;
    const job = '11111111-2222-4333-8444-555555555555';
    service.tricks.push((request) => {
      if (isLoad(request) && !isHonest) return json(202, { jobId: job });
      return request.url.endsWith(job) ? json(200, { id: job, status: 'success' }) : undefined;
    });
    const lied = await push({ p3: 9 });
    expect([lied.exitCode, lied.error?.code], lied.stderr).toEqual([8, 'push.no_effect']);
    expect(lied.report?.searchable.state).toBe('no');
    isHonest = true;
    const after = await push({ p3: 9 });
    expect([after.exitCode, after.report?.plan.mode], after.stderr).toEqual([0, 'full']);
    expect((await service.stored(`lamps-${catalogs}`)).p3?.attributes.price).toBe(9);
  });

  test('shows nothing any more is suspected of a reset, with the command that sends all again', async () => {
    await push({});
    const empty = { response: { numFound: 0, start: 0, docs: [] } };
    service.tricks.push(always(isSearch, json(200, empty))());
    const { exitCode, stderr, report } = await push({});
    expect([exitCode, report?.searchable.remark]).toEqual([0, 'a search shows none of p0, p1, p2']);
    expect(stderr).toContain('if the service was reset: brctl push lamps.jsonl');
  });

  test('shows the former price is waited for as long as --visible-timeout says', async () => {
    await push({});
    const looks: number[] = [];
    const stale = { response: { numFound: 1, start: 0, docs: [{ pid: 'p3', title: 'Lamp 3', price: 1 }] } };
    service.tricks.push((request) => {
      if (!isSearch(request)) return undefined;
      looks.push(slept.length);
      return json(200, stale);
    });
    const { exitCode, error } = await push({ p3: 9 }, '--visible-timeout', '20s');
    expect([exitCode, error.code]).toEqual([9, 'push.not_searchable']);
    const waitedMs = slept.slice(looks[0]).reduce((sum, ms) => sum + ms, 0);
    expect(waitedMs).toBeGreaterThan(5_000);
    expect(waitedMs).toBeLessThan(25_000);
  });
});

test('a first load does not rest on products that were never on sale', async () => {
  const soldOut = lamps(2).replaceAll('"availability":true', '"availability":false');
  const file = path.join(temporaryFolder(), 'a.jsonl');
  writeFileSync(file, soldOut + lamps(4).split('\n').slice(2).join('\n'));
  const all = (await machine.run(['push', file, '--json', '--first-load'])).json<Pushed>();
  expect(all.searchable.remark).toBe('a search shows product p2 as it was pushed');
  writeFileSync(file, soldOut);
  machine = service.machine({ env: { ...service.env, BRCTL_CATALOG: `sold-out-${catalogs}` } });
  const none = (await machine.run(['push', file, '--json', '--first-load'])).json<Pushed>();
  expect(none.searchable.remark).toBe('not verified: the change has no effect on search results');
});

describe('sold-out products that change', () => {
  const file = path.join(temporaryFolder(), 'a.jsonl');
  async function send(prices: Record<string, number>) {
    const soldOut = lamps(4, 1, prices).replaceAll('"availability":true', '"availability":false');
    writeFileSync(file, soldOut + lamps(60, 1, prices).split('\n').slice(4).join('\n'));
    return await machine.run(['push', file, '--json', '--first-load']);
  }

  test('alone are not looked for: the index job is believed, and the report says why', async () => {
    await send({});
    const changed = await send({ p0: 2 });
    expect(changed.exitCode, changed.stderr).toBe(0);
    const { plan, searchable } = changed.json<Pushed>();
    const remark = 'not verified: the products checked are unavailable or incomplete';
    expect([plan.mode, searchable]).toMatchObject(['delta', { state: 'yes', remark }]);
  });

  test('do not stand for those behind them that are on sale', async () => {
    await send({});
    const changed = await send({ p0: 3, p1: 3, p2: 3, p3: 3, p6: 3 });
    expect(changed.exitCode, changed.stderr).toBe(0);
    const { plan, searchable } = changed.json<Pushed>();
    const remark = 'a search shows product p6 as it was pushed';
    expect([plan.mode, searchable]).toMatchObject(['delta', { state: 'yes', remark }]);
  });
});
