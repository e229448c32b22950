import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BrctlError } from '../../src/base/errors.ts';
import { json } from '../client/api/scripted-server.ts';
import { type HostedService, lamps, type Machine, startHostedService, type Trick } from './hosted-service.ts';

/** A hosted service that skips, forgets, limits and lies. */
let service: HostedService;
let machine: Machine;
beforeAll(async () => {
  service = await startHostedService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.emulator.reset();
  service.tricks.length = service.seen.length = 0;
  machine = service.machine();
});

interface Pushed {
  plan: { mode: string; held: string; guards: { code: string; verdict: string }[] };
  accepted: { state: string };
  searchable: { state: string; remark?: string };
}

function write(name: string, text: string): string {
  writeFileSync(path.join(machine.home, name), text);
  return name;
}

async function push(file: string, ...options: string[]) {
  const run = await machine.run(['push', file, '--json', ...options]);
  const error = run.stderr.split('\n').find((line) => line.startsWith('{"error"'));
  return {
    exitCode: run.exitCode,
    stderr: run.stderr,
    code: error === undefined ? undefined : (JSON.parse(error).error.code as string),
    report: run.stdout === '' ? undefined : run.json<Pushed>(),
  };
}

const isIndexing = ({ method, url }: { method: string; url: string }) =>
  method === 'POST' && url.endsWith('/indexes');

/** Index jobs that are taken, and end so without anything being done. */
function indexEnds(status: string): { trick: Trick; count(): number } {
  const ids = new Set<string>();
  return {
    count: () => ids.size,
    trick: (request) => {
      if (isIndexing(request)) {
        const jobId = `00000000-0000-4000-8000-00000000000${ids.size}`;
        ids.add(jobId);
        return json(200, { jobId });
      }
      const id = request.url.split('/').at(-1) ?? '';
      return ids.has(id) ? json(200, { id, status, message: 'throttled' }) : undefined;
    },
  };
}

describe('an index job', () => {
  test('that was skipped is not done: the next push runs another', async () => {
    await push(write('a.jsonl', lamps(20)), '--first-load');
    const skipping = indexEnds('skipped');
    service.tricks.push(skipping.trick);
    const changed = write('b.jsonl', lamps(20, 1, { p3: 9 }));
    const first = await push(changed);
    expect([first.exitCode, first.report?.searchable]).toEqual([
      0,
      expect.objectContaining({
        state: 'no',
        remark:
          'the service skipped the index job; a search shows product p3 as it was before; the next push indexes again',
      }),
    ]);
    await push(changed);
    expect(skipping.count()).toBe(2);
    service.tricks.length = 0;
    const last = await push(changed);
    expect(last.report).toMatchObject({
      accepted: { state: 'not-needed' },
      searchable: { state: 'yes', remark: 'a search shows product p3 as it was pushed' },
    });
    expect((await push(changed)).report?.searchable.state).toBe('not-needed');
  });

  test.each([
    ['a price', lamps(20, 1, { p3: 9 })],
    ['a product that is removed', lamps(19)],
    ['a product that is added', lamps(21)],
  ])('that succeeds without effect on %s exits 8, and is run again', async (_what, changed) => {
    await push(write('a.jsonl', lamps(20)), '--first-load');
    const lying = indexEnds('success');
    service.tricks.push(lying.trick);
    const file = write('b.jsonl', changed);
    const first = await push(file);
    const isAdded = changed.length > lamps(20).length;
    // A product that never showed may be hidden: that it does not show proves nothing.
    expect([first.exitCode, first.code]).toEqual(
      isAdded ? [9, 'push.not_searchable'] : [8, 'push.no_effect'],
    );
    expect(first.report?.searchable.state).toBe(isAdded ? 'unknown' : 'no');
    if (isAdded) return;
    // The service still knows that job, and calls it a success.
    const second = await push(file);
    expect([lying.count(), second.report?.plan.mode]).toEqual([3, 'full']);
    service.tricks.length = 0;
    expect((await push(file)).exitCode).toBe(0);
  });

  test('without effect on prices is not vouched for by products that were unavailable before', async () => {
    const soldOut = (price: number) =>
      lamps(20, price)
        .split('\n')
        .map((line, at) => (at < 5 ? line.replace('"availability":true', '"availability":false') : line))
        .join('\n');
    await push(write('a.jsonl', soldOut(1)), '--first-load');
    service.tricks.push(indexEnds('success').trick);
    const run = await push(write('b.jsonl', soldOut(2)));
    expect([run.report?.plan.mode, run.exitCode, run.code]).toEqual(['full', 8, 'push.no_effect']);
  });

  test('without effect on products that come back is not vouched for by one that never showed', async () => {
    const soldOut = lamps(20)
      .split('\n')
      .map((line, at) => (at < 2 ? line.replace('"availability":true', '"availability":false') : line));
    await push(write('a.jsonl', soldOut.join('\n')), '--first-load');
    service.tricks.push(indexEnds('success').trick);
    const added = lamps(21).split('\n').at(-2)?.replace('"availability":true', '"availability":false');
    const run = await push(write('b.jsonl', `${lamps(20)}${added}\n`));
    expect([run.report?.plan.mode, run.exitCode, run.code]).toEqual(['delta', 9, 'push.not_searchable']);
  });

  test('whose effect does not show before --timeout is up exits 9, and the next push looks again', async () => {
    await push(write('a.jsonl', lamps(20)), '--first-load');
    const lying = indexEnds('success');
    service.tricks.push(lying.trick);
    const file = write('b.jsonl', lamps(20, 1, { p3: 9 }));
    for (let round = 0; round < 2; round++) {
      const run = await push(file, '--timeout', '2s');
      expect([run.exitCode, run.code, run.report?.searchable.state]).toEqual([
        9,
        'push.not_searchable',
        'no',
      ]);
    }
    expect(lying.count()).toBe(1);
    expect((await push(file)).code).toBe('push.no_effect');
    service.tricks.length = 0;
    const last = await push(file);
    expect([last.report?.accepted.state, last.report?.searchable.state]).toEqual(['not-needed', 'yes']);
  });
});

test('a delta that the service has no room for is not blamed on the catalog', async () => {
  await push(write('a.jsonl', lamps(20)), '--first-load');
  let isSent = false;
  service.tricks.push(({ method, url }) => {
    isSent ||= method === 'PATCH';
    const job = { id: url.split('/').at(-1), status: 'failed', error_code: 'storage_full' };
    return isSent && url.includes('/jobs/') ? json(200, job) : undefined;
  });
  const run = await machine.run(['push', write('b.jsonl', lamps(20, 1, { p3: 9 }))]);
  const fix = 'fix   the catalog is not the cause: fix the service, then brctl push b.jsonl';
  expect([run.exitCode, run.stderr]).toEqual([8, expect.stringContaining(fix)]);
});

test('products with variants are looked for by their ids alone, and that is said', async () => {
  const varied = lamps(3).replaceAll('}}}', '},"variants":{"v":{"attributes":{"price":1}}}}}');
  const { report } = await push(write('a.jsonl', varied), '--first-load');
  expect(report?.searchable).toMatchObject({
    state: 'yes',
    remark: 'a search shows product p0; its title and price were not compared',
  });
});

describe('a service of which nothing is known here', () => {
  test('is asked what it shows, and guards judge by that', async () => {
    await push(write('a.jsonl', lamps(200)), '--first-load');
    machine = service.machine();
    const refused = await push(write('small.jsonl', lamps(20)));
    expect([refused.exitCode, refused.code]).toEqual([11, 'guard.shrink']);
    expect(Object.keys(await service.stored())).toHaveLength(200);
    const plan = await machine.run(['plan', 'small.jsonl']);
    expect([plan.exitCode, plan.stdout]).toEqual([
      11,
      expect.stringContaining('has 200 products (counted by a search; no push from this machine on record)'),
    ]);
    const submitted = await machine.run(['submit', 'small.jsonl', '--mode', 'full']);
    expect([submitted.exitCode, submitted.stderr]).toEqual([11, expect.stringContaining('guard.shrink')]);
    expect((await push(write('whole.jsonl', lamps(199)))).exitCode).toBe(0);
  });

  test('takes its first load without a word where it shows nothing', async () => {
    const none = { response: { numFound: 0, start: 0, docs: [] } };
    service.tricks.push(({ url }) => (url.includes('rows=0') ? json(200, none) : undefined));
    expect((await push(write('a.jsonl', lamps(20)))).exitCode).toBe(0);
  });

  test('that is asked when the user stops was sent nothing, and that is said', async () => {
    const stopping = new AbortController();
    const reason = new BrctlError('stopped', { kind: 'terminated', code: 'interrupted.terminated' });
    service.tricks.push(({ url }) => void (url.includes('rows=0') && stopping.abort(reason)));
    const argv = ['push', write('a.jsonl', lamps(20))];
    const run = await machine.run(argv, { signal: stopping.signal });
    expect([run.exitCode, run.stderr]).toEqual([143, expect.stringContaining('warning: nothing was sent')]);
  });

  test('needs --first-load, once, where searches tell nothing', async () => {
    const blind: Trick = ({ url }) =>
      url.includes('/core/') ? json(400, { message: 'no such catalog' }) : undefined;
    service.tricks.push(blind);
    const file = write('a.jsonl', lamps(20));
    const refused = await push(file, '--no-verify');
    expect([refused.exitCode, refused.code]).toEqual([11, 'guard.first_load']);
    expect(refused.stderr).toContain('brctl push a.jsonl --json --no-verify --first-load -e production');
    expect(await service.stored()).toEqual({});
    expect((await push(file, '--no-verify', '--first-load')).exitCode).toBe(0);
    expect((await push(write('b.jsonl', lamps(20, 2)), '--no-verify')).exitCode).toBe(0);
  });

  test('that is another than the last push went to counts as unknown', async () => {
    await push(write('a.jsonl', lamps(20)), '--first-load');
    const other = await startHostedService();
    try {
      const there = other.machine({ home: machine.home, env: { ...other.env, BRCTL_AUTH_KEY: '' } });
      const run = await there.run(['push', 'a.jsonl']);
      expect([run.exitCode, run.stderr]).toEqual([11, expect.stringContaining('guard.first_load')]);
    } finally {
      await other.stop();
    }
  });
});

test('a plan holds for the addresses that it was made with', async () => {
  const other = await startHostedService();
  try {
    write('a.jsonl', lamps(20));
    expect((await machine.run(['plan', 'a.jsonl', '-o', 'plan.json', '--first-load'])).exitCode).toBe(0);
    for (const name of ['BRCTL_CATALOG_URL', 'BRCTL_SEARCH_URL']) {
      const elsewhere = { ...service.env, [name]: other.env[name] ?? '' };
      const run = await machine.run(['push', '--plan', 'plan.json'], { env: elsewhere });
      expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining('error plan.other_target')]);
    }
    for (const { seen } of [service, other])
      expect(seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect((await machine.run(['push', '--plan', 'plan.json'])).exitCode).toBe(0);
  } finally {
    await other.stop();
  }
});

test('what was learned of feeds belongs to the service that took them', async () => {
  await push(write('a.jsonl', lamps(20)), '--first-load');
  await push(write('b.jsonl', lamps(20, 2)));
  const other = await startHostedService();
  try {
    const there = other.machine({ home: machine.home });
    const plan = await there.run(['plan', 'b.jsonl', '--json']);
    const { guards } = plan.json<{ plan: { guards: { code: string; why: string }[] } }>().plan;
    expect(guards.find(({ code }) => code === 'guard.learned')?.why).toContain('0 accepted feeds on record');
  } finally {
    await other.stop();
  }
});

test('a file that is not there to be submitted exits 5', async () => {
  const run = await machine.run(['submit', '--sftp', 'nope.jsonl']);
  expect([run.exitCode, run.stderr]).toEqual([5, expect.stringContaining('error input.no_remote_file')]);
});

describe('in a pipeline', () => {
  const exitOf = async (...argv: string[]) => (await machine.run(argv)).exitCode;

  test('plan --exit-code tells by 0, 10 and 11', async () => {
    const file = write('a.jsonl', lamps(40));
    expect(await exitOf('plan', file, '--first-load', '--exit-code')).toBe(10);
    await push(file, '--first-load');
    expect(await exitOf('plan', file, '--exit-code')).toBe(0);
    expect(await exitOf('plan', write('b.jsonl', lamps(40, 2)), '--exit-code')).toBe(10);
    expect(await exitOf('plan', 'b.jsonl')).toBe(0);
    expect(await exitOf('plan', write('c.jsonl', lamps(30)), '--exit-code')).toBe(11);
  });

  test('--accept lets a fixed guard pass up to a limit, with a reason', async () => {
    await push(write('a.jsonl', lamps(40)), '--first-load');
    const fewer = write('b.jsonl', lamps(36));
    const accept = (code: string) => ['--accept', code, '--because', 'the range is smaller'];
    expect((await push(fewer)).code).toBe('guard.removals');
    expect((await push(fewer, ...accept('guard.removals=5%'))).code).toBe('guard.removals');
    expect((await push(fewer, '--accept', 'guard.removals=10%')).code).toBe('usage.accept_without_reason');
    expect((await machine.run(['push', fewer, ...accept('guard.shrink=10%')])).exitCode).toBe(2);
    expect((await push(fewer, ...accept('guard.removals=10%'))).exitCode).toBe(0);
    const jobs = await machine.run(['jobs', '--json']);
    expect(jobs.stdout).toContain('"because":"the range is smaller"');
    const old = await machine.run(['push', write('c.jsonl', lamps(32)), '--allow-removals', '4']);
    expect([old.exitCode, old.stderr]).toEqual([
      0,
      expect.stringContaining('--allow-removals is now --accept guard.removals=<limit>, with --because'),
    ]);
  });

  test('a feed that shrank is refused before anything is compared', async () => {
    await push(write('a.jsonl', lamps(400)), '--first-load');
    const run = await machine.run(['push', write('b.jsonl', lamps(20)), '--json']);
    expect([run.exitCode, JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '').error]).toEqual([
      11,
      expect.objectContaining({ code: 'guard.shrink', guards: ['guard.shrink', 'guard.removals'] }),
    ]);
  });

  test('a feed in XML is called that first, with the command that takes it', async () => {
    const run = await machine.run(['push', write('feed.xml', '<?xml version="1.0"?>\n<rss></rss>\n')]);
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toMatch(/^brctl push: this is XML, not a catalog\n/);
    expect(run.stderr).toContain('fix   brctl push feed.xml --from google');
  });
});

describe('rollback', () => {
  const prices = async () => Object.values(await service.stored()).map(({ attributes }) => attributes.price);
  const all = (price: number) => Array.from({ length: 20 }, () => price);

  test('brings back one of three catalogs that were applied, with a reason', async () => {
    for (const price of [1, 2, 3, 4]) {
      const options = ['--accept', 'guard.prices', '--because', 'a test', '--first-load'];
      expect((await push(write(`at-${price}.jsonl`, lamps(20, price)), ...options)).exitCode).toBe(0);
    }
    const list = (await machine.run(['rollback', '--list', '--json'])).json<{
      versions: { source: string; job_id: string }[];
    }>();
    expect(list.versions.map(({ source }) => source)).toEqual(['at-4.jsonl', 'at-3.jsonl', 'at-2.jsonl']);
    expect((await machine.run(['rollback'])).exitCode).toBe(2);
    expect(await prices()).toEqual(all(4));
    const back = await machine.run(['rollback', '--because', 'wrong prices']);
    expect([back.exitCode, back.stdout], back.stderr).toEqual([0, expect.stringContaining('~ 20 changed')]);
    expect(await prices()).toEqual(all(3));
    // The catalog that was left is kept in place of the oldest.
    const job = list.versions[0]?.job_id ?? '';
    expect((await machine.run(['rollback', '--to', job, '--because', 'the other ones'])).exitCode).toBe(0);
    expect(await prices()).toEqual(all(4));
    // Machines' clocks may differ: the list counts.
    await push(write('at-5.jsonl', lamps(20, 5)), '--accept', 'guard.prices', '--because', 'a test');
    expect((await machine.run(['rollback', '--to', '2', '--because', 'older'])).exitCode).toBe(0);
    expect(await prices()).toEqual(all(3));
    expect((await machine.run(['rollback', '--to', '9', '--because', 'x'])).exitCode).toBe(5);
    expect((await machine.run(['rollback', '--to', '2001-01-01', '--because', 'x'])).exitCode).toBe(5);
  });
});
