import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { ReadyObject } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';

const bin = fileURLToPath(new URL('../../bin/brctl.js', import.meta.url));

/** A small file system of one's own takes a mount in a user namespace, which not every machine allows. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

let folder: string;
let child: ChildProcess;
let ready: ReadyObject;

afterEach(async () => {
  if (!canMount) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
});

async function startOnDiskOf4MB(): Promise<void> {
  folder = temporaryFolder();
  const readyFile = path.join(folder, 'ready.json');
  const serve = `"${execPath}" "${bin}" serve --data "${folder}/data" --port 0 --sftp-port 0 --ready-file "${readyFile}"`;
  const script = `mkdir "${folder}/data" && mount -t tmpfs -o size=4m tmpfs "${folder}/data" && exec ${serve}`;
  child = spawn('unshare', ['-rm', 'sh', '-c', script], { stdio: 'ignore' });
  await expect.poll(() => readReady(readyFile)).toBe(true);
}

test.skipIf(!canMount)(
  'a load that the disk cannot take leaves everything as it was, and the next goes on',
  async () => {
    await startOnDiskOf4MB();
    expect(await put(products(1))).toMatchObject({ status: 'success' });
    // Its body fits beside what is stored, its records do not.
    const failed = await put(products(2_500));
    expect(failed).toMatchObject({ status: 'failed' });
    const why = await fetch(new URL(`/_brctl/jobs/${failed.id}`, ready.catalogUrl));
    expect(await why.json()).toMatchObject({
      error_code: 'storage_full',
      message: 'no space left on the disk',
    });
    const refused = await send(products(5_000));
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({ details: [{ detail: 'no space left on the disk' }] });
    const catalogs = await (await fetch(new URL('/_brctl/catalogs', ready.catalogUrl))).json();
    expect(catalogs).toMatchObject({ catalogs: [{ name: 'full', records: 1, version: 1 }] });
    expect(await put(products(2))).toMatchObject({ status: 'success' });
  },
);

test.skipIf(!canMount)('a snapshot that does not fit leaves the room that it had begun to take', async () => {
  await startOnDiskOf4MB();
  expect(await put(products(800))).toMatchObject({ status: 'success' });
  const statuses: number[] = [];
  for (const name of ['one', 'two', 'three', 'four']) {
    const url = new URL(`/_brctl/snapshots/${name}`, ready.catalogUrl);
    statuses.push((await fetch(url, { method: 'PUT' })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 507]);
  expect(await put(products(2))).toMatchObject({ status: 'success' });
  const listed = await (await fetch(new URL('/_brctl/snapshots', ready.catalogUrl))).json();
  expect(listed).toMatchObject({ snapshots: [{ name: 'one' }, { name: 'two' }, { name: 'three' }] });
});

function readReady(file: string): boolean {
  try {
    ready = JSON.parse(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

/** JSON Lines of about 1 KB each. */
function products(count: number): string {
  const attributes = { title: 'Lamp', price: 1, url: 'https://shop.example/l', description: 'x'.repeat(900) };
  return Array.from(
    { length: count },
    (_, at) => `${JSON.stringify({ op: 'add', path: `/products/p${at}`, value: { attributes } })}\n`,
  ).join('');
}

function headers(): Record<string, string> {
  return {
    authorization: `Bearer ${ready.env.BRCTL_API_KEY}`,
    'content-type': 'application/json-patch+jsonlines',
  };
}

function send(body: string): Promise<Response> {
  const url = `${ready.catalogUrl}/accounts/${ready.env.BRCTL_ACCOUNT_ID}/catalogs/full/products`;
  return fetch(url, { method: 'PUT', headers: headers(), body });
}

/** Sends a load and gives the record of its job when it has ended. */
async function put(body: string): Promise<{ id?: string; status?: string }> {
  const { jobId } = (await (await send(body)).json()) as { jobId: string };
  let job: { id?: string; status?: string } = {};
  await expect
    .poll(async () => {
      job = (await (
        await fetch(`${ready.catalogUrl}/jobs/${jobId}`, { headers: headers() })
      ).json()) as typeof job;
      return job.status;
    })
    .toMatch(/success|failed/);
  return job;
}
