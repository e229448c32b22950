// Runs `brctl serve` for a while under load, and tells what it takes: node bench/soak.mjs [--seconds 600]
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brctl, environment } from './measure.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } });
const seconds = Number(values.seconds);
const PRODUCTS = 5_000;
const SEARCHES_A_SECOND = 30;
const PATCHES_A_SECOND = 2;
const INDEX_EVERY_SECONDS = 5;
const MAX_MB = 250;
/** Between the first and the second half; what a heap swings by itself. */
const MAX_GROWTH_MB = 25;
const MAX_MORE_HANDLES = 20;

const folder = mkdtempSync(path.join(tmpdir(), 'brctl-soak-'));
const WORDS = 'lamp sofa chair table oak steel linen wool grey green tall small round desk floor'.split(' ');
const word = (at) => WORDS[at % WORDS.length];
const product = (id, round) => ({
  op: 'add',
  path: `/products/p${id}`,
  value: {
    attributes: {
      title: `${word(id)} ${word(id * 7)} ${id}`,
      description: `${word(id * 3)} ${word(id * 5)} round ${round} `.repeat(8),
      price: 1 + (id % 500),
      brand: word(id * 11),
      url: `https://shop.example/p${id}`,
    },
  },
});

const catalog = path.join(folder, 'catalog.jsonl');
writeFileSync(
  catalog,
  Array.from({ length: PRODUCTS }, (_, id) => `${JSON.stringify(product(id, 0))}\n`).join(''),
);
const readyFile = path.join(folder, 'ready.json');
const args = ['serve', '--data', path.join(folder, 'data'), '--port', '0', '--sftp-port', '0'];
const service = spawn(
  process.execPath,
  [brctl, ...args, '--load', `products_en=${catalog}`, '--ready-file', readyFile, '--quiet'],
  { env: { ...environment, MALLOC_ARENA_MAX: '2' }, stdio: 'ignore' },
);
const ended = new Promise((resolve) => service.once('exit', resolve));

try {
  const { env } = await ready();
  const samples = await soak(env);
  service.kill('SIGTERM');
  await ended;
  report(samples);
} finally {
  service.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

async function ready() {
  for (let tries = 0; tries < 600; tries++) {
    try {
      return JSON.parse(readFileSync(readyFile, 'utf8'));
    } catch {
      await sleep(100);
    }
  }
  throw new Error('the service was not ready within a minute');
}

async function soak(env) {
  const load = `${env.BRCTL_CATALOG_URL}/accounts/${env.BRCTL_ACCOUNT_ID}/catalogs/products_en`;
  const headers = {
    authorization: `Bearer ${env.BRCTL_API_KEY}`,
    'content-type': 'application/json-patch+json',
  };
  const query = new URLSearchParams({
    account_id: env.BRCTL_ACCOUNT_ID,
    auth_key: env.BRCTL_AUTH_KEY,
    domain_key: 'products_en',
    request_type: 'search',
    search_type: 'keyword',
    fl: 'pid,title,price',
    rows: '20',
  });
  const samples = [];
  const times = [];
  let count = 0;
  const search = async () => {
    const at = count++;
    const began = performance.now();
    const answer = await fetch(
      `${env.BRCTL_SEARCH_URL}?${query}&q=${word(at)}+${word(at * 13)}&start=${at % 40}`,
    );
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a search answered ${answer.status}`);
    times.push(performance.now() - began);
  };
  const send = async (method, what, body) => {
    const answer = await fetch(`${load}/${what}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${method} ${what} answered ${answer.status}`);
  };
  const beganMs = performance.now();
  for (let tick = 0; performance.now() - beganMs < seconds * 1_000; tick++) {
    const second = Math.floor(tick / SEARCHES_A_SECOND);
    const inSecond = tick % SEARCHES_A_SECOND;
    const calls = [search()];
    if (inSecond % (SEARCHES_A_SECOND / PATCHES_A_SECOND) === 0)
      calls.push(send('PATCH', 'products', [product((tick * 31) % PRODUCTS, tick)]));
    if (inSecond === 0 && second % INDEX_EVERY_SECONDS === 0) calls.push(send('POST', 'indexes'));
    if (inSecond === 0) samples.push(sample());
    await Promise.all(calls);
    await sleep(Math.max(beganMs + ((tick + 1) * 1_000) / SEARCHES_A_SECOND - performance.now(), 0));
  }
  times.sort((a, b) => a - b);
  return { samples, p50: times[Math.floor(times.length / 2)], p99: times[Math.floor(times.length * 0.99)] };
}

function sample() {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return {
    mb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_000,
    handles: readdirSync(`/proc/${service.pid}/fd`).length,
  };
}

function report({ samples, p50, p99 }) {
  const half = Math.floor(samples.length / 2);
  // The first tenth warms up.
  const first = samples.slice(Math.floor(samples.length / 10), half);
  const second = samples.slice(half);
  const median = (list, of) => list.map(of).sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const [mb, handles] = [(each) => each.mb, (each) => each.handles];
  const logs = diskBytes(/-wal$/);
  const figures = {
    seconds,
    'memory, first half (MB)': median(first, mb).toFixed(0),
    'memory, second half (MB)': median(second, mb).toFixed(0),
    'memory at the end (MB)': (samples.at(-1)?.mb ?? 0).toFixed(0),
    'handles, first half': median(first, handles),
    'handles, second half': median(second, handles),
    'search p50 (ms)': p50.toFixed(1),
    'search p99 (ms)': p99.toFixed(1),
    'data folder after a stop (MB)': (diskBytes(/./) / 1e6).toFixed(1),
    'logs after a stop (MB)': (logs / 1e6).toFixed(1),
  };
  console.table(figures);
  const isFlat =
    median(second, mb) - median(first, mb) < MAX_GROWTH_MB &&
    median(second, handles) - median(first, handles) < MAX_MORE_HANDLES;
  const isSmall = (samples.at(-1)?.mb ?? 0) < MAX_MB && logs < 8e6;
  if (isFlat && isSmall) return;
  console.error(`not within bounds: ${MAX_MB} MB at the end, flat, logs of 8 MB`);
  process.exitCode = 1;
}

function diskBytes(pattern) {
  const data = path.join(folder, 'data');
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .reduce((sum, entry) => sum + statSync(path.join(entry.path, entry.name)).size, 0);
}
