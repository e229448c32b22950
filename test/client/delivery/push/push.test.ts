import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { BrctlError } from '../../../../src/base/errors.ts';
import { push } from '../../../../src/client/delivery/push/push.ts';
import { createReport } from '../../../../src/client/delivery/push/push-report.ts';
import { readAppliedBase } from '../../../../src/client/state/applied-base.ts';
import type { FakeService } from './fake-service.ts';
import { Crash, PushWorld, products } from './push-world.ts';

let world: PushWorld;

beforeEach(() => {
  world = new PushWorld();
});

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n').sort();
}

const BASE = products(1, 40);
/** One changed, one gone, one new. */
const CHANGED = { ...products(2, 41), p7: { title: 'Lamp 7', price: 9.5, url: 'https://shop.example/p/7' } };

describe('a push', () => {
  test('that gives up waiting for the index job has noted it before: the next one starts no other', async () => {
    const file = world.write('first.jsonl', BASE);
    const context = await world.context(file, {}, createReport());
    const { service, folder } = context;
    const slowFolder = new Proxy(folder, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        return name !== 'write'
          ? member.bind(target)
          : async (...all: unknown[]) => {
              for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve));
              return await member.apply(target, all);
            };
      },
    });
    const gaveUp = push({
      ...context,
      folder: slowFolder,
      service: {
        ...service,
        waitForJob: async (id, label) => {
          if (label === 'indexing') throw new Error('gave up waiting');
          return await service.api.job(id);
        },
      },
    });
    await expect(gaveUp).rejects.toThrow('gave up waiting');
    expect(await readAppliedBase(folder)).toMatchObject({ indexJobId: expect.any(String) });
    await world.push(file);
    expect(world.service.indexRuns).toBe(1);
  });

  test('of a first catalog is a full load; of the next a delta against it', async () => {
    const first = await world.push(world.write('first.jsonl', BASE));
    const second = world.write('second.jsonl', CHANGED);
    const report = await world.push(second);
    expect(first.plan).toMatchObject({
      mode: 'full',
      products: 40,
      why: expect.stringContaining('no earlier push to'),
    });
    expect(report.plan).toMatchObject({
      mode: 'delta',
      changes: { added: 1, removed: 1, changed: 1 },
      operations: 3,
      jobs: 1,
    });
    expect(report).toMatchObject({
      accepted: { state: 'yes' },
      applied: { state: 'yes', jobs: [{ status: 'success' }] },
      searchable: { state: 'yes', remark: 'a search shows product p7 as it was pushed' },
    });
    expect(world.service.catalog()).toEqual(linesOf(second));
    expect(world.service.indexRuns).toBe(2);
  });

  test('of the same catalog again does nothing', async () => {
    const file = world.write('a.jsonl', BASE);
    await world.push(file);
    const report = await world.push(file);
    expect(report).toMatchObject({
      accepted: { state: 'not-needed' },
      applied: { state: 'not-needed' },
      searchable: { state: 'not-needed' },
    });
    expect(world.service.applied).toHaveLength(1);
    expect(world.service.indexRuns).toBe(1);
  });

  test('of many changes with --split delivers them in order, no product divided', async () => {
    await world.push(world.write('a.jsonl', products(1, 60)));
    const file = world.write('b.jsonl', { ...products(1, 60), ...products(1, 10, 2) });
    const report = await world.push(file, { maxOperations: 4, split: true });
    expect(report.plan).toMatchObject({ mode: 'delta', operations: 10, jobs: 3 });
    expect(world.service.applied.slice(1).map(({ body }) => body.trimEnd().split('\n').length)).toEqual([
      4, 4, 2,
    ]);
    expect(world.service.catalog()).toEqual(linesOf(file));
  });

  test('as a delta of more operations than one job takes is refused without --split', async () => {
    await world.push(world.write('a.jsonl', products(1, 60)));
    const file = world.write('b.jsonl', { ...products(1, 60), ...products(1, 10, 2) });
    await expect(world.push(file, { maxOperations: 4, mode: 'delta' })).rejects.toMatchObject({
      code: 'input.too_many_ops',
    });
    expect(world.service.applied).toHaveLength(1);
  });

  test('with --base takes the delta from that file', async () => {
    const base = world.write('base.jsonl', BASE);
    world.service.records = new Map(
      linesOf(base).map((line) => [JSON.parse(line).path.slice(10), JSON.parse(line).value]),
    );
    const file = world.write('b.jsonl', CHANGED);
    expect((await world.push(file, { base })).plan).toMatchObject({ mode: 'delta', operations: 3 });
    expect(world.service.catalog()).toEqual(linesOf(file));
  });

  test('as a delta without anything to compare with says so', async () => {
    await expect(world.push(world.write('a.jsonl', BASE), { mode: 'delta' })).rejects.toMatchObject({
      code: 'push.no_base',
    });
  });

  test('to another account does not trust what this one holds', async () => {
    const file = world.write('a.jsonl', BASE);
    await world.push(file);
    expect((await world.push(file, { accountId: '77' })).plan).toMatchObject({ mode: 'full' });
  });

  test('is refused by the guards before anything is sent', async () => {
    await world.push(world.write('a.jsonl', BASE));
    const guards = { allowShrink: false, allowRemovals: undefined, allowPriceChanges: false };
    const fewer = world.write('b.jsonl', products(1, 36));
    const far = world.write('c.jsonl', products(1, 20));
    await expect(world.push(fewer, { guards })).rejects.toMatchObject({ code: 'guard.removals' });
    await expect(world.push(far, { guards })).rejects.toMatchObject({ code: 'guard.shrink' });
    expect(world.service.applied).toHaveLength(1);
  });

  test('names a malformed catalog as the user did, compared or sent as a whole', async () => {
    await world.push(world.write('a.jsonl', BASE));
    const file = world.write('b.jsonl', BASE);
    writeFileSync(file, '{"op":"add"', { flag: 'a' });
    const options = { source: 'feeds/b.jsonl' };
    const named = { kind: 'input', details: { file: 'feeds/b.jsonl', line: 41 } };
    await expect(world.push(file, options)).rejects.toMatchObject(named);
    await expect(world.push(file, { ...options, mode: 'full' })).rejects.toMatchObject(named);
  });

  test('of a malformed catalog sends nothing', async () => {
    const file = world.write('a.jsonl', BASE);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"op":"add"`);
    await expect(world.push(file)).rejects.toMatchObject({ kind: 'input', details: { line: 41 } });
    expect(world.service.applied).toEqual([]);
  });
});

describe('when the service', () => {
  test('refuses, the next push starts afresh', async () => {
    world.service.fates = ['refuse'];
    const file = world.write('a.jsonl', BASE);
    await expect(world.push(file)).rejects.toMatchObject({ kind: 'refused' });
    expect((await world.push(file)).applied.state).toBe('yes');
    expect(world.service.applied).toHaveLength(1);
  });

  test('fails the index job, the fix is the same push', async () => {
    const context = await world.context(world.write('a.jsonl', BASE), {}, createReport());
    const { service } = context;
    const waitForJob: typeof service.waitForJob = async (id, label, say) => ({
      ...(await service.waitForJob(id, label, say)),
      ...(label === 'indexing' && { status: 'failed' }),
    });
    await expect(push({ ...context, service: { ...service, waitForJob } })).rejects.toMatchObject({
      code: 'job.failed',
      details: { hint: context.commandLineWith() },
    });
  });

  test('fails a delta, nothing of it counts as applied and the next push is a full load', async () => {
    await world.push(world.write('a.jsonl', BASE));
    world.service.fates = ['job-fails'];
    const file = world.write('b.jsonl', CHANGED);
    await expect(world.push(file)).rejects.toMatchObject({
      kind: 'job-failed',
      message: /Line 1: no/,
      details: { hint: expect.stringContaining('sends all of it') },
    });
    expect((await world.push(file)).plan).toMatchObject({
      mode: 'full',
      why: expect.stringContaining('the last delta failed'),
    });
    expect(world.service.catalog()).toEqual(linesOf(file));
    expect((await world.push(world.write('c.jsonl', BASE))).plan?.mode).toBe('delta');
  });

  test('fails a delta that was asked for, it is tried again', async () => {
    await world.push(world.write('a.jsonl', BASE));
    world.service.fates = ['job-fails'];
    const file = world.write('b.jsonl', CHANGED);
    await expect(world.push(file, { mode: 'delta' })).rejects.toMatchObject({ kind: 'job-failed' });
    expect((await world.push(file, { mode: 'delta' })).plan).toMatchObject({ mode: 'delta', operations: 3 });
    expect(world.service.catalog()).toEqual(linesOf(file));
  });

  test.each([
    ['accepted', 'full'],
    ['unknown', 'full'],
    ['success', 'full'],
    ['refused', 'none'],
    ['failed', 'none'],
  ] as const)('was sent something else that is %s, the next push of the same: %s', async (state, mode) => {
    const file = world.write('a.jsonl', BASE);
    await world.push(file);
    const { ledger } = await world.context(file, {}, createReport());
    const facts = { kind: 'submit', mode: 'delta', source: 'patch.jsonl' } as const;
    await ledger.begin({ ...facts, environment: 'production', catalog: 'lighting_en' });
    const id = await ledger.begin({ ...facts, environment: 'staging', catalog: 'lighting_en' });
    await ledger.update(id, { state });
    const report = await world.push(file);
    expect(report.accepted.state === 'yes' ? report.plan?.mode : 'none').toBe(mode);
    if (mode === 'full') expect(report.plan?.why).toMatch(/^patch\.jsonl was submitted by another command/);
    expect((await world.push(file)).accepted.state).toBe('not-needed');
  });

  test.each([
    ['was sent nothing else since', 'delta', () => undefined],
    [
      'was fed by someone else since',
      'full',
      (service: FakeService) => {
        service.version++;
      },
    ],
    [
      'is another one by now, fed as often',
      'full',
      (service: FakeService) => {
        service.jobs.delete('job-1');
        service.jobs.set('of-the-other', { id: 'of-the-other', status: 'success' });
      },
    ],
  ] as const)(
    'does not say in time what it holds after a push, and %s: the next load is %s',
    async (_what, mode, meanwhile) => {
      const world = new PushWorld();
      world.service.tellsState = true;
      world.service.silentAt.add(2);
      await world.push(world.write('a.jsonl', products(1, 20)));
      meanwhile(world.service);
      await world.push(world.write('b.jsonl', { ...products(1, 20), ...products(3, 3, 2) }));
      expect(world.service.applied.map((load) => load.mode)).toEqual(['full', mode]);
      expect(world.service.catalog()).toHaveLength(20);
    },
  );

  test('was sent something else while a push was under way, the next push is a full load', async () => {
    await world.push(world.write('a.jsonl', BASE));
    const file = world.write('b.jsonl', CHANGED);
    const context = await world.context(file, {}, createReport());
    const { ledger, service } = context;
    const { api } = service;
    const facts = { kind: 'submit', mode: 'delta', source: 'patch.jsonl' } as const;
    const id = await ledger.begin({ ...facts, environment: 'staging', catalog: 'lighting_en' });
    const submit: typeof api.submit = async (...request) => {
      await ledger.update(id, { state: 'sent' });
      await ledger.update(id, { state: 'success' });
      return await api.submit(...request);
    };
    const busy = { ...api, submit, job: api.job, runIndex: api.runIndex };
    await push({ ...context, service: { ...service, api: busy } });
    expect((await world.push(file)).plan).toMatchObject({ mode: 'full' });
    expect((await world.push(file)).accepted.state).toBe('not-needed');
  });

  test('refuses a search for what has not changed, the push sends everything again', async () => {
    const file = world.write('a.jsonl', BASE);
    await world.push(file);
    const report = createReport();
    const refusal = new BrctlError('domain_key is unknown', { kind: 'refused', code: 'search.refused' });
    let looks = 0;
    const probe = async (ids: readonly string[]) =>
      looks++ === 0 ? Promise.reject(refusal) : ids.map((id) => ({ id }));
    const context = await world.context(file, {}, report);
    await push({ ...context, service: { ...context.service, probe } });
    expect(report).toMatchObject({ plan: { mode: 'full' }, applied: { state: 'yes' } });
    expect((await world.push(file)).accepted.state).toBe('not-needed');
  });

  test('fails the second of three jobs, the next push sends only what is missing', async () => {
    await world.push(world.write('a.jsonl', products(1, 60)));
    world.service.fates = ['ok', 'job-fails'];
    const file = world.write('b.jsonl', { ...products(1, 60), ...products(1, 10, 2) });
    const options = { maxOperations: 4, split: true };
    await expect(world.push(file, options)).rejects.toMatchObject({ kind: 'job-failed' });
    expect((await world.push(file, options)).plan).toMatchObject({ mode: 'delta', operations: 6, jobs: 2 });
    expect(world.service.catalog()).toEqual(linesOf(file));
  });

  test('skips a job, the outcome is unknown and the next push is a full load', async () => {
    await world.push(world.write('a.jsonl', BASE));
    world.service.fates = ['job-skips'];
    const file = world.write('b.jsonl', CHANGED);
    expect((await world.push(file)).applied).toMatchObject({ state: 'unknown' });
    expect((await world.push(file)).plan).toMatchObject({ mode: 'full' });
    expect(world.service.catalog()).toEqual(linesOf(file));
  });

  test.each(['unknown-taken', 'unknown-lost'] as const)(
    'loses its answer (%s), a full load settles it',
    async (fate) => {
      await world.push(world.write('a.jsonl', BASE));
      world.service.fates = [fate];
      const file = world.write('b.jsonl', CHANGED);
      await expect(world.push(file)).rejects.toMatchObject({ code: 'submit.outcome_unknown' });
      await expect(world.push(file, { mode: 'delta' })).rejects.toMatchObject({ code: 'push.no_base' });
      const report = await world.push(file);
      expect(report.plan).toMatchObject({
        mode: 'full',
        why: expect.stringContaining('it is unknown whether'),
      });
      expect(world.service.catalog()).toEqual(linesOf(file));
      expect((await world.push(file)).accepted.state).toBe('not-needed');
    },
  );

  test('shows nothing of the change, the push says so and keeps what was applied', async () => {
    const file = world.write('a.jsonl', BASE);
    let nowMs = 0;
    const report = {
      accepted: { state: 'no' },
      applied: { state: 'no' },
      searchable: { state: 'no' },
    } as const;
    const context = await world.context(file, {}, { ...report });
    const blind = {
      ...context,
      service: { ...context.service, probe: async () => [] },
      timing: {
        ...context.timing,
        now: () => new Date(nowMs),
        sleep: async (ms: number) => {
          nowMs += ms;
        },
      },
    };
    await expect(push(blind)).rejects.toMatchObject({
      kind: 'wait-timeout',
      code: 'push.not_searchable',
    });
    expect((await world.push(file)).accepted.state).toBe('not-needed');
  });
});

describe('a kept catalog that is damaged', () => {
  const stateFolder = () => path.join(world.folder, 'state', 'catalogs', 'staging@lighting_en');
  const keptFile = (ending: string) => {
    const name = readdirSync(stateFolder()).find((one) => one.startsWith('catalog-') && one.endsWith(ending));
    if (name === undefined) throw new Error(`nothing is kept as ${ending}`);
    return path.join(stateFolder(), name);
  };
  const rewrite = (ending: string, change: (bytes: Buffer) => string | Uint8Array) =>
    writeFileSync(keptFile(ending), change(readFileSync(keptFile(ending))));
  const MANY = products(1, 400);
  const MANY_CHANGED = { ...products(1, 390), ...products(7, 7, 9.5) };
  const flipped = (bytes: Buffer) => bytes.fill((bytes[60] ?? 0) ^ 0x20, 60, 61);
  const firstMember = (bytes: Buffer) => {
    const text = gunzipSync(bytes);
    return gzipSync(text.subarray(0, text.indexOf(10, text.length / 2) + 1));
  };
  const LIST = [
    ['is cut', (bytes: Buffer) => bytes.subarray(0, -20)],
    ['is cut between two gzip members', firstMember],
    ['has a flipped bit', flipped],
    ['is empty', () => ''],
    ['is an empty gzip file', () => gzipSync('')],
    ['is something else', () => 'something else\n'],
    ['is followed by something', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('and more')])],
  ] as const;

  test.each(LIST)('as it %s is no base: a full load takes its place', async (_what, change) => {
    await world.push(world.write('a.jsonl', MANY));
    rewrite('.jsonl.gz', change);
    const damaged = keptFile('.jsonl.gz');
    const file = world.write('b.jsonl', MANY_CHANGED);
    await expect(world.push(file, { mode: 'delta' })).rejects.toMatchObject({
      code: 'push.no_base',
      details: { why: expect.stringContaining('is damaged') },
    });
    world.notes = [];
    const report = await world.push(file);
    expect(report.plan).toMatchObject({
      mode: 'full',
      why: expect.stringContaining('is damaged'),
    });
    expect(world.notes).toContainEqual(expect.stringContaining(damaged));
    expect(world.service.catalog()).toEqual(linesOf(file));
    expect((await world.push(world.write('c.jsonl', MANY))).plan).toMatchObject({ mode: 'delta' });
  });

  test('keeps the guard: it is still known how many products there were', async () => {
    await world.push(world.write('a.jsonl', BASE));
    rewrite('.jsonl.gz', () => '');
    const file = world.write('b.jsonl', products(1, 20));
    await expect(world.push(file)).rejects.toMatchObject({ code: 'guard.shrink' });
  });

  test('is told from a catalog that is malformed', async () => {
    await world.push(world.write('a.jsonl', BASE));
    rewrite('.jsonl.gz', flipped);
    const file = world.write('b.jsonl', BASE);
    writeFileSync(file, '{"op":"add"', { flag: 'a' });
    await expect(world.push(file)).rejects.toMatchObject({
      kind: 'input',
      details: { file: 'b.jsonl', line: 41 },
    });
    expect(world.service.applied).toHaveLength(1);
  });

  test('and was named by the user is an error', async () => {
    const base = world.write('base.jsonl', {});
    writeFileSync(base, gzipSync('').subarray(0, -4));
    await expect(world.push(world.write('a.jsonl', BASE), { base })).rejects.toMatchObject({
      kind: 'input',
      details: { file: base },
    });
  });

  test.each(['', 'null', '{}', '{"file":"catalog-of-tomorrow"}'])(
    'in the document that names it (%j) is unknown',
    async (document) => {
      const file = world.write('a.jsonl', BASE);
      await world.push(file);
      writeFileSync(path.join(stateFolder(), 'applied.json'), document);
      expect((await world.push(file)).plan).toMatchObject({
        mode: 'full',
        why: expect.stringContaining('no earlier push to'),
      });
    },
  );

  test('while a push had broken off lets that come to an end, and a full load follow', async () => {
    const several = { maxOperations: 1, split: true };
    const file = world.write('b.jsonl', CHANGED);
    await world.push(world.write('a.jsonl', BASE));
    for (let dieAt = 17; world.service.applied.length < 2; dieAt++)
      await world.push(file, several, dieAt).catch(() => undefined);
    rewrite('.jsonl.gz', flipped);
    world.notes = [];
    expect((await world.push(file, several)).plan).toMatchObject({ mode: 'full' });
    expect(world.notes[0]).toContain('the stored copy of b.jsonl is unusable');
    expect(world.service.catalog()).toEqual(linesOf(file));
    expect((await world.push(file)).accepted.state).toBe('not-needed');
  });
});

describe('a state folder without room', () => {
  const FULL = '/dev/full';

  test.skipIf(!existsSync(FULL))(
    'keeps nobody from pushing: what cannot be kept is sent whole the next time',
    async () => {
      await world.push(world.write('a.jsonl', BASE));
      const copy = path.join(world.folder, 'state', 'catalogs', 'staging@lighting_en', 'catalog.next');
      symlinkSync(FULL, copy);
      const file = world.write('b.jsonl', CHANGED);
      world.notes = [];
      expect(await world.push(file)).toMatchObject({ plan: { mode: 'delta' }, searchable: { state: 'yes' } });
      expect(world.notes).toContain('the disk of the state folder is full');
      expect(existsSync(copy)).toBe(false);
      expect((await world.push(file)).plan).toMatchObject({ mode: 'full' });
      expect((await world.push(file)).accepted.state).toBe('not-needed');
    },
  );

  test.skipIf(!existsSync(FULL))(
    'lets a shrink be told by what was sent last, not by what was kept',
    async () => {
      const copy = path.join(world.folder, 'state', 'catalogs', 'staging@lighting_en', 'catalog.next');
      await world.push(world.write('a.jsonl', products(1, 10)));
      symlinkSync(FULL, copy);
      await world.push(world.write('b.jsonl', products(1, 30)));
      await expect(world.push(world.write('c.jsonl', products(1, 20)))).rejects.toMatchObject({
        code: 'guard.shrink',
        message: expect.stringContaining('shrank from 30 to 20'),
      });
      const guards = { allowShrink: true, allowRemovals: undefined, allowPriceChanges: false };
      await world.push(world.write('d.jsonl', products(1, 9)), { guards });
      expect((await world.push(world.write('e.jsonl', products(1, 8)), { mode: 'full' })).applied.state).toBe(
        'yes',
      );
    },
  );
});

describe('a push that died', () => {
  const SCENES = [
    ['a first load', 1, {}, {}],
    ['a delta', 1, { first: BASE }, {}],
    ['a delta of several jobs', 4, { first: products(1, 41) }, { maxOperations: 1, split: true }],
  ] as const;

  test.each(SCENES)(
    'at any moment of %s is picked up; no delta is applied twice',
    async (_name, step, before, options) => {
      for (let dieAt = 1; ; dieAt += step) {
        const mortal = new PushWorld();
        if ('first' in before) await mortal.push(mortal.write('first.jsonl', before.first));
        const loads = mortal.service.applied.length;
        const file = mortal.write('second.jsonl', CHANGED);
        const outcome = await mortal.push(file, options, dieAt).catch((error: unknown) => error);
        if (!(outcome instanceof Crash || (outcome instanceof Error && outcome.cause instanceof Crash))) {
          expect(dieAt).toBeGreaterThan(10);
          return;
        }
        await mortal.push(file, options);
        expect(mortal.service.catalog(), `died at touch ${dieAt}`).toEqual(linesOf(file));
        const deltas = mortal.service.applied.slice(loads).filter(({ mode }) => mode === 'delta');
        expect(new Set(deltas.map(({ body }) => body)).size, `died at touch ${dieAt}`).toBe(deltas.length);
        expect(mortal.service.published).toEqual(mortal.service.records);
        const profiles = path.join(mortal.folder, 'state/catalogs/staging@lighting_en/profiles.json');
        const { accepted } = JSON.parse(readFileSync(profiles, 'utf8')) as {
          accepted: { products: number }[];
        };
        const feeds = 'first' in before ? [before.first, CHANGED] : [CHANGED];
        expect(
          accepted.map((feed) => feed.products),
          `died at touch ${dieAt}`,
        ).toEqual(feeds.map((feed) => Object.keys(feed).length));
        if (dieAt % 4 !== 1) continue;
        const third = mortal.write('third.jsonl', { ...CHANGED, ...products(9, 9, 3) });
        expect((await mortal.push(third)).plan?.mode).toBe('delta');
        expect(mortal.service.catalog()).toEqual(linesOf(third));
      }
    },
  );

  test('and whose catalog was replaced meanwhile is brought to an end from its own parts', async () => {
    const modes = new Set<string | undefined>();
    for (let dieAt = 6; dieAt < 20; dieAt += 2) {
      const mortal = new PushWorld();
      await mortal.push(mortal.write('a.jsonl', BASE));
      await mortal.push(mortal.write('b.jsonl', CHANGED), {}, dieAt).catch(() => undefined);
      const wasApplied = mortal.service.applied.length === 2;
      const next = mortal.write('b.jsonl', { ...CHANGED, ...products(9, 9, 3) });
      const { plan } = await mortal.push(next);
      if (wasApplied) modes.add(plan?.mode === 'delta' ? `delta of ${plan.operations}` : plan?.mode);
      expect(mortal.service.catalog(), `died at touch ${dieAt}`).toEqual(linesOf(next));
    }
    expect(modes).toContain('delta of 1');
  });
});

describe('what the guards said of a load', () => {
  const verdicts = () =>
    world.told.map(({ jobId, guards }) => [jobId, guards.map(({ code, verdict }) => `${code} ${verdict}`)]);

  test('is told to a service that tells what it holds, with the job of the last part', async () => {
    world.service.tellsState = true;
    await world.push(world.write('a.jsonl', BASE));
    await world.push(world.write('b.jsonl', { ...BASE, ...products(1, 12, 9) }), {
      split: true,
      maxOperations: 5,
    });
    const jobs = [...world.service.jobs.keys()];
    expect(verdicts().map(([jobId]) => jobId)).toEqual([jobs[0], jobs.at(-2)]);
    expect(verdicts()[1]?.[1]).toContain('guard.prices allowed');
    expect(world.told[1]?.guards.find(({ code }) => code === 'guard.prices')?.examples).toContain('p1');
  });

  test('is not told to any other service, nor where nothing was applied', async () => {
    await world.push(world.write('a.jsonl', BASE));
    world.service.tellsState = true;
    world.service.fates = ['job-fails'];
    await expect(world.push(world.write('b.jsonl', CHANGED))).rejects.toMatchObject({ kind: 'job-failed' });
    expect(world.told).toEqual([]);
  });

  test('holds up no push: what is not told at its end is given up', async () => {
    world.service.tellsState = true;
    const context = await world.context(world.write('a.jsonl', BASE), {}, createReport());
    const ended = new Promise<boolean>((resolve) => {
      context.service.sendGuardReport = (_findings, signal) =>
        new Promise((done) => {
          signal.addEventListener('abort', () => {
            resolve(true);
            done();
          });
        });
    });
    await push(context);
    expect(await ended).toBe(true);
    expect(context.report.searchable.state).toBe('yes');
  });
});
