import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterEach, describe, expect, test } from 'vitest';
import {
  json,
  type ScriptedServer,
  type SeenRequest,
  silence,
  startScriptedServer,
} from '../client/api/scripted-server.ts';
import { temporaryFolder } from '../temp-folder.ts';

/** Signals to the built program while a service holds its answer: what is told, noted, and done next. */
const bin = fileURLToPath(new URL('../../bin/brctl.js', import.meta.url));

const JOB = '5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a';
const isPut = ({ method }: SeenRequest) => method === 'PUT';
const isIndex = ({ method }: SeenRequest) => method === 'POST';
const isLook = ({ method, url }: SeenRequest) => method === 'GET' && url.endsWith(JOB);

let server: ScriptedServer;
let home: string;
/** The request that is never answered. */
let isHeld: (request: SeenRequest) => boolean = () => false;

afterEach(() => server.close());

async function start(holding: typeof isHeld): Promise<void> {
  isHeld = holding;
  server = await startScriptedServer((request) => {
    if (request.url.startsWith('/_brctl/')) return json(404, {});
    if (isHeld(request)) return silence;
    if (request.method === 'GET') return json(200, { id: request.url.split('/').at(-1), status: 'success' });
    return json(200, { jobId: isPut(request) ? JOB : JOB.replace('5f', '6f') });
  });
  home = temporaryFolder();
  const attributes = { title: 'Lamp', price: 1, url: 'https://shop.example/' };
  writeFileSync(
    path.join(home, 'a.jsonl'),
    `${JSON.stringify({ op: 'add', path: '/products/p1', value: { attributes } })}\n`,
  );
}

function brctl(line: string) {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    BRCTL_ENV: 'staging',
    BRCTL_CATALOG_URL: `${server.url}/dataconnect/api/v1/`,
    BRCTL_ACCOUNT_ID: '4242',
    BRCTL_CATALOG: 'lighting_en',
    BRCTL_API_KEY: 'key',
  };
  const argv = [bin, ...line.split(' ')];
  return execa(process.execPath, argv, { cwd: home, env, extendEnv: false, reject: false });
}

/** Starts a command, and signals it once the request that is held has come in whole. */
async function stopped(line: string, ...signals: NodeJS.Signals[]) {
  const running = brctl(line);
  const comes = () => server.seen.some((request) => isHeld(request));
  await Promise.race([expect.poll(comes).toBe(true), running]);
  for (const signal of signals) running.kill(signal);
  return await running;
}

/** Requests that are on record, as `brctl jobs` lists them. */
async function noted(): Promise<[kind: string, state: string][]> {
  const { stdout } = await brctl('jobs --json');
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { kind, state } = JSON.parse(line) as { kind: string; state: string };
      return [kind, state];
    });
}

const PUSH = 'push a.jsonl --first-load --poll 10ms';
const SUBMIT = 'submit a.jsonl --mode full --accept guard.removals=100% --because test --wait --poll 10ms';

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (signal, code) => {
  test('while a push sends: the outcome is unknown, and the next push settles it', async () => {
    await start(isPut);
    const run = await stopped(PUSH, signal);
    expect(run.exitCode, run.stderr).toBe(code);
    expect(run.stderr).toContain('the next brctl push resumes this one');
    expect(run.stderr).toContain(`stopped by ${signal}`);
    expect(await noted()).toEqual([['submit', 'unknown']]);
    isHeld = () => false;
    const next = await brctl(PUSH);
    expect(next.exitCode, next.stderr).toBe(0);
    expect(server.seen.filter(isPut)).toHaveLength(2);
  });

  test('while a push waits for its job: the job goes on, and the next push sends nothing', async () => {
    await start(isLook);
    const run = await stopped(PUSH, signal);
    expect(run.exitCode, run.stderr).toBe(code);
    expect(run.stderr).toContain(`job ${JOB} continues on the service; the next brctl push resumes this one`);
    expect(await noted()).toEqual([['submit', 'accepted']]);
    isHeld = () => false;
    const next = await brctl(PUSH);
    expect(next.exitCode, next.stderr).toBe(0);
    expect(server.seen.filter(isPut)).toHaveLength(1);
  });

  test('while a push asks for the index: it is applied, and only the index is asked for again', async () => {
    await start(isIndex);
    const run = await stopped(PUSH, signal);
    expect(run.exitCode, run.stderr).toBe(code);
    expect(run.stdout).toMatch(/^applied\tyes/m);
    isHeld = () => false;
    const next = await brctl(PUSH);
    expect(next.exitCode, next.stderr).toBe(0);
    expect([server.seen.filter(isPut).length, server.seen.filter(isIndex).length]).toEqual([1, 2]);
  });

  test('while a submit sends: noted as unknown, and repeated with --force only', async () => {
    await start(isPut);
    const run = await stopped(SUBMIT, signal);
    expect(run.exitCode, run.stderr).toBe(code);
    expect(run.stderr).toContain('no answer: the service may or may not have accepted the request');
    expect(await noted()).toEqual([['submit', 'unknown']]);
    isHeld = () => false;
    expect((await brctl(SUBMIT)).exitCode).toBe(7);
    expect((await brctl(`${SUBMIT} --force`)).exitCode).toBe(0);
  });

  test('while a submit waits: the job goes on, and status follows it', async () => {
    await start(isLook);
    const run = await stopped(SUBMIT, signal);
    expect([run.exitCode, run.stdout], run.stderr).toEqual([code, JOB]);
    expect(await noted()).toEqual([['submit', 'accepted']]);
    isHeld = () => false;
    expect((await brctl('status --wait --poll 10ms --quiet')).stdout).toBe('success');
  });
});

test('a second Ctrl-C ends the process at once, and the next push goes on all the same', async () => {
  await start(isPut);
  // Both come while it is stopped, so the second is there before the first has been dealt with.
  const run = await stopped(PUSH, 'SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT');
  expect(['SIGINT', 'SIGTERM'], run.stderr).toContain(run.signal);
  expect(run.stdout).toBe('');
  isHeld = () => false;
  const next = await brctl(PUSH);
  expect(next.exitCode, next.stderr).toBe(0);
});
