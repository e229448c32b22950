// The embedded engine against OpenSearch on one node and on three, side by side: the same catalog, the same queries, each
// asked of one engine after the other.
//   node bench/engines.mjs [--products 200000] [--nodes 1,3] [--warm 3] [--passes 3] [--heap 512] [--json]
// Needs what `npm run opensearch` needs. All processes share this machine, so three nodes show what copies cost, not what more
// machines bring. The clock counts whatever else the machine does; processor time is told beside it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCluster } from '../scripts/opensearch/cluster.mjs';
import { overhead, readClusterCalls } from './cluster-calls.mjs';
import { startLocalService } from './local-service.mjs';
import { brctl, environment } from './measure.mjs';
import { productId, recordOf } from './record.mjs';
import { parametersOf } from './search-parameters.mjs';
import { searchQueries, surveyOf } from './search-queries.mjs';
import { MEGABYTE, measureInFolder, percentiles, printJson, round } from './search-times.mjs';

const CATALOG = 'products_en';
const DELTA_OPERATIONS = 1000;
const DELTAS = 3;
const SURVEYED = 20_000;
const CHUNK_PRODUCTS = 1000;
const PRODUCTS_OF_A_FILE = 500_000;
/** Of a clock tick of /proc. */
const TICK_MS = 10;

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '200000' },
    nodes: { type: 'string', default: '1,3' },
    passes: { type: 'string', default: '3' },
    warm: { type: 'string', default: '3' },
    heap: { type: 'string', default: '512' },
    json: { type: 'boolean' },
  },
});

const agent = new http.Agent({ keepAlive: true });

/** One call over a connection that stays open. */
function call(method, url, { headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, agent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A running `brctl serve` over some engine, with the server processes behind it. */
class Contender {
  constructor(name, service, folder, cluster) {
    this.name = name;
    this.service = service;
    this.folder = folder;
    this.cluster = cluster;
    const { env } = service;
    this.catalogUrl = `${env.BRCTL_CATALOG_URL}/accounts/${env.BRCTL_ACCOUNT_ID}/catalogs/${CATALOG}`;
    this.times = [];
    this.answers = [];
  }

  static async start(name, folder, nodes) {
    const cluster = nodes === 0 ? null : await startCluster({ count: nodes, heapMb: Number(options.heap) });
    const more = cluster === null ? [] : ['--engine', 'opensearch', '--engine-url', cluster.urls];
    const own = path.join(folder, name.replaceAll(' ', '-'));
    try {
      const service = await startLocalService(own, more, cluster && notingCalls(own, cluster));
      return new Contender(name, service, own, cluster);
    } catch (error) {
      await cluster?.kill();
      throw error;
    }
  }

  get pids() {
    return [this.service.pid, ...(this.cluster?.nodes.map(({ pid }) => pid) ?? [])];
  }

  async send(
    method,
    target,
    body,
    { follow = () => {}, contentType = 'application/json-patch+jsonlines' } = {},
  ) {
    const headers = {
      authorization: `Bearer ${this.service.env.BRCTL_API_KEY}`,
      'content-type': contentType,
    };
    const answer = await call(method, this.catalogUrl + target, { headers, body });
    if (answer.status >= 300)
      throw new Error(`${this.name}: ${method} ${target} ${answer.status} ${answer.body}`);
    const { jobId } = JSON.parse(answer.body);
    return this.ended(jobId, follow);
  }

  /** Resolves, once the job has ended, with the time it ran; `follow` sees it now and then before. */
  async ended(jobId, follow) {
    const { origin } = new URL(this.catalogUrl);
    for (;;) {
      const job = JSON.parse((await call('GET', `${origin}/_brctl/jobs/${jobId}`)).body);
      if (job.status === 'success') return Date.parse(job.stopped_at) - Date.parse(job.started_at);
      if (!['queued', 'running'].includes(job.status))
        throw new Error(`${this.name}: ${JSON.stringify(job)}`);
      follow(job);
      await wait(20);
    }
  }

  /** Through uploaded files, each within the limit of one. */
  async load(products) {
    const files = [];
    for (let from = 0; from < products; from += PRODUCTS_OF_A_FILE) {
      const name = `part-${files.length + 1}.jsonl`;
      const file = path.join(this.folder, name);
      await writeFile(file, catalogChunks(from, Math.min(products, from + PRODUCTS_OF_A_FILE)));
      execFileSync(process.execPath, [brctl, 'upload', file, '--no-rename', '-q'], {
        env: { ...environment, ...this.service.env },
      });
      files.push(name);
    }
    await this.send('PUT', '/products', JSON.stringify(files), { contentType: 'application/json' });
  }

  /** Asks one query; keeps how long it took. */
  async ask(query) {
    const { env } = this.service;
    const caller = [
      ['account_id', env.BRCTL_ACCOUNT_ID],
      ['auth_key', env.BRCTL_AUTH_KEY],
      ['domain_key', CATALOG],
      ['url', 'https://shop.example/'],
    ];
    const url = `${env.BRCTL_SEARCH_URL}?${new URLSearchParams([...caller, ...parametersOf(query)])}`;
    const from = process.hrtime.bigint();
    const { status, body } = await call('GET', url);
    const to = process.hrtime.bigint();
    if (status !== 200) throw new Error(`${this.name}: ${status} ${body}`);
    const { numFound, docs } = JSON.parse(body).response;
    return { asked: { from, to }, ms: Number(to - from) / 1e6, found: numFound, first: docs[0]?.pid };
  }

  /** What each of the queries took beyond what the cluster says, and how many round trips; null without a cluster. */
  async overheads(queries) {
    if (this.cluster === null) return null;
    // Calls are noted some moments after they ended.
    await wait(1000);
    const calls = readClusterCalls(callsFile(this.folder));
    return queries.map((asked) => overhead(asked, calls));
  }

  cpuMs() {
    return this.pids.reduce((sum, pid) => sum + processorMs(pid), 0);
  }

  /** Of brctl alone, without the servers behind it. */
  ownCpuMs() {
    return processorMs(this.service.pid);
  }

  memoryMegabytes() {
    return round(this.pids.reduce((sum, pid) => sum + residentBytes(pid), 0) / MEGABYTE);
  }

  /** What the engine keeps; copies of shards count each. */
  async diskMegabytes() {
    if (this.cluster === null) return round(folderBytes(path.join(this.folder, 'data'), /index/) / MEGABYTE);
    const [node] = this.cluster.nodes;
    const stats = JSON.parse((await call('GET', `${node.url}/_stats/store`)).body);
    return round(stats._all.total.store.size_in_bytes / MEGABYTE);
  }

  /** Milliseconds that the shards have worked for searches, and how many searches these were. */
  async shardWork() {
    if (this.cluster === null) return null;
    const [node] = this.cluster.nodes;
    const { search } = JSON.parse((await call('GET', `${node.url}/_stats/search`)).body)._all.total;
    return { ms: search.query_time_in_millis + search.fetch_time_in_millis, searches: search.query_total };
  }

  async stop() {
    await this.service.stop();
    await this.cluster?.stop();
  }
}

const callsFile = (folder) => path.join(folder, 'calls.txt');

/** Has a service note its calls to the cluster. */
function notingCalls(folder, { nodes }) {
  const ports = nodes.map(({ url }) => new URL(url).port).join();
  return {
    module: new URL('note-cluster-calls.mjs', import.meta.url).href,
    env: { BENCH_CLUSTER_CALLS: callsFile(folder), BENCH_CLUSTER_PORTS: ports },
  };
}

const operation = (number, record) =>
  `${JSON.stringify({ op: 'add', path: `/products/${productId(number)}`, value: record })}\n`;

function* catalogChunks(first, end) {
  for (let from = first; from < end; from += CHUNK_PRODUCTS) {
    const count = Math.min(CHUNK_PRODUCTS, end - from);
    yield Array.from({ length: count }, (_, at) =>
      operation(from + at, recordOf(1, from + at, 'large')),
    ).join('');
  }
}

function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function residentBytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
}

function folderBytes(folder, pattern) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && pattern.test(path.relative(folder, path.join(entry.parentPath, entry.name))),
    )
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/** 1,000 changed products, each delta others. */
function deltaOf(products, round) {
  const every = Math.max(1, Math.floor(products / DELTA_OPERATIONS));
  return Array.from({ length: Math.min(DELTA_OPERATIONS, products) }, (_, at) => {
    const number = (at * every + round) % products;
    const record = recordOf(1, number, 'large');
    record.attributes.price = 1 + round + (at % 900);
    record.attributes.title = `${record.attributes.title} renewed`;
    return operation(number, record);
  }).join('');
}

async function buildIndex(contender, products) {
  await contender.load(products);
  const [cpu, ownCpu] = [contender.cpuMs(), contender.ownCpuMs()];
  let half = null;
  const follow = ({ progress }) => {
    if (half === null && progress?.done >= products / 2)
      half = { done: progress.done, at: performance.now(), cpu: contender.cpuMs() };
  };
  const ms = await contender.send('POST', '/indexes', undefined, { follow });
  const [used, usedByOwn] = [contender.cpuMs() - cpu, contender.ownCpuMs() - ownCpu];
  return {
    seconds: round(ms / 1000),
    perSecond: Math.round(products / (ms / 1000)),
    perSecondOfCpu: Math.round(products / (used / 1000)),
    ...(half !== null && {
      perSecondOfSecondHalf: Math.round((products - half.done) / ((performance.now() - half.at) / 1000)),
      perSecondOfCpuOfSecondHalf: Math.round(
        (products - half.done) / ((contender.cpuMs() - half.cpu) / 1000),
      ),
    }),
    cpuMsOfAProduct: round(used / products),
    ownCpuMsOfAProduct: round(usedByOwn / products),
  };
}

/** The load and the index run of each delta: from the first byte sent to what is searchable; the quickest counts. */
async function publishDeltas(contender, products) {
  const times = [];
  const indexing = [];
  for (let at = 1; at <= DELTAS; at++) {
    const started = performance.now();
    await contender.send('PATCH', '/products', deltaOf(products, at));
    indexing.push(await contender.send('POST', '/indexes'));
    times.push(performance.now() - started);
  }
  return { seconds: round(Math.min(...times) / 1000), indexSeconds: round(Math.min(...indexing) / 1000) };
}

async function askAll(contenders, queries) {
  const totals = contenders.map(() => ({
    times: [],
    asked: [],
    cpu: 0,
    ownCpu: 0,
    differ: 0,
    otherFirst: 0,
  }));
  for (const { query } of queries) {
    let own;
    for (const [at, contender] of contenders.entries()) {
      const [cpu, ownCpu] = [contender.cpuMs(), contender.ownCpuMs()];
      const answer = await contender.ask(query);
      totals[at].cpu += contender.cpuMs() - cpu;
      totals[at].ownCpu += contender.ownCpuMs() - ownCpu;
      totals[at].times.push(answer.ms);
      totals[at].asked.push(answer.asked);
      own ??= answer;
      if (answer.found !== own.found) totals[at].differ++;
      if (answer.first !== own.first) totals[at].otherFirst++;
    }
  }
  return totals;
}

async function measure(folder) {
  const products = Number(options.products);
  const surveyed = Array.from({ length: Math.min(SURVEYED, products) }, (_, at) => recordOf(1, at, 'large'));
  const survey = surveyOf(surveyed);
  const contenders = [];
  try {
    contenders.push(await Contender.start('embedded', folder, 0));
    for (const nodes of options.nodes
      .split(',')
      .map(Number)
      .filter((count) => count > 0))
      contenders.push(await Contender.start(nodes === 1 ? '1 node' : `${nodes} nodes`, folder, nodes));
    const report = contenders.map(({ name }) => ({ name }));
    for (const [at, contender] of contenders.entries())
      report[at].build = await buildIndex(contender, products);
    // As the next night's load finds it: a server that has compiled what it does.
    for (const [at, contender] of contenders.entries())
      report[at].buildAgain = await buildIndex(contender, products);
    // The first passes are for compilers, of which a server has the slower one; each other one asks queries that are new to all.
    for (let pass = 0; pass < Number(options.warm); pass++)
      await askAll(contenders, searchQueries(survey, 99 + pass));
    const before = await Promise.all(contenders.map((contender) => contender.shardWork()));
    const passes = [];
    for (let pass = 1; pass <= Number(options.passes); pass++)
      passes.push(await askAll(contenders, searchQueries(survey, pass)));
    for (const [at, contender] of contenders.entries()) {
      const of = passes.map((totals) => totals[at]);
      const times = of.flatMap((total) => total.times);
      const sum = (pick) => of.reduce((total, one) => total + pick(one), 0);
      const work = await contender.shardWork();
      const beyond = await contender.overheads(of.flatMap((total) => total.asked));
      report[at].search = {
        queries: times.length,
        ...percentiles(times),
        cpuMs: round(sum(({ cpu }) => cpu) / times.length),
        ownCpuMs: round(sum(({ ownCpu }) => ownCpu) / times.length),
        totalsThatDiffer: sum(({ differ }) => differ),
        otherFirstHits: sum(({ otherFirst }) => otherFirst),
        ...(beyond !== null && {
          overhead: percentiles(beyond.map(({ ms }) => ms)),
          roundTripsOfAQuery: round(
            beyond.reduce((all, { roundTrips }) => all + roundTrips, 0) / beyond.length,
          ),
        }),
        ...(work !== null && {
          shardMsOfAQuery: round((work.ms - before[at].ms) / times.length),
          shardSearchesOfAQuery: round((work.searches - before[at].searches) / times.length),
        }),
      };
    }
    for (const [at, contender] of contenders.entries())
      report[at].delta = await publishDeltas(contender, products);
    for (const [at, contender] of contenders.entries()) {
      report[at].memoryMegabytes = contender.memoryMegabytes();
      report[at].diskMegabytes = await contender.diskMegabytes();
    }
    return { bench: 'engines', products, load: loadavg().map(round), engines: report };
  } finally {
    agent.destroy();
    await Promise.allSettled(contenders.map((contender) => contender.stop()));
  }
}

function print({ products, load, engines }) {
  const [embedded] = engines;
  console.log(`${products} products; load of the machine ${load.join(' ')}; in brackets: times embedded`);
  const rows = [
    ['index, products/s', ({ build }) => build.perSecond],
    ['  of processor time', ({ build }) => build.perSecondOfCpu],
    ['  of the second half of it', ({ build }) => build.perSecondOfCpuOfSecondHalf ?? 0],
    ['index once more, products/s', ({ buildAgain }) => buildAgain.perSecond],
    ['  of processor time', ({ buildAgain }) => buildAgain.perSecondOfCpu],
    ['  processor ms a product', ({ build }) => build.cpuMsOfAProduct],
    ['  of that in brctl', ({ build }) => build.ownCpuMsOfAProduct],
    ['new queries, p50 ms', ({ search }) => search.p50],
    ['  p95 ms', ({ search }) => search.p95],
    ['  processor ms a query', ({ search }) => search.cpuMs],
    ['  of that in brctl', ({ search }) => search.ownCpuMs],
    ['delta of 1,000: sent to searchable, s', ({ delta }) => delta.seconds],
    ['  of that the index run, s', ({ delta }) => delta.indexSeconds],
    ['memory of all processes, MB', ({ memoryMegabytes }) => memoryMegabytes],
    ['disk of the index, MB', ({ diskMegabytes }) => diskMegabytes],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`${' '.repeat(width)}  ${engines.map(({ name }) => name.padStart(20)).join('')}`);
  for (const [name, pick] of rows) {
    const cells = engines.map((engine) => {
      const ratio = engine === embedded ? '' : ` (${round(pick(engine) / pick(embedded))})`;
      return `${pick(engine)}${ratio}`.padStart(20);
    });
    console.log(`${name.padEnd(width)}  ${cells.join('')}`);
  }
  for (const { name, search } of engines.slice(1)) {
    console.log(
      `${name}: beyond what the cluster says that it took, p50 ${search.overhead.p50} and p95 ${search.overhead.p95} ms; ` +
        `${search.roundTripsOfAQuery} round trips a query, ${search.shardSearchesOfAQuery} searches of shards a query, ${search.shardMsOfAQuery} ms in them; ` +
        `totals differ in ${search.totalsThatDiffer} of ${search.queries}, first hits in ${search.otherFirstHits}`,
    );
  }
}

await measureInFolder('brctl-bench-engines-', measure, options.json ? printJson : print);
