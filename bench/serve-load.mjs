// How long loads and index runs take in `brctl serve`, against reading and parsing the same file in one thread.
//   node bench/serve-load.mjs <catalog.jsonl> [--gzip] [--status] [--keep]
// --status asks for a job's status 1,000 times a second while the catalog is loaded a second time. Prints one JSON object; the bars are ratios, so that machines compare (docs/explanation/architecture.md).
import { spawn } from 'node:child_process';
import {
  closeSync,
  createReadStream,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { environment } from './measure.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [file, ...flags] = process.argv.slice(2);

/** Reads the file in large chunks and parses each line: what every load has to do at the least. */
async function readAndParse() {
  const startedAt = performance.now();
  const handle = await open(file);
  let rest = Buffer.alloc(0);
  let lines = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(1 << 20);
    const { bytesRead } = await handle.read(chunk, 0, chunk.length);
    if (bytesRead === 0) break;
    const data = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    let start = 0;
    for (let feed = data.indexOf(10); feed !== -1; feed = data.indexOf(10, start)) {
      JSON.parse(data.toString('utf8', start, feed));
      lines++;
      start = feed + 1;
    }
    rest = data.subarray(start);
  }
  await handle.close();
  return { ms: performance.now() - startedAt, lines };
}

async function startServe(folder) {
  const readyFile = path.join(folder, 'ready.json');
  const startedAt = performance.now();
  const args = ['serve', '--data', folder, '--port', '0', '--sftp-port', '0', '--ready-file', readyFile];
  const child = spawn(process.execPath, [path.join(root, 'bin/brctl.js'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  });
  for (;;) {
    try {
      return {
        child,
        readyMs: performance.now() - startedAt,
        ready: JSON.parse(readFileSync(readyFile, 'utf8')),
      };
    } catch {
      if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}`);
      await pause(5);
    }
  }
}

async function stopServe({ child }, folder) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  rmSync(path.join(folder, 'ready.json'), { force: true });
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Sends a request and waits for its job; gives both times. */
async function run({ ready }, method, call, body, headers = {}) {
  const { BRCTL_ACCOUNT_ID: account, BRCTL_API_KEY: key } = ready.env;
  const authorization = `Bearer ${key}`;
  const startedAt = performance.now();
  const response = await fetch(`${ready.catalogUrl}/accounts/${account}/catalogs/bench/${call}`, {
    method,
    headers: { authorization, ...headers },
    ...(body && { body, duplex: 'half' }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  const acceptedMs = performance.now() - startedAt;
  for (;;) {
    const job = await (
      await fetch(`${ready.catalogUrl}/jobs/${answer.jobId}`, { headers: { authorization } })
    ).json();
    if (job.status === 'success')
      return { jobId: answer.jobId, acceptedMs, endedMs: performance.now() - startedAt };
    if (job.status === 'failed') throw new Error(job.message);
    await pause(2);
  }
}

const JSON_LINES = { 'content-type': 'application/json-patch+jsonlines' };

async function putAll(serve) {
  if (!flags.includes('--gzip')) return run(serve, 'PUT', 'products', createReadStream(file), JSON_LINES);
  const compressed = createReadStream(file).pipe(createGzip({ level: 1 }));
  return run(serve, 'PUT', 'products', compressed, { ...JSON_LINES, 'content-encoding': 'gzip' });
}

function headLines(count) {
  const descriptor = openSync(file, 'r');
  const head = Buffer.alloc(8_000_000);
  const bytes = readSync(descriptor, head);
  closeSync(descriptor);
  return head.toString('utf8', 0, bytes).split('\n').slice(0, count);
}

/** Asks for the status of a job 1,000 times a second until `work` has ended. */
async function askMeanwhile({ ready }, jobId, work) {
  const headers = { authorization: `Bearer ${ready.env.BRCTL_API_KEY}` };
  const taken = [];
  let errors = 0;
  const ask = async () => {
    const startedAt = performance.now();
    try {
      const response = await fetch(`${ready.catalogUrl}/jobs/${jobId}`, { headers });
      await response.json();
      if (!response.ok) errors++;
    } catch {
      errors++;
    }
    taken.push(performance.now() - startedAt);
  };
  const timer = setInterval(() => Array.from({ length: 10 }, ask), 10);
  await work;
  clearInterval(timer);
  taken.sort((a, b) => a - b);
  const at = (share) => Number(taken[Math.floor(taken.length * share)]?.toFixed(1));
  return { requests: taken.length, errors, p50_ms: at(0.5), p99_ms: at(0.99) };
}

/** Sets the price of 1,000 products that stand in the file. */
function smallDelta(round) {
  return headLines(1_000)
    .map((line) => JSON.parse(line).path)
    .map(
      (at, n) =>
        `${JSON.stringify({ op: 'add', path: `${at}/attributes/price`, value: round * 1000 + n })}\n`,
    )
    .join('');
}

const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-'));
const parse = await readAndParse();
let serve = await startServe(folder);
const emptyReadyMs = serve.readyMs;
const put = await putAll(serve);
const index = await run(serve, 'POST', 'indexes');
const deltas = [];
for (let round = 1; round <= 5; round++) {
  const patch = await run(serve, 'PATCH', 'products', smallDelta(round), JSON_LINES);
  const delta = await run(serve, 'POST', 'indexes');
  deltas.push({
    patchAppliedMs: patch.endedMs - patch.acceptedMs,
    patchMs: patch.endedMs,
    indexMs: delta.endedMs,
  });
}
const status = flags.includes('--status') ? await askMeanwhile(serve, put.jobId, putAll(serve)) : undefined;
await stopServe(serve, folder);
serve = await startServe(folder);
const fullReadyMs = serve.readyMs;
await stopServe(serve, folder);
if (!flags.includes('--keep')) rmSync(folder, { recursive: true });

const result = {
  bytes: statSync(file).size,
  products: parse.lines,
  read_and_parse_ms: Math.round(parse.ms),
  put_accepted_ms: Math.round(put.acceptedMs),
  put_durable_ms: Math.round(put.endedMs),
  put_ratio: Number((put.endedMs / parse.ms).toFixed(2)),
  index_ms: Math.round(index.endedMs),
  index_products_per_second: Math.round((parse.lines / index.endedMs) * 1_000),
  delta_1000: deltas.map((each) =>
    Object.fromEntries(Object.entries(each).map(([key, ms]) => [key, Math.round(ms)])),
  ),
  ...(status && { status_during_load: status }),
  ready_empty_ms: Math.round(emptyReadyMs),
  ready_full_ms: Math.round(fullReadyMs),
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
