import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getMessage } from '../../../src/base/errors.ts';
import { AbortFlag } from '../../../src/base/process/abort-flag.ts';
import { WorkerPool } from '../../../src/base/process/worker-pool.ts';
import { temporaryFolder } from '../../temp-folder.ts';

function echo(mark: string): string {
  return `import { parentPort } from 'node:worker_threads';
parentPort.on('message', (message) => {
  if (message.kind === 'stop') parentPort.close();
  else parentPort.postMessage('${mark} ' + message.task);
});
`;
}

const COUNTING = `import { parentPort } from 'node:worker_threads';
let tasks = 0;
parentPort.on('message', (message) => {
  if (message.kind === 'stop') parentPort.close();
  else parentPort.postMessage('task ' + ++tasks + ' of this thread');
});
`;

let pool: WorkerPool<string, string> | undefined;

afterEach(async () => {
  vi.useRealTimers();
  await pool?.close();
});

function poolOf(script: string, times = {}): WorkerPool<string, string> {
  const outcomeOf = (thrown: unknown) => `failed: ${getMessage(thrown)}`;
  pool = new WorkerPool<string, string>(pathToFileURL(script), outcomeOf, times);
  return pool;
}

const REPLACED = 'failed: brctl was updated on disk while this process ran: restart it';

describe('WorkerPool', () => {
  it('lets a worker that has just begun to start end by itself', async () => {
    const script = path.join(temporaryFolder(), 'starting.mjs');
    const ended = path.join(temporaryFolder(), 'ended');
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(${JSON.stringify(ended)}, 'by itself'));
${echo('')}`,
    );
    const opened = poolOf(script);
    opened.warm();
    await opened.close();
    await opened.threadsEnded();
    expect(readFileSync(ended, 'utf8')).toBe('by itself');
  });

  it('runs tasks in a worker', async () => {
    const script = path.join(temporaryFolder(), 'echo.mjs');
    writeFileSync(script, echo('first'));
    const opened = poolOf(script);
    expect(await opened.run('a', new AbortFlag())).toBe('first a');
    expect(await opened.run('b', new AbortFlag())).toBe('first b');
  });

  it('gives dozens of small tasks to one thread, then starts another', async () => {
    const script = path.join(temporaryFolder(), 'counting.mjs');
    writeFileSync(script, COUNTING);
    const opened = poolOf(script);
    let answer = '';
    for (let task = 1; task <= 64; task++) answer = await opened.run('', new AbortFlag());
    expect(answer).toBe('task 64 of this thread');
    expect(await opened.run('', new AbortFlag())).toBe('task 1 of this thread');
  });

  it.each([
    ['ten seconds', {}, 9_999],
    ['as long as it is told to', { maxWorkMs: 600_000 }, 599_999],
  ])('keeps a thread that has worked for less than %s, then starts another', async (_what, times, lessMs) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const script = path.join(temporaryFolder(), 'counting.mjs');
    writeFileSync(script, COUNTING);
    const opened = poolOf(script, times);
    const work = (ms: number) => {
      const answer = opened.run('', new AbortFlag());
      vi.advanceTimersByTime(ms);
      return answer;
    };
    await work(lessMs);
    expect(await work(1)).toBe('task 2 of this thread');
    expect(await work(0)).toBe('task 1 of this thread');
  });

  it('starts a worker ahead only where none is free, or will be sooner', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const script = path.join(temporaryFolder(), 'echo.mjs');
    writeFileSync(script, echo('first'));
    const opened = poolOf(script);
    let started = 0;
    const count = () => {
      started++;
    };
    process.on('worker', count);
    const first = opened.run('a', new AbortFlag());
    opened.warm();
    await first;
    opened.warm();
    const second = opened.run('b', new AbortFlag());
    vi.advanceTimersByTime(149);
    opened.warm();
    await second;
    expect(started).toBe(1);
    const third = opened.run('c', new AbortFlag());
    vi.advanceTimersByTime(150);
    opened.warm();
    await third;
    expect(started).toBe(2);
    process.off('worker', count);
  });

  it('starts no worker of another build than its own process', async () => {
    const script = path.join(temporaryFolder(), 'echo.mjs');
    writeFileSync(script, echo('first'));
    const opened = poolOf(script);
    writeFileSync(script, echo('second'));
    opened.warm();
    expect(await opened.run('a', new AbortFlag())).toBe(REPLACED);
    rmSync(script);
    expect(await opened.run('a', new AbortFlag())).toBe(REPLACED);
    writeFileSync(script, echo('first'));
    expect(await opened.run('a', new AbortFlag())).toBe('first a');
  });
});
