// What HTTP adds to a search: each query asked of the engine in this process and of `brctl serve` in another, one after
// the other, over one connection that stays open. Both answer from the same files. New queries are worked out on both
// sides; with repeated ones, kept on both sides, what HTTP adds stands alone.
//   node bench/search-http.mjs [--products 20000] [--json]
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalService } from './local-service.mjs';
import { generatedTexts, loadEngine, SETTINGS } from './search-catalog.mjs';
import { searchQueries, surveyOf } from './search-queries.mjs';
import { percentiles, round } from './search-times.mjs';

const CATALOG = 'products_en';
/** A service that has just started still runs code that is not compiled. */
const WARM_ROUNDS = 8;
const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '20000' }, json: { type: 'boolean' } },
});

const quoted = (text) => `"${text.replaceAll('"', '\\"')}"`;

/** The parameters of a search that ask for what the query of the bench asks. */
function parametersOf({ recall, facetFilters: [filter], sort, rows, fields }) {
  const tests = filter.anyOf.map(({ kind, value, range }) =>
    kind === 'range' ? `[${range.min} TO ${range.max}]` : quoted(value),
  );
  return [
    ['request_type', 'search'],
    ['search_type', recall.kind === 'category' ? 'category' : 'keyword'],
    ['q', { keyword: recall.text, category: recall.id, all: '*' }[recall.kind]],
    ['fl', fields.join()],
    ['rows', String(rows)],
    ['fq', `${filter.field}:${tests.join(' OR ')}`],
    ['facet.range', 'price'],
    ['stats.field', 'price'],
    ...sort.map(({ field, direction }) => ['sort', `${field} ${direction}`]),
  ];
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

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

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { result, ms: performance.now() - started };
}

/** The service's own files of the catalog that it published. */
function publishedFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).map((file) => path.join(folder, file));
  const one = (pattern) => files.find((file) => pattern.test(path.basename(file)));
  return { indexFile: one(/index.*\.db$/), recordsFile: one(/records.*\.db$/) };
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
  const { openIndex, readSearchRequest, openRecordReader, DEFAULT_ANSWER_SETTINGS } = await loadEngine();
  const { indexFile, recordsFile } = publishedFiles(path.join(folder, 'data'));
  const reader = openIndex(indexFile, openRecordReader(recordsFile), SETTINGS);
  const context = { loose: false, search: SETTINGS, answers: DEFAULT_ANSWER_SETTINGS, nowMs: Date.now() };
  const caller = [
    ['account_id', env.BRCTL_ACCOUNT_ID],
    ['auth_key', env.BRCTL_AUTH_KEY],
    ['domain_key', CATALOG],
    ['url', 'https://shop.example/'],
  ];
  const ask = async (query) => {
    const parameters = new URLSearchParams([...caller, ...parametersOf(query)]);
    const { query: same } = readSearchRequest(parameters, context);
    const inProcess = await timed(() => reader.search(same));
    const overHttp = await timed(() => get(`${env.BRCTL_SEARCH_URL}?${parameters}`));
    check(overHttp.result, inProcess.result);
    return { inProcess: inProcess.ms, overHttp: overHttp.ms, bytes: overHttp.result.body.length };
  };
  // Fewer rows are another query, which is not answered from what is kept.
  for (let fewer = WARM_ROUNDS; fewer > 0; fewer--) {
    for (const { query } of queries) await ask({ ...query, rows: query.rows - fewer });
  }
  const rounds = { new: [], repeated: [] };
  for (const times of Object.values(rounds)) for (const { query } of queries) times.push(await ask(query));
  reader.close();
  agent.destroy();
  return { new: summary(rounds.new), repeated: summary(rounds.repeated) };
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
    kilobytes: round(times.reduce((sum, { bytes }) => sum + bytes, 0) / times.length / 1024),
  };
}

function print(report) {
  const pair = ({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`;
  console.log(`answers of ${report.new.kilobytes} KB; milliseconds, p50 / p95`);
  for (const [name, { queries, inProcess, overHttp, added }] of Object.entries(report)) {
    const both = `in process ${pair(inProcess)}, over HTTP ${pair(overHttp)}`;
    console.log(`${queries} ${name} queries: ${both}; HTTP adds ${pair(added)} (bar: 0.7)`);
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-http-'));
try {
  const report = await measure(folder);
  if (options.json) console.log(JSON.stringify(report));
  else print(report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
