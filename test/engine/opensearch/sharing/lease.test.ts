import { expect, test } from 'vitest';
import { CatalogLeases } from '../../../../src/engine/opensearch/sharing/catalog-leases.ts';
import { Lease } from '../../../../src/engine/opensearch/sharing/lease.ts';
import { DocumentsInMemory, HandClock } from './documents-in-memory.ts';

const LEASE_MS = 10_000;

function cluster() {
  const documents = new DocumentsInMemory();
  const clock = new HandClock();
  const contender = (id: string) => {
    const holder = { id, name: `process ${id}`, place: id };
    return { documents, scope: 'local', holder, clock, leaseMs: LEASE_MS };
  };
  const lease = (id: string) => new Lease(contender(id), 'lamps');
  const leases = (id: string) => new CatalogLeases(contender(id));
  return { documents, clock, lease, leases };
}

test('the first who asks has the lease, at once, and may write', async () => {
  const { lease } = cluster();
  const mine = lease('a');
  await mine.take();
  await mine.confirm();
  expect(mine).toMatchObject({ isHeld: true, term: 1 });
});

test('a second writer is refused as soon as the first has renewed, and is told who that is', async () => {
  const { lease, leases, clock } = cluster();
  const first = leases('a');
  await first.lease('lamps');
  const second = lease('b').take();
  const refused = expect(second).rejects.toMatchObject({
    kind: 'locked',
    code: 'engine.written_elsewhere',
    message: 'another process holds the write lease of catalog "lamps": process a',
  });
  await clock.pass(5_000);
  await refused;
  await first.close();
});

test('who takes over waits for as long as a lease lasts, and the former holder writes no more', async () => {
  const { lease, clock } = cluster();
  const [former, next] = [lease('a'), lease('b')];
  await former.take();
  let isTaken = false;
  const taking = next.take().then(() => {
    isTaken = true;
  });
  await clock.pass(9_500);
  expect(isTaken).toBe(false);
  await clock.pass(1_000);
  await taking;
  expect(next.term).toBe(2);
  await expect(former.confirm()).rejects.toMatchObject({ kind: 'locked', code: 'engine.lease_lost' });
  await expect(former.confirm()).rejects.toMatchObject({ code: 'engine.lease_lost' });
  expect(former.isHeld).toBe(false);
  await next.confirm();
});

test('a released lease is taken at once, with the next term', async () => {
  const { lease } = cluster();
  const [former, next] = [lease('a'), lease('b')];
  await former.take();
  await former.release();
  await next.take();
  expect(next.term).toBe(2);
  await expect(former.confirm()).rejects.toMatchObject({ code: 'engine.lease_lost' });
});

test('a cluster that cannot be reached makes the writer wait, not fail', async () => {
  const { documents, lease, clock } = cluster();
  const mine = lease('a');
  await mine.take();
  documents.failure = new Error('connect ECONNREFUSED');
  await clock.pass(8_000);
  let mayWrite = false;
  const confirmed = mine.confirm().then(() => {
    mayWrite = true;
  });
  await clock.pass(20_000);
  expect(mayWrite).toBe(false);
  documents.failure = null;
  await clock.pass(3_000);
  await confirmed;
});

test('what waits for a cluster that stays away fails after a minute, and the lease may be confirmed later', async () => {
  const { documents, lease, clock } = cluster();
  const mine = lease('a');
  await mine.take();
  documents.failure = new Error('connect ECONNREFUSED');
  await clock.pass(8_000);
  const failed = expect(mine.confirm()).rejects.toThrow('connect ECONNREFUSED');
  await clock.pass(6 * LEASE_MS + 2_000);
  await failed;
  documents.failure = null;
  await mine.confirm();
  expect(mine.isHeld).toBe(true);
});

test('an answer that is lost on its way costs nobody the lease', async () => {
  const { documents, lease } = cluster();
  const mine = lease('a');
  await mine.take();
  documents.losesAnswers = true;
  await expect(mine.renew()).rejects.toThrow('the connection broke');
  documents.losesAnswers = false;
  await mine.renew();
  expect(mine).toMatchObject({ isHeld: true, term: 1 });
});

test('leases are renewed until they are closed', async () => {
  const { leases, clock } = cluster();
  const [mine, others] = [leases('a'), leases('b')];
  await mine.lease('lamps');
  await clock.pass(60_000);
  const refused = expect(others.lease('lamps')).rejects.toMatchObject({ code: 'engine.written_elsewhere' });
  await clock.pass(5_000);
  await refused;
  await mine.close();
  expect((await others.lease('lamps')).term).toBe(2);
  await others.close();
});

test('callers that ask at once get one lease, of one term', async () => {
  const { leases } = cluster();
  const mine = leases('a');
  const [one, other] = await Promise.all([mine.lease('lamps'), mine.lease('lamps')]);
  expect(other).toBe(one);
  expect(one).toMatchObject({ isHeld: true, term: 1 });
  await mine.close();
});

test('a caller that no longer waits takes the lease from nobody else', async () => {
  const { leases, lease, clock } = cluster();
  await lease('b').take();
  const mine = leases('a');
  const leaving = new AbortController();
  const [left, stayed] = [mine.lease('lamps', leaving.signal), mine.lease('lamps')];
  const refused = expect(left).rejects.toMatchObject({ name: 'AbortedError' });
  leaving.abort();
  await refused;
  await clock.pass(11_000);
  expect(await stayed).toMatchObject({ isHeld: true, term: 2 });
  await mine.close();
});

test('a lease that could not be taken is asked for anew', async () => {
  const { documents, leases } = cluster();
  const mine = leases('a');
  documents.failure = new Error('connect ECONNREFUSED');
  await expect(mine.lease('lamps')).rejects.toThrow('connect ECONNREFUSED');
  documents.failure = null;
  expect(await mine.lease('lamps')).toMatchObject({ isHeld: true });
  await mine.close();
});

test('what a former holder publishes after its successor has begun is refused', async () => {
  const { documents, lease, clock } = cluster();
  const publish = (lease: Lease, version: number) =>
    lease.change('catalog local lamps', () => ({
      kind: 'announcement',
      scope: 'local',
      version,
    }));
  const announced = async () => (await documents.get('catalog local lamps'))?.body.version;
  const [former, next] = [lease('a'), lease('b')];
  await former.take();
  await publish(former, 1);
  const taken = next.take();
  await clock.pass(11_000);
  await taken;
  await next.change('catalog local lamps', (found) => found?.body);
  await expect(publish(former, 2)).rejects.toMatchObject({ code: 'engine.lease_lost' });
  expect(await announced()).toBe(1);
  await publish(next, 3);
  expect(await announced()).toBe(3);
});
