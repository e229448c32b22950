import { expect, test } from 'vitest';
import { JobQueue, type Run } from '../../../../src/server/service/jobs/job-queue.ts';

interface Job {
  id: string;
  catalog: string;
}

/** A queue whose jobs end when the test says so. */
function controlled(maxParallel: number) {
  const started: string[] = [];
  const runs = new Map<string, { run: Run; end: () => void }>();
  const queue = new JobQueue<Job>({
    maxParallel,
    execute: (job, run) =>
      new Promise((resolve) => {
        started.push(job.id);
        runs.set(job.id, { run, end: resolve });
      }),
  });
  const add = (...ids: string[]) => {
    for (const id of ids) queue.add({ id, catalog: id.charAt(0) }, 0);
  };
  const end = async (id: string) => {
    runs.get(id)?.end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, started, runs, add, end };
}

test('one job of a catalog at a time, in order, and as many catalogs as there are places', async () => {
  const { started, add, end } = controlled(2);
  add('a1', 'a2', 'b1', 'c1');
  expect(started).toEqual(['a1', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('two catalogs with much to do do not keep a third waiting', async () => {
  const { started, add, end } = controlled(2);
  add('a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1');
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('a job that stands aside holds its catalog and no place', async () => {
  const { started, runs, add } = controlled(1);
  add('a1', 'a2', 'b1');
  runs.get('a1')?.run.standAside();
  expect(started).toEqual(['a1', 'b1']);
});

test('a job at work tells how far it is, as long as it is at work', async () => {
  const { queue, runs, add, end } = controlled(1);
  add('a1', 'a2');
  const progress = { done: 84, total: 200, unit: 'products' as const };
  runs.get('a1')?.run.follow(() => progress);
  expect([queue.progress('a1'), queue.progress('a2'), queue.progress('none')]).toEqual([
    progress,
    null,
    null,
  ]);
  await end('a1');
  expect(queue.progress('a1')).toBeNull();
});

test('a pause lets what runs end and starts nothing until it is over', async () => {
  const { queue, started, add, end } = controlled(2);
  add('a1', 'a2');
  let isPaused = false;
  const paused = queue.pause().then(() => {
    isPaused = true;
  });
  add('b1');
  expect([started, isPaused]).toEqual([['a1'], false]);
  await end('a1');
  await paused;
  expect(started).toEqual(['a1']);
  queue.resume();
  expect(started).toEqual(['a1', 'b1', 'a2']);
});

test('a queued job can be taken out, a running one told to give up and why', async () => {
  const { queue, started, runs, add, end } = controlled(1);
  add('a1', 'a2', 'a3');
  expect(['a1', 'a2', 'a3'].map((id) => queue.isWaiting(id))).toEqual([false, true, true]);
  queue.remove('a2');
  queue.remove('a1');
  expect(queue.isWaiting('a2')).toBe(false);
  const aborted = queue.kill('a1');
  const run = runs.get('a1')?.run;
  expect([run?.flag.isSet, run?.signal.reason]).toEqual([true, 'killed']);
  await end('a1');
  await aborted;
  expect(started).toEqual(['a1', 'a3']);
});

test('after everything was dropped, a catalog starts afresh although its old job has not given up yet', async () => {
  const { queue, started, runs, add, end } = controlled(2);
  add('a1', 'a2');
  queue.dropAll('reset');
  expect(runs.get('a1')?.run.signal.reason).toBe('reset');
  add('a3');
  expect(started).toEqual(['a1', 'a3']);
  await end('a1');
  add('a4');
  expect(started).toEqual(['a1', 'a3']);
});
