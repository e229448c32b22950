import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { messageOf } from '../../src/errors.ts';
import { AbortFlag } from '../../src/process/abort-flag.ts';
import { WorkerPool } from '../../src/process/worker-pool.ts';
import { temporaryFolder } from '../temp-folder.ts';

function echo(mark: string): string {
  return `import { parentPort } from 'node:worker_threads';
parentPort.on('message', (message) => {
  if (message.kind === 'stop') parentPort.close();
  else parentPort.postMessage('${mark} ' + message.task);
});
`;
}

let pool: WorkerPool<string, string> | undefined;

afterEach(async () => {
  await pool?.close();
});

function poolOf(script: string): WorkerPool<string, string> {
  pool = new WorkerPool<string, string>(pathToFileURL(script), (thrown) => `failed: ${messageOf(thrown)}`);
  return pool;
}

const REPLACED = 'failed: brctl was replaced on the disk while this process ran: start it again';

describe('WorkerPool', () => {
  it('runs tasks in a worker', async () => {
    const script = path.join(temporaryFolder(), 'echo.mjs');
    writeFileSync(script, echo('first'));
    const opened = poolOf(script);
    expect(await opened.run('a', new AbortFlag())).toBe('first a');
    expect(await opened.run('b', new AbortFlag())).toBe('first b');
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
