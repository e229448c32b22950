// What HTTP adds to a search: each query asked of the engine in one process and of `brctl serve` in another, one after the
// other, over one connection that stays open. Both answer from the same files. New queries are worked out on both sides;
// with repeated ones, kept on both sides, what HTTP adds stands alone. The client reads bytes and does nothing else: Node's
// own takes about as long for a call as the service does, which is told beside it. So is what Node's bare server adds that has
// a thread work for as long and send as much: the limit on this machine.
//   node bench/search-http.mjs [--products 20000] [--json]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startLocalService } from './local-service.mjs';
import { generatedTexts } from './search-catalog.mjs';
import { parametersOf } from './search-parameters.mjs';
import { searchQueries, surveyOf } from './search-queries.mjs';
import { measureInFolder, percentiles, printJson, round } from './search-times.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const CATALOG = 'products_en';
/** A service that has just started still runs code that is not compiled. */
const WARM_ROUNDS = 8;
const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '20000' }, json: { type: 'boolean' } },
});

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** Asks with Node's own client. */
function get(url) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
    });
    request.on('error', reject);
  });
}

/** One connection, and a client that looks for nothing but status, length and body of an answer. */
class LeanClient {
  constructor(url) {
    const { hostname, port, host } = new URL(url);
    this.host = host;
    this.address = { host: hostname, port: Number(port), noDelay: true };
    this.received = [];
  }

  /** With the first call: the service ends a connection that says nothing for a while. */
  connected() {
    this.socket ??= connect(this.address).on('data', (chunk) => this.take(chunk));
    return this.socket;
  }

  get(url) {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.connected().write(`GET ${url.slice(url.indexOf('/', 8))} HTTP/1.1\r\nhost: ${this.host}\r\n\r\n`);
    });
  }

  take(chunk) {
    this.received.push(chunk);
    const all = this.received.length === 1 ? chunk : Buffer.concat(this.received);
    const end = all.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = all.latin1Slice(0, end);
    const body = all.subarray(end + 4);
    if (body.length < Number(/content-length: (\d+)/i.exec(head)[1])) return;
    this.received = [];
    this.resolve({ status: Number(head.slice(9, 12)), body });
  }
}

/** The engine in a process of its own. */
async function startReader(files) {
  const child = fork(path.join(here, 'search-http-reader.mjs'), files);
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`search-http-reader.mjs ended with ${status}`);
  });
  // Also ends by `stop`, when nobody waits for an answer.
  ended.catch(() => undefined);
  const answer = () => Promise.race([once(child, 'message'), ended]);
  await answer();
  return {
    search: async (parameters) => {
      child.send(parameters);
      return (await answer())[0];
    },
    stop: () => child.kill(),
  };
}

/** Node's server and a thread, in a process of their own: what they add to `ms` of work whose answer has `bytes`. */
async function startBareServer() {
  const child = fork(path.join(here, 'bare-server.mjs'));
  const [port] = await once(child, 'message');
  const client = new LeanClient(`http://127.0.0.1:${port}`);
  return {
    added: async (ms, bytes) => {
      const { result, ms: took } = await timed(() =>
        client.get(`http://127.0.0.1:${port}/?ms=${ms}&bytes=${bytes}`),
      );
      if (result.body.length !== bytes) throw new Error(`the bare server sent ${result.body.length} bytes`);
      return took - ms;
    },
    stop: () => {
      client.socket.destroy();
      child.kill();
    },
  };
}

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { result, ms: performance.now() - started };
}

/** The service's own files of the catalog that it published. */
function publishedFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).map((file) => path.join(folder, file));
  const one = (pattern) => files.find((file) => pattern.test(path.basename(file)));
  return [one(/index.*\.db$/), one(/records.*\.db$/)];
}

async function measure(folder) {
  const texts = generatedTexts(Number(options.products));
  const file = path.join(folder, 'catalog.jsonl');
  const line = ({ id, json }) => `{"op":"add","path":"/products/${id}","value":${json}}\n`;
  writeFileSync(file, texts.map(line).join(''));
  const queries = searchQueries(surveyOf(texts.map(({ json }) => JSON.parse(json))));
  const service = await startLocalService(folder, ['--load', `${CATALOG}=${file}`]);
  try {
    return await compare(folder, service.env, queries);
  } finally {
    await service.stop();
  }
}

async function compare(folder, env, queries) {
  const reader = await startReader(publishedFiles(path.join(folder, 'data')));
  const bare = await startBareServer();
  const lean = new LeanClient(env.BRCTL_SEARCH_URL);
  const caller = [
    ['account_id', env.BRCTL_ACCOUNT_ID],
    ['auth_key', env.BRCTL_AUTH_KEY],
    ['domain_key', CATALOG],
    ['url', 'https://shop.example/'],
  ];
  const ask = async (query, client) => {
    const parameters = String(new URLSearchParams([...caller, ...parametersOf(query)]));
    const inProcess = await reader.search(parameters);
    const overHttp = await timed(() => client(`${env.BRCTL_SEARCH_URL}?${parameters}`));
    check(overHttp.result, inProcess);
    const bytes = overHttp.result.body.length;
    const limit = await bare.added(inProcess.ms, bytes);
    return { inProcess: inProcess.ms, overHttp: overHttp.ms, bytes, limit };
  };
  const clients = { lean: (url) => lean.get(url), node: get };
  const times = {};
  // Fewer rows are another query, which is not answered from what is kept.
  for (let fewer = WARM_ROUNDS + 1; fewer >= 0; fewer--) {
    const client = fewer % 2 === 0 ? 'lean' : 'node';
    for (const round of ['new', 'repeated']) {
      const asked = [];
      times[client + round] = asked;
      for (const { query } of queries)
        asked.push(await ask({ ...query, rows: query.rows - fewer }, clients[client]));
    }
  }
  reader.stop();
  bare.stop();
  lean.socket.destroy();
  agent.destroy();
  return Object.fromEntries(
    ['new', 'repeated'].map((round) => [
      round,
      { ...summary(times[`lean${round}`]), nodeClient: summary(times[`node${round}`]).added },
    ]),
  );
}

function check({ status, body }, { total }) {
  if (status !== 200) throw new Error(`the service answered ${status}: ${body}`);
  const { numFound } = JSON.parse(body).response;
  if (numFound !== total) throw new Error(`the service found ${numFound}, the engine ${total}`);
}

function summary(times) {
  return {
    queries: times.length,
    inProcess: percentiles(times.map(({ inProcess }) => inProcess)),
    overHttp: percentiles(times.map(({ overHttp }) => overHttp)),
    added: percentiles(times.map(({ inProcess, overHttp }) => overHttp - inProcess)),
    limit: percentiles(times.map(({ limit }) => limit)),
    kilobytes: round(times.reduce((sum, { bytes }) => sum + bytes, 0) / times.length / 1024),
  };
}

function print(report) {
  const pair = ({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`;
  console.log(`answers of ${report.new.kilobytes} KB; milliseconds, p50 / p95`);
  for (const [name, { queries, inProcess, overHttp, added, limit, nodeClient }] of Object.entries(report)) {
    const both = `in process ${pair(inProcess)}, over HTTP ${pair(overHttp)}`;
    console.log(`${queries} ${name} queries: ${both}; HTTP adds ${pair(added)} (bar: 0.7)`);
    console.log(
      `  a bare server and a thread add ${pair(limit)}; with Node's own client ${pair(nodeClient)}`,
    );
  }
}

await measureInFolder('brctl-bench-http-', measure, options.json ? printJson : print);
