import { describe, expect, test } from 'vitest';
import type { Job } from '../../../src/client/api/jobs.ts';
import { assertNoneFailed, describeAnomaly, waitForJobs } from '../../../src/client/api/wait.ts';

/** A clock that moves when somebody sleeps, and jobs whose states follow a script. */
function world(scripts: Record<string, readonly string[]>) {
  let nowMs = 0;
  const looks: Record<string, number> = {};
  const pauses: number[] = [];
  return {
    pauses,
    looks,
    source: {
      async job(id: string): Promise<Job> {
        const script = scripts[id] ?? [];
        const at = Math.min(looks[id] ?? 0, script.length - 1);
        looks[id] = (looks[id] ?? 0) + 1;
        return { id, status: script[at] ?? 'success' };
      },
    },
    options: {
      now: () => new Date(nowMs),
      random: () => 0,
      async sleep(ms: number, signal?: AbortSignal) {
        signal?.throwIfAborted();
        pauses.push(ms);
        nowMs += ms;
      },
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      goOn: (ids: readonly string[]) => `brctl status ${ids.join(' ')} --wait`,
    },
  };
}

describe('waiting', () => {
  test('ends when every job has ended, and gives them in order', async () => {
    const { source, options, looks } = world({ a: ['queued', 'running', 'success'], b: ['skipped'] });
    const jobs = await waitForJobs(source, ['a', 'b'], options);
    expect(jobs).toEqual([
      { id: 'a', status: 'success' },
      { id: 'b', status: 'skipped' },
    ]);
    expect(looks).toEqual({ a: 3, b: 1 });
  });

  test('looks at once, then soon, then every second growing to 15 s', async () => {
    const { source, options, pauses } = world({ a: [...Array(20).fill('running'), 'success'] });
    await waitForJobs(source, ['a'], { ...options, timeoutMs: 3_600_000 });
    expect(pauses.slice(0, 9)).toEqual([50, 100, 200, 400, 800, 1_000, 1_400, 1_960, 2_744]);
    expect(pauses.at(-1)).toBe(15_000);
  });

  test('keeps the interval that was asked for', async () => {
    const { source, options, pauses } = world({ a: ['running', 'running', 'running', 'success'] });
    await waitForJobs(source, ['a'], { ...options, pollMs: 5_000 });
    expect(pauses).toEqual([5_000, 5_000, 5_000]);
  });

  test('shortens pauses by up to a fifth, by chance', async () => {
    const { source, options, pauses } = world({ a: ['running', 'success'] });
    await waitForJobs(source, ['a'], { ...options, pollMs: 1_000, random: () => 1 });
    expect(pauses).toEqual([800]);
  });

  test('gives up after the timeout with the command that goes on', async () => {
    const { source, options, pauses } = world({ a: ['running'], b: ['success'] });
    await expect(waitForJobs(source, ['a', 'b'], { ...options, timeoutMs: 2_500 })).rejects.toMatchObject({
      kind: 'wait-timeout',
      code: 'job.wait_timeout',
      hint: 'brctl status a --wait',
      message: 'gave up waiting: a is running',
    });
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(2_500);
  });

  test('takes a state that it does not know for one that goes on', async () => {
    const { source, options } = world({ a: ['hibernating', 'success'] });
    const seen: string[] = [];
    await waitForJobs(source, ['a'], { ...options, onChange: ({ status }) => void seen.push(status) });
    expect(seen).toEqual(['hibernating', 'success']);
  });

  test('tells of every look, of every change once', async () => {
    const { source, options } = world({ a: ['running', 'running', 'success'] });
    const told: string[] = [];
    await waitForJobs(source, ['a'], {
      ...options,
      onLook: ({ status }) => void told.push(`look ${status}`),
      onChange: ({ status }) => void told.push(status),
    });
    expect(told).toEqual(['running', 'look running', 'look running', 'success', 'look success']);
  });

  test('stops when it is aborted, with the reason', async () => {
    const { source, options } = world({ a: ['running'] });
    const reason = new Error('stopped');
    await expect(waitForJobs(source, ['a'], { ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });
});

describe('the end of jobs', () => {
  test.each(['success', 'skipped'])('%s is no failure', (status) => {
    expect(() => assertNoneFailed([{ id: 'a', status }])).not.toThrow();
  });

  test.each(['failed', 'killed'])("%s is one, with the job's own message", (status) => {
    expect(() => assertNoneFailed([{ id: 'a', status, message: 'Line 3: no path' }])).toThrow(
      expect.objectContaining({
        kind: 'job-failed',
        code: `job.${status}`,
        message: `job a ended ${status}: Line 3: no path`,
      }),
    );
  });

  test('only skipped and unknown states deserve a remark', () => {
    const remarked = [
      'creating',
      'queued',
      'running',
      'success',
      'failed',
      'killed',
      'skipped',
      'odd',
    ].filter((status) => describeAnomaly({ id: 'a', status }) !== undefined);
    expect(remarked).toEqual(['skipped', 'odd']);
  });
});
