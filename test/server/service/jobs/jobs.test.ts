import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Fault } from '../../../../src/server/service/control/fault-rule.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { ACCOUNT, load, openCatalogs, product, send, stored } from '../opened-catalogs.ts';

test('jobs of a catalog run one after another in order of arrival', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  for (let price = 1; price <= 20; price++) {
    await send(service, 'delta', [{ op: 'add', path: '/products/a/attributes/price', value: price }]);
  }
  await service.settled();
  expect((await stored(service))['/products/a']).toMatchObject({ attributes: { price: 20 } });
  const ended = service.jobs();
  expect(ended.map(({ state }) => state)).toEqual(Array(21).fill('success'));
  for (const [at, job] of ended.entries()) {
    if (at > 0) expect(job.startedMs).toBeGreaterThan(ended[at - 1]?.stoppedMs ?? 0);
  }
});

test('a stuck job holds up its own catalog and no other, until it is killed', async () => {
  const faults: (Fault | null)[] = [{ job: 'stick' }];
  const { service } = await openCatalogs({ jobFault: () => faults.shift() ?? null, maxParallelJobs: 1 });
  const stuck = await send(service, 'full', [product('a')]);
  const behind = await send(service, 'full', [product('b')]);
  const other = await send(service, 'full', [product('c')], { catalog: 'other' });
  await expect.poll(() => service.job(other).state).toBe('success');
  expect(service.job(stuck).state).toBe('running');
  expect(service.job(behind).state).toBe('queued');
  expect(service.activeJobs()).toBe(2);
  await service.kill(stuck);
  await service.settled();
  expect(service.job(stuck)).toMatchObject({ state: 'killed', message: 'killed by request' });
  expect(Object.keys(await stored(service))).toEqual(['/products/b']);
});

test('a queued job can be killed, an ended one cannot move any more', async () => {
  const { service } = await openCatalogs({ settings: { jobDelayMs: 60_000 } });
  const jobId = await send(service, 'full', [product('a')]);
  expect(service.job(jobId).state).toBe('queued');
  await service.kill(jobId);
  expect(service.job(jobId)).toMatchObject({ state: 'killed', startedMs: null });
  await service.kill(jobId);
  expect(service.job(jobId).state).toBe('killed');
  await expect(service.kill('no-such-job')).rejects.toMatchObject({ code: 'unknown_job' });
});

test.each([
  [
    { job: 'fail', message: 'the moon is full' },
    { message: 'the moon is full', errorCode: 'fault' },
  ],
  [{ diskFull: true }, { message: 'no space left on the disk', errorCode: 'storage_full' }],
] as const)('a fault rule %j ends the job as failed and nothing is applied', async (fault, expected) => {
  const { service } = await openCatalogs({ jobFault: () => fault });
  expect(await load(service, 'full', [product('a')])).toMatchObject({ state: 'failed', ...expected });
  expect(service.catalogs()).toEqual([]);
});

test('a fault rule for every operation that does nothing to jobs lets them run', async () => {
  const { service } = await openCatalogs({ jobFault: () => ({ status: 503 }) });
  expect(await load(service, 'full', [product('a')])).toMatchObject({ state: 'success' });
});

test('a job waits for the delay before it runs', async () => {
  const { service } = await openCatalogs({ settings: { jobDelayMs: 80 } });
  const startedAt = performance.now();
  await load(service, 'full', [product('a')]);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(80);
});

test('a job is there as creating while its body is on its way, and gone when the body breaks off', async () => {
  const { service } = await openCatalogs();
  const body = new Readable({ read() {} });
  const accepted = send(service, 'full', '', { body });
  await expect.poll(() => service.jobs().map(({ state }) => state)).toEqual(['creating']);
  body.destroy(new Error('connection lost'));
  await expect(accepted).rejects.toThrow('connection lost');
  expect(service.jobs()).toEqual([]);
});

test('jobs and catalogs survive a stop in any state', async () => {
  const folder = temporaryFolder();
  const first = await openCatalogs({ folder, durable: true });
  await load(first.service, 'full', [product('a')]);
  const { jobId: indexId } = await first.service.runIndex(ACCOUNT, 'lamps');
  await first.service.settled();
  await first.service.close();

  const faults: Fault[] = [{ job: 'stick' }];
  const second = await openCatalogs({ folder, durable: true, jobFault: () => faults[0] ?? null });
  const running = await send(second.service, 'delta', [product('b')]);
  const queued = await send(second.service, 'delta', [product('c')]);
  await expect.poll(() => second.service.job(running).state).toBe('running');
  const startedMs = second.service.job(running).startedMs;
  await second.service.close();

  const third = await openCatalogs({ folder, durable: true });
  await third.service.settled();
  expect(third.service.jobs().map(({ state }) => state)).toEqual([
    'success',
    'success',
    'success',
    'success',
  ]);
  expect(third.service.job(running)).toMatchObject({ startedMs });
  expect(third.service.job(queued).state).toBe('success');
  expect(third.service.job(indexId).state).toBe('success');
  expect(third.service.published('lamps')).toMatchObject({ version: 1, documents: 1 });
  expect(Object.keys(await stored(third.service))).toEqual(['/products/a', '/products/b', '/products/c']);
  await expect.poll(() => readdirSync(path.join(folder, 'spool'))).toEqual([]);
  await third.service.close();
});

test('a service stops although a job is stuck', async () => {
  const { service } = await openCatalogs({ jobFault: () => ({ job: 'stick' }) });
  await send(service, 'full', [product('a')]);
  await service.close();
  await expect(send(service, 'full', [product('a')])).rejects.toMatchObject({ code: 'unavailable' });
});

test('a catalog of one account does not exist for another', async () => {
  const other = { ...ACCOUNT, accountId: '7', apiKey: 'other' };
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  await expect(send(service, 'full', [product('a')], { account: other })).rejects.toMatchObject({
    code: 'unknown_catalog',
  });
  await expect(service.runIndex(other, 'lamps')).rejects.toMatchObject({ code: 'unknown_catalog' });
});

test('where the configuration lists the catalogs, any other is refused', async () => {
  const { service } = await openCatalogs();
  const account = { ...ACCOUNT, catalogs: ['lamps'] };
  await expect(send(service, 'full', [product('a')], { account, catalog: 'sofas' })).rejects.toMatchObject({
    code: 'unknown_catalog',
  });
  expect((await load(service, 'full', [product('a')], { account })).state).toBe('success');
});

test('10,000 jobs may wait, the next one is refused', async () => {
  const { service } = await openCatalogs({ settings: { jobDelayMs: 3_600_000 } });
  const run = () => service.runIndex(ACCOUNT, 'lamps');
  for (let count = 0; count < 10_000; count += 500) await Promise.all(Array.from({ length: 500 }, run));
  expect(service.activeJobs()).toBe(10_000);
  await expect(run()).rejects.toMatchObject({ code: 'too_many_requests' });
  await service.kill(service.jobs()[0]?.id ?? '');
  await run();
});
