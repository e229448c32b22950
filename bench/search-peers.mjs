// The embedded engine against MiniSearch, Orama and DuckDB: the same catalog, queries and answers, each engine in a process
// of its own with one thread. Peers come with `npm ci --prefix bench/peers --ignore-scripts`; those that are not there are left out.
//   node bench/search-peers.mjs [--products 20000] [--json]
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BenchSource, generatedTexts, loadEngine, storeRecords } from './search-catalog.mjs';
import { searchQueries, surveyOf } from './search-queries.mjs';
import { measureInFolder, printJson, timed } from './search-times.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const PEERS = { minisearch: 'minisearch', orama: '@orama/orama', duckdb: '@duckdb/node-api' };
/** The bar: the 95th percentile of repeated queries, how many times ours. */
const BAR = 10;
const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '20000' }, json: { type: 'boolean' } },
});

function report(script, args) {
  const { status, stdout } = spawnSync(process.execPath, [path.join(here, script), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${status}`);
  return JSON.parse(stdout);
}

async function measure(folder) {
  const files = ['index.db', 'records', 'queries.json'].map((name) => path.join(folder, name));
  const [indexFile, recordsFile, queriesFile] = files;
  const texts = generatedTexts(Number(options.products));
  const { buildIndex } = await loadEngine();
  const build = timed(() => buildIndex(new BenchSource(texts), indexFile));
  storeRecords(texts, recordsFile);
  const queries = searchQueries(surveyOf(texts.map(({ json }) => JSON.parse(json))));
  writeFileSync(queriesFile, JSON.stringify(queries));
  const { answers, totals, memory } = report('search-reader.mjs', files);
  const own = {
    name: 'brctl',
    buildMs: build.ms,
    new: answers.new.wall,
    repeated: answers.repeated.wall,
    memory: memory.peak,
    totals,
  };
  const installed = Object.keys(PEERS).filter((name) => isInstalled(name));
  const peers = installed.map((name) => report('peers/search-engine.mjs', [name, recordsFile, queriesFile]));
  return { own, peers, missing: Object.keys(PEERS).filter((name) => !installed.includes(name)) };
}

const isInstalled = (name) => existsSync(path.join(here, 'peers/node_modules', PEERS[name]));

function print({ own, peers, missing }) {
  console.log(`${options.products} products; milliseconds, p50 / p95`);
  console.log(
    `            build s   memory MB          new queries           repeated   p95 against ours, new and repeated`,
  );
  for (const engine of [own, ...peers]) console.log(line(engine, own));
  for (const { name, totals } of peers) {
    const same = totals.filter((total, at) => total === own.totals[at]).length;
    console.log(`${name} finds as many products as brctl in ${same} of ${totals.length} queries`);
  }
  console.log(`bar: ${BAR} times for repeated queries`);
  if (missing.length > 0) console.log(`not installed in bench/peers: ${missing.join(', ')}`);
}

function line(engine, own) {
  const pair = ({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`.padStart(20);
  const times = (name) => `${(engine[name].p95 / own[name].p95).toFixed(1)} x`.padStart(10);
  const ratios = engine === own ? '' : times('new') + times('repeated');
  const built = (engine.buildMs / 1000).toFixed(1).padStart(7);
  return (
    engine.name.padEnd(12) +
    built +
    String(Math.round(engine.memory)).padStart(12) +
    pair(engine.new) +
    pair(engine.repeated) +
    ratios
  );
}

await measureInFolder('brctl-bench-peers-', measure, options.json ? printJson : print);
