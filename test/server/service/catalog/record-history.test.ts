import { readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CatalogService } from '../../../../src/server/service/catalog/catalog-service.ts';
import type { RecordChange } from '../../../../src/server/service/catalog/record-history.ts';
import { Refusal } from '../../../../src/server/service/refusals.ts';
import { DEFAULT_HISTORY } from '../../../../src/server/service/registry/version-log.ts';
import { ACCOUNT, load, openCatalogs, product } from '../opened-catalogs.ts';

const price = (id: string, value: number) => ({
  op: 'add',
  path: `/products/${id}/attributes/price`,
  value,
});
const remove = (id: string) => ({ op: 'remove', path: `/products/${id}` });

function priceAt(service: CatalogService, id: string, at?: string): unknown {
  return JSON.parse(service.history.record('lamps', id, at).record).attributes.price;
}

function refusalOf(look: () => unknown): string {
  try {
    look();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'none';
}

const told = ({ kind, line, operations, made }: RecordChange) => ({
  kind,
  line,
  version: made.version,
  job: made.jobId,
  request: made.requestId,
  operations: operations.map((text) => JSON.parse(text)),
});

test('a record is read as it was in a version, after a job and at a time, across a PUT', async () => {
  const { service } = await openCatalogs();
  const put = await load(service, 'full', [product('a'), product('b')]);
  const patch = await load(service, 'delta', [price('b', 7), price('a', 5)]);
  await load(service, 'full', [product('a', { price: 3 })]);
  expect(['1', '2', '3', undefined].map((at) => priceAt(service, 'a', at))).toEqual([10, 5, 3, 3]);
  expect([put.id, patch.id].map((at) => priceAt(service, 'a', at))).toEqual([10, 5]);
  const applied = service.history.versions('lamps').versions.map(({ appliedMs }) => appliedMs);
  const times = applied.map((ms) => new Date(ms).toISOString());
  expect(times.map((at) => priceAt(service, 'a', at))).toEqual([3, 5, 10]);
  expect(refusalOf(() => service.history.record('lamps', 'b'))).toBe('unknown_record');
  expect(priceAt(service, 'b', '2')).toBe(7);
});

test.each(['0', '4', 'no-job', '2001-01-01T00:00:00Z', '2031-13-01T00:00:00Z'])(
  'the version %s is refused',
  async (at) => {
    const { service } = await openCatalogs();
    await load(service, 'full', [product('a')]);
    expect(refusalOf(() => service.history.record('lamps', 'a', at))).toBe('unknown_version');
    expect(refusalOf(() => service.history.record('desks', 'a'))).toBe('unknown_catalog');
  },
);

test('the job of an index run stands for the version that it published', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  const { jobId } = await service.runIndex(ACCOUNT, 'lamps', 'call-7');
  await service.settled();
  await load(service, 'delta', [price('a', 5)]);
  expect(service.job(jobId)).toMatchObject({ version: 1, requestId: 'call-7' });
  expect([priceAt(service, 'a', jobId), priceAt(service, 'a')]).toEqual([10, 5]);
  expect(service.history.record('lamps', 'a').published).toMatchObject({ version: 1 });
});

test('each change is told as operations, with its job, call and line', async () => {
  const { service } = await openCatalogs();
  const put = await load(service, 'full', [product('b'), product('a')], { requestId: 'call-1' });
  const patch = await load(service, 'delta', [price('b', 7), price('b', 8), price('a', 5)], {
    requestId: 'call-2',
  });
  const gone = await load(service, 'delta', [remove('b'), remove('a')]);
  const again = await load(service, 'delta', [product('a')]);
  const { changes, isComplete } = service.history.changes('lamps', 'a', 100);
  expect(isComplete).toBe(true);
  expect(changes.map(told)).toEqual([
    { kind: 'added', line: 1, version: 4, job: again.id, request: null, operations: [product('a')] },
    { kind: 'removed', line: 2, version: 3, job: gone.id, request: null, operations: [remove('a')] },
    { kind: 'changed', line: 3, version: 2, job: patch.id, request: 'call-2', operations: [price('a', 5)] },
    { kind: 'added', line: 2, version: 1, job: put.id, request: 'call-1', operations: [product('a')] },
  ]);
});

test('a PUT is a change of what it changes, and of nothing else', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a'), product('b'), product('c')]);
  await load(service, 'full', [product('c', { price: 1 }), product('a')]);
  const kinds = (id: string) =>
    service.history.changes('lamps', id, 100).changes.map(({ kind, made }) => `${kind} ${made.version}`);
  expect(kinds('a')).toEqual(['added 1']);
  expect(kinds('b')).toEqual(['removed 2', 'added 1']);
  expect(kinds('c')).toEqual(['changed 2', 'added 1']);
});

test('numbers keep their digits in records and operations', async () => {
  const { service } = await openCatalogs();
  const line = (digits: string) =>
    `{"op":"add","path":"/products/a","value":{"attributes":{"title":"t","price":1,"url":"u","x":${digits}}}}\n`;
  await load(service, 'full', line('1.10'));
  await load(service, 'delta', line('1234567890123456789'));
  expect(service.history.record('lamps', 'a', '1').record).toContain('"x":1.10');
  const [change] = service.history.changes('lamps', 'a', 100).changes;
  expect(change?.operations).toEqual([
    '{"op":"add","path":"/products/a/attributes/x","value":1234567890123456789}',
  ]);
});

test('only the newest changes are told where there are more than asked for', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  for (const value of [1, 2, 3]) await load(service, 'delta', [price('a', value)]);
  const { changes, isComplete } = service.history.changes('lamps', 'a', 2);
  expect(isComplete).toBe(false);
  expect(changes.map(({ kind, made }) => [kind, made.version])).toEqual([
    ['changed', 4],
    ['changed', 3],
  ]);
});

test('versions are told apart by what they added, changed and removed', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a'), product('b')]);
  await load(service, 'delta', [price('a', 5), product('c'), remove('b')]);
  await load(service, 'full', [product('a')]);
  const { versions } = service.history.versions('lamps');
  expect(versions).toMatchObject([
    { version: 3, type: 'ingest full', records: 1, added: null, changed: null, removed: null },
    { version: 2, type: 'ingest delta', records: 2, added: 1, changed: 1, removed: 1 },
    { version: 1, type: 'ingest full', records: 2, added: 2, changed: 0, removed: 0 },
  ]);
});

test('two versions are compared by value, in either order, within a PUT and across one', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a'), product('b'), product('c')]);
  await load(service, 'delta', [price('a', 5), price('b', 6), remove('c'), product('d')]);
  await load(service, 'delta', [price('a', 10)]);
  await load(service, 'full', [product('b', { price: 10.0 }), product('d'), product('e')]);
  const compare = async (from: string, to: string) => {
    const { added, changed, removed } = await service.history.difference('lamps', from, to, 100);
    return [added, changed, removed].map(({ count, ids }) => [count, ...ids.sort()]);
  };
  expect(await compare('1', '3')).toEqual([
    [1, 'd'],
    [1, 'b'],
    [1, 'c'],
  ]);
  expect(await compare('3', '1')).toEqual([
    [1, 'c'],
    [1, 'b'],
    [1, 'd'],
  ]);
  expect(await compare('1', '4')).toEqual([[2, 'd', 'e'], [0], [2, 'a', 'c']]);
  expect(await compare('4', '4')).toEqual([[0], [0], [0]]);
  const few = await service.history.difference('lamps', '1', '4', 1);
  expect([few.added.count, few.added.ids.length, few.from, few.to]).toEqual([2, 1, 1, 4]);
});

test('a restart keeps history, a reset forgets it, and it begins anew with a snapshot', async () => {
  const { service, folder } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  await load(service, 'full', [product('a', { price: 5 })]);
  await service.snapshots.save('two');
  await service.close();
  const { service: later } = await openCatalogs({ folder });
  expect(priceAt(later, 'a', '1')).toBe(10);
  await load(later, 'delta', [price('a', 6)]);
  await later.reset('two');
  expect(later.history.versions('lamps').versions).toMatchObject([{ version: 2, type: null, jobId: null }]);
  expect(refusalOf(() => later.history.record('lamps', 'a', '1'))).toBe('unknown_version');
  await load(later, 'delta', [price('a', 7)]);
  expect([priceAt(later, 'a', '2'), priceAt(later, 'a')]).toEqual([5, 7]);
  expect(later.history.changes('lamps', 'a', 100)).toMatchObject({
    isComplete: false,
    changes: [{ kind: 'changed' }, { kind: 'present', line: null }],
  });
  await later.reset();
  expect(refusalOf(() => later.history.versions('lamps'))).toBe('unknown_catalog');
});

const recordsFiles = (folder: string) => readdirSync(folder).filter((name) => /^records-.*\.db$/.test(name));

test('without history only what is stored and what is published can be read', async () => {
  const { service, folder } = await openCatalogs({ settings: { history: null } });
  await load(service, 'full', [product('a')]);
  await load(service, 'full', [product('a', { price: 5 })]);
  await expect.poll(() => recordsFiles(folder)).toHaveLength(1);
  await load(service, 'delta', [price('a', 6)]);
  await load(service, 'delta', [price('a', 7)]);
  expect(service.history.versions('lamps').versions).toMatchObject([{ version: 4 }]);
  expect(refusalOf(() => service.history.record('lamps', 'a', '3'))).toBe('unknown_version');
});

test('what a record was before its history is told once, though an index still reads rows from before', async () => {
  let now = Date.UTC(2031, 1, 3);
  const { service } = await openCatalogs({ clock: { now: () => now } });
  await load(service, 'full', [product('a')]);
  await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
  await load(service, 'delta', [price('a', 5)]);
  now += DEFAULT_HISTORY.maxAgeMs + 1;
  await load(service, 'delta', [price('a', 6)]);
  const { changes, isComplete } = service.history.changes('lamps', 'a', 100);
  expect(changes.map(({ kind, made }) => [kind, made.version])).toEqual([
    ['changed', 3],
    ['present', 2],
  ]);
  expect(isComplete).toBe(false);
});

test('no more changes are told than asked for, removals among them', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('b')]);
  for (const _ of [1, 2, 3]) {
    await load(service, 'delta', [product('a')]);
    await load(service, 'delta', [remove('a')]);
  }
  const read = (max: number) => {
    const { changes, isComplete } = service.history.changes('lamps', 'a', max);
    return [...changes.map(({ kind, made }) => `${kind} ${made.version}`), isComplete];
  };
  expect(read(3)).toEqual(['removed 7', 'added 6', 'removed 5', false]);
  expect(read(6)).toEqual(['removed 7', 'added 6', 'removed 5', 'added 4', 'removed 3', 'added 2', true]);
});

test('history ends where it is too old or too large, and its files go', async () => {
  let now = Date.UTC(2031, 1, 3);
  const { service, folder } = await openCatalogs({
    clock: { now: () => now },
    settings: { history: { ...DEFAULT_HISTORY, maxBytes: 200_000 } },
  });
  await load(service, 'full', [product('a')]);
  await load(service, 'full', [product('a', { price: 5 })]);
  expect(priceAt(service, 'a', '1')).toBe(10);
  now += DEFAULT_HISTORY.maxAgeMs + 1;
  await load(service, 'delta', [price('a', 6)]);
  expect(service.history.versions('lamps').versions.map(({ version }) => version)).toEqual([3, 2]);
  await expect.poll(() => recordsFiles(folder)).toHaveLength(1);
  for (let at = 0; at < 8; at++) {
    await load(service, 'delta', [
      { op: 'add', path: '/products/a/attributes/note', value: String(at).repeat(40_000) },
    ]);
  }
  const kept = service.history.versions('lamps').versions.map(({ version }) => version);
  expect(kept[0]).toBe(11);
  expect(kept.length).toBeLessThan(8);
  expect(service.history.record('lamps', 'a', String(kept.at(-1))).version).toBe(kept.at(-1));
});

/** One step: a PUT, a PATCH or an index run, over a few ids. */
const id = fc.constantFrom('a', 'b', 'c', 'd');
const step = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    values: fc.dictionary(id, fc.integer({ min: 0, max: 3 }), { minKeys: 1 }),
  }),
  fc.record({
    kind: fc.constant('patch' as const),
    values: fc.dictionary(id, fc.option(fc.integer({ min: 0, max: 3 })), { minKeys: 1 }),
  }),
  fc.record({ kind: fc.constant('index' as const), values: fc.constant({}) }),
);

test('whatever is loaded and indexed, every version reads as it was, and its changes lead there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
      const { service } = await openCatalogs();
      const states: Record<string, number>[] = [{}];
      let present: Record<string, number> = {};
      for (const { kind, values } of steps) {
        if (kind === 'index') {
          if (states.length > 1) await service.runIndex(ACCOUNT, 'lamps');
          await service.settled();
          continue;
        }
        const next: Record<string, number> = kind === 'put' ? {} : { ...present };
        const operations = Object.entries(values).flatMap(([name, value]) => {
          if (value === null && next[name] === undefined) return [];
          if (value === null) delete next[name];
          else next[name] = value as number;
          return value === null ? [remove(name)] : [product(name, { price: value })];
        });
        if (operations.length === 0) continue;
        await load(service, kind === 'put' ? 'full' : 'delta', operations);
        if (kind === 'put' || JSON.stringify(sorted(next)) !== JSON.stringify(sorted(present)))
          states.push(next);
        present = next;
      }
      for (const [version, state] of states.entries()) {
        if (version === 0) continue;
        for (const name of ['a', 'b', 'c', 'd']) {
          const read = refusalOf(() => priceAt(service, name, String(version)));
          expect(read).toBe(state[name] === undefined ? 'unknown_record' : 'none');
          if (state[name] !== undefined) expect(priceAt(service, name, String(version))).toBe(state[name]);
        }
      }
      for (const name of ['a', 'b', 'c', 'd']) {
        const expected = states.flatMap((state, version) =>
          version === 0 || state[name] === states[version - 1]?.[name] ? [] : [version],
        );
        const changes = expected.length === 0 ? [] : service.history.changes('lamps', name, 100).changes;
        expect(changes.map(({ made }) => made.version).reverse()).toEqual(expected);
      }
      await service.close();
    }),
    { numRuns: 12 },
  );
});

function sorted(state: Record<string, number>): [string, number][] {
  return Object.entries(state).sort();
}
