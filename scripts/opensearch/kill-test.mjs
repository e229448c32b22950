// Kills what serves searches, again and again, under searches and loads, and looks whether anything gets lost:
//   node scripts/opensearch/kill-test.mjs [--kill nodes|processes|all] [--rounds 5] [--products 2000] [--seconds 4] [--seed 1]
//                                         [--nodes 3]
// Cluster nodes with a copy of every shard, one ingest node, two search front ends. Every load changes one attribute of the
// same products, most as a delta, every fifth as a full load; a search that finds two values of it has seen half a load. After each round
// the stored records are what was acknowledged, and all processes answer the same queries with the same bytes. Ends with 1 where
// a search failed after retries, an acknowledged job was lost, a search saw half a load, or records or answers differ. `--json`
// prints the figures alone.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePorts, startCluster } from './cluster.mjs';

const brctl = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../bin/brctl.js');
const CATALOG = 'products_en';
/** Products that every load changes. */
const MARKED = 100;
/** A storefront asks another front end, then the first once more, for so long. */
const SEARCH_WITHIN_MS = 15_000;
const SEARCH_EVERY_MS = 20;
const CALL_MS = 10_000;
/** Every so often a load is of the whole catalog. */
const FULL_EVERY = 5;
/** From the last load to all jobs ended and the cluster green. */
const SETTLE_MS = 180_000;

const { values: options } = parseArgs({
  options: {
    kill: { type: 'string', default: 'all' },
    rounds: { type: 'string', default: '5' },
    products: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});

const say = (text) => {
  if (!options.json) console.log(text);
};

function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const random = randomFrom(Number(options.seed));
const pick = (list) => list[Math.floor(random() * list.length)];

function call(method, url, { headers = {}, body, timeoutMs = CALL_MS } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, timeout: timeoutMs }, (response) => {
      const chunks = [];
      response.on('error', reject);
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', reject);
    request.end(body);
  });
}

/** All that has been started, to end it where the test is interrupted. */
const started = new Set();

/** A `brctl serve` process that can be killed and started again as it was. */
class Process {
  #child = null;
  #ended = Promise.resolve();

  constructor(name, folder, port, args) {
    this.name = name;
    this.origin = `http://127.0.0.1:${port}`;
    this.readyFile = path.join(folder, `${name}.ready.json`);
    this.env = {
      ...process.env,
      HOME: path.join(folder, name),
      XDG_STATE_HOME: path.join(folder, name, 'state'),
    };
    this.args = [brctl, 'serve', '--port', String(port), '--ready-file', this.readyFile, ...args];
  }

  async start() {
    rmSync(this.readyFile, { force: true });
    started.add(this);
    const child = spawn(process.execPath, this.args, { stdio: ['ignore', 'ignore', 'pipe'], env: this.env });
    this.#child = child;
    this.said = '';
    child.stderr.on('data', (chunk) => {
      this.said = `${this.said}${chunk}`.slice(-4000);
    });
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    while (!existsSync(this.readyFile)) {
      if (child.exitCode !== null) throw new Error(`${this.name} ended with ${child.exitCode}: ${this.said}`);
      await wait(50);
    }
  }

  async kill() {
    this.#child?.kill('SIGKILL');
    await this.#ended;
  }

  async stop() {
    this.#child?.kill('SIGTERM');
    await this.#ended;
  }
}

function searchPath(keys, asked) {
  const common = {
    account_id: keys.BRCTL_ACCOUNT_ID,
    auth_key: keys.BRCTL_AUTH_KEY,
    domain_key: CATALOG,
    request_type: 'search',
    search_type: 'keyword',
    url: 'https://shop.example/',
  };
  return `/api/v1/core/?${new URLSearchParams({ ...common, ...asked })}`;
}

/** Searches without pause, as storefronts do: one front end, and where that fails the other. */
class Searcher {
  figures = { searches: 0, retried: 0, failed: 0, halves: 0, slowestMs: 0, seen: 0 };
  failures = [];
  #isStopped = false;

  constructor(fronts, keys) {
    this.fronts = fronts;
    this.query = searchPath(keys, { q: 'marked', rows: String(MARKED), fl: 'pid,batch' });
  }

  async run() {
    for (let turn = 0; !this.#isStopped; turn++) {
      await this.#search(turn);
      await wait(SEARCH_EVERY_MS);
    }
  }

  stop() {
    this.#isStopped = true;
  }

  async #search(turn) {
    const started = performance.now();
    let why;
    for (let attempt = 0; performance.now() - started < SEARCH_WITHIN_MS; attempt++) {
      const front = this.fronts[(turn + attempt) % this.fronts.length];
      try {
        const { status, text } = await call('GET', front.origin + this.query);
        if (status === 200) {
          if (attempt > 0) this.figures.retried++;
          this.figures.slowestMs = Math.max(this.figures.slowestMs, Math.round(performance.now() - started));
          return this.#check(JSON.parse(text).response);
        }
        why = `${front.name}: ${status} ${text.slice(0, 300)}`;
      } catch (error) {
        why = `${front.name}: ${error.message}`;
      }
      await wait(100);
    }
    this.figures.failed++;
    this.failures.push(why);
  }

  #check({ numFound, docs }) {
    this.figures.searches++;
    const batches = new Set(docs.map(({ batch }) => batch));
    const [batch] = batches;
    if (numFound === MARKED && docs.length === MARKED && batches.size === 1) {
      this.figures.seen = Math.max(this.figures.seen, Number(batch));
      return;
    }
    this.figures.halves++;
    this.failures.push(`found ${numFound}, ${docs.length} documents, batches ${[...batches].join(' ')}`);
  }
}

const operation = (number, batch) => {
  const marked = number < MARKED;
  const attributes = {
    title: `${marked ? 'marked lamp' : 'plain chair'} ${number}`,
    price: 1 + (number % 900),
    url: `https://shop.example/p/${number}`,
    ...(marked && { batch: String(batch) }),
  };
  return `${JSON.stringify({ op: 'add', path: `/products/p${number}`, value: { attributes } })}\n`;
};
const operations = (count, batch) =>
  Array.from({ length: count }, (_, number) => operation(number, batch)).join('');

/** Sends loads one after the other and waits for each to be searchable, whatever ends meanwhile. */
class Writer {
  figures = { loads: 0, acknowledged: 0, lost: 0 };
  failures = [];
  #isStopped = false;
  #paused = null;

  constructor(ingest, keys) {
    this.catalogUrl = `${ingest.origin}/dataconnect/api/v1/accounts/${keys.BRCTL_ACCOUNT_ID}/catalogs/${CATALOG}`;
    this.jobsUrl = `${ingest.origin}/_brctl/jobs/`;
    this.headers = {
      authorization: `Bearer ${keys.BRCTL_API_KEY}`,
      'content-type': 'application/json-patch+jsonlines',
    };
  }

  async run() {
    while (!this.#isStopped) {
      if (this.#paused !== null) await this.#paused();
      const batch = this.figures.loads + 1;
      const isFull = batch % FULL_EVERY === 0;
      const body = operations(isFull ? Number(options.products) : MARKED, batch);
      await this.done(await this.accepted(isFull ? 'PUT' : 'PATCH', '/products', body));
      await this.done(await this.accepted('POST', '/indexes'));
      this.figures.loads = batch;
    }
  }

  /** Does something when the load at work is searchable, before the next begins. */
  between(task) {
    return new Promise((resolve, reject) => {
      this.#paused = () => {
        this.#paused = null;
        return task().then(resolve, reject);
      };
    });
  }

  stop() {
    this.#isStopped = true;
  }

  /** Sends until it is acknowledged; to send it twice does no harm. */
  async accepted(method, target, body) {
    for (const until = Date.now() + SETTLE_MS; ; ) {
      try {
        const { status, text } = await call(method, this.catalogUrl + target, {
          headers: this.headers,
          body,
        });
        if (status < 300) {
          this.figures.acknowledged++;
          return JSON.parse(text).jobId;
        }
        if (status < 500 && status !== 429)
          throw Object.assign(new Error(`${status} ${text}`), { isFinal: true });
      } catch (error) {
        if (error.isFinal || Date.now() > until) throw error;
      }
      await wait(100);
    }
  }

  /** Waits for the end of an acknowledged job: any but success counts as lost. */
  async done(jobId) {
    for (const until = Date.now() + SETTLE_MS; ; ) {
      try {
        const { status, text } = await call('GET', this.jobsUrl + jobId);
        const job = JSON.parse(text);
        if (status === 200 && (job.status === 'success' || job.status === 'skipped')) return;
        if (status === 404 || ['failed', 'killed'].includes(job.status) || Date.now() > until) {
          this.figures.lost++;
          this.failures.push(`job ${jobId}: ${text.slice(0, 500)}`);
          return;
        }
      } catch (error) {
        if (Date.now() > until) throw error;
      }
      await wait(30);
    }
  }
}

/** What storefronts may ask: words, a category-like filter, an order, facets, everything. */
const COMPARED = [
  { q: 'marked', sort: 'price asc' },
  { q: 'chair' },
  { q: '*', sort: 'price desc', fq: 'price:[10 TO 200]' },
  { q: 'lamp', rows: '200' },
];

/** Whether the records are what was acknowledged, and all processes answer alike. */
class Comparison {
  figures = { compared: 0, differing: 0 };
  failures = [];

  constructor(ingest, fronts, keys) {
    this.recordsUrl = `${ingest.origin}/_brctl/catalogs/${CATALOG}/records`;
    this.processes = [ingest, ...fronts];
    this.paths = COMPARED.map((asked) => searchPath(keys, { fl: 'pid,price,batch', ...asked }));
  }

  async compare(batch) {
    this.figures.compared++;
    const wrong = [...(await this.#records(batch)), ...(await this.#answers(batch))];
    if (wrong.length > 0) this.figures.differing++;
    this.failures.push(...wrong.map((what) => `load ${batch}: ${what}`));
  }

  async #records(batch) {
    const { text } = await call('GET', this.recordsUrl);
    const stored = text.trimEnd().split('\n').sort();
    const wanted = operations(Number(options.products), batch).trimEnd().split('\n');
    if (stored.length !== wanted.length)
      return [`${stored.length} records stored instead of ${wanted.length}`];
    const values = (lines) => new Set(lines.map((line) => /"batch":"(\d+)"/.exec(line)?.[1] ?? ''));
    const found = [...values(stored)].sort().join(' ');
    return found === [...values(wanted)].sort().join(' ') ? [] : [`records of the loads ${found}`];
  }

  /** A publication shows everywhere within a moment. */
  async #answers(batch) {
    let wrong;
    for (const until = Date.now() + SEARCH_WITHIN_MS; ; ) {
      wrong = [];
      for (const path of this.paths) {
        const answers = await Promise.all(this.processes.map(({ origin }) => answerOf(origin + path)));
        const [first] = answers;
        const others = this.processes.filter((_, at) => answers[at] !== first).map(({ name }) => name);
        if (others.length > 0) wrong.push(`${others.join(', ')} answer ${path} in another way`);
        const seen = [...first.matchAll(/"batch":"(\d+)"/g)].map(([, of]) => Number(of));
        if (seen.some((of) => of !== batch)) wrong.push(`${path} is not answered from the last load`);
      }
      if (wrong.length === 0 || Date.now() > until) return wrong;
      await wait(50);
    }
  }
}

/** What an answer says of products, without what tells one request from another. */
async function answerOf(url) {
  try {
    const { status, text } = await call('GET', url);
    const { response, facet_counts: facets } = JSON.parse(text);
    return JSON.stringify({ status, response, facets });
  } catch (error) {
    return error.message;
  }
}

async function leaderOf({ nodes }) {
  for (const { url } of nodes) {
    try {
      const { text } = await call('GET', `${url}/_cat/cluster_manager?format=json`);
      return nodes.find(({ name }) => name === JSON.parse(text)[0].node);
    } catch {
      // Not up yet; another one knows.
    }
  }
  throw new Error('no node answers');
}

/** What a round kills: the leader and the others in turn, the ingest node as often as a front end. */
async function victimOf(round, { cluster, ingest, fronts }) {
  const processes = [ingest, pick(fronts)];
  if (options.kill === 'processes') return pick(processes);
  if (options.kill === 'all' && round % 2 === 1) return pick(processes);
  const leader = await leaderOf(cluster);
  return round % 4 < 2 ? leader : pick(cluster.nodes.filter((node) => node !== leader));
}

async function killAndRestart(round, all) {
  const victim = await victimOf(round, all);
  const isNode = all.cluster.nodes.includes(victim);
  await wait(random() * 1000 * Number(options.seconds));
  await victim.kill();
  const killedAt = performance.now();
  await wait(random() * 1000 * Number(options.seconds));
  await victim.start();
  if (isNode) {
    const condition = `wait_for_nodes=${options.nodes}&wait_for_status=green&wait_for_no_relocating_shards=true`;
    await all.cluster.untilHealthy(condition, { asked: [victim] });
  }
  const seconds = ((performance.now() - killedAt) / 1000).toFixed(1);
  say(`round ${round + 1}: killed ${victim.name}, back${isNode ? ' and green' : ''} after ${seconds} s`);
}

async function test(folder, cluster) {
  const [port, sftpPort, ...frontPorts] = await freePorts(4);
  const engine = ['--engine', 'opensearch', '--engine-url', cluster.urls];
  const data = ['--data', path.join(folder, 'data'), '--sftp-port', String(sftpPort)];
  const ingest = new Process('ingest', folder, port, ['--role', 'ingest', ...data, ...engine]);
  const fronts = frontPorts.map(
    (of, at) => new Process(`front-${at + 1}`, folder, of, ['--role', 'search', ...engine]),
  );
  try {
    const catalog = path.join(folder, 'catalog.jsonl');
    writeFileSync(catalog, operations(Number(options.products), 0));
    await Promise.all([ingest, ...fronts].map((one) => one.start()));
    const { env } = JSON.parse(readFileSync(ingest.readyFile, 'utf8'));
    const writer = new Writer(ingest, env);
    await writer.done(await writer.accepted('PUT', '/products', readFileSync(catalog)));
    await writer.done(await writer.accepted('POST', '/indexes'));
    await cluster.untilHealthy('wait_for_status=green');
    const searcher = new Searcher(fronts, env);
    await untilSearchable(fronts, searcher.query);
    const working = [searcher.run(), writer.run()];
    const comparison = new Comparison(ingest, fronts, env);
    for (let round = 0; round < Number(options.rounds); round++) {
      await killAndRestart(round, { cluster, ingest, fronts });
      await writer.between(() => comparison.compare(writer.figures.loads));
    }
    writer.stop();
    await working[1];
    await untilSeen(searcher, writer.figures.loads);
    searcher.stop();
    await working[0];
    return report(searcher, writer, comparison);
  } finally {
    await Promise.all([ingest, ...fronts].map((one) => one.stop()));
  }
}

async function untilSearchable(fronts, query) {
  for (const { origin } of fronts) {
    while ((await call('GET', origin + query)).status !== 200) await wait(50);
  }
}

/** The last load must show. */
async function untilSeen({ figures }, batch) {
  for (const until = Date.now() + SEARCH_WITHIN_MS; figures.seen < batch && Date.now() < until; )
    await wait(50);
}

function report(...watched) {
  const rounds = Number(options.rounds);
  const figures = Object.assign({}, ...watched.map((one) => one.figures), { rounds });
  const isLastSeen = figures.seen === figures.loads;
  const isGood = figures.failed + figures.halves + figures.lost + figures.differing === 0 && isLastSeen;
  const failures = watched.flatMap((one) => one.failures);
  for (const failure of [...new Set(failures)].slice(0, 10)) console.error(failure);
  console.log(JSON.stringify({ good: isGood, ...figures }));
  return isGood;
}

const folder = mkdtempSync(path.join(tmpdir(), 'brctl-kill-test-'));
const cluster = await startCluster({ count: Number(options.nodes), quick: true, say });
// The processes of this test end with it, also where it is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    const ended = Promise.all([...started].map((one) => one.kill()));
    void Promise.all([ended, cluster.kill()]).then(() => process.exit(1));
  });
try {
  process.exitCode = (await test(folder, cluster)) ? 0 : 1;
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
