// Another search engine over the bench's catalog, with the bench's answers: the matches of a query, one filter, six facets,
// statistics of the price and twenty documents, best or sorted first.
//   node search-engine.mjs <minisearch|orama|duckdb> <records file> <queries.json>
// Prints one JSON object: build and query times, memory, and the number of matches of each query.
import { readFileSync } from 'node:fs';
import { StoredRecords } from '../search-catalog.mjs';
import { percentiles, round } from '../search-times.mjs';
import { documentOf } from './search-document.mjs';

const ENGINES = {
  minisearch: () => import('./search-minisearch.mjs'),
  orama: () => import('./search-orama.mjs'),
  duckdb: () => import('./search-duckdb.mjs'),
};

const [name, recordsFile, queriesFile] = process.argv.slice(2);
const records = new StoredRecords(recordsFile);
const queries = JSON.parse(readFileSync(queriesFile, 'utf8'));

function* documents() {
  for (const { id, json } of records.all()) {
    const document = documentOf(id, JSON.parse(json));
    if (document !== null) yield document;
  }
}

async function pass(engine) {
  const times = [];
  const totals = [];
  for (const { query } of queries) {
    const started = performance.now();
    const { total, hits } = await engine.search(query);
    // A shop shows what was found: the records themselves are read and parsed, as the embedded engine reads them.
    records.get(hits.map((number) => number + 1)).map((json) => JSON.parse(json));
    times.push(performance.now() - started);
    totals.push(total);
  }
  return { times: percentiles(times), totals };
}

const { createEngine } = await ENGINES[name]();
const started = performance.now();
const engine = await createEngine(documents());
const buildMs = performance.now() - started;
const first = await pass(engine);
const second = await pass(engine);
console.log(
  JSON.stringify({
    name,
    buildMs: round(buildMs),
    new: first.times,
    repeated: second.times,
    memory: round(process.resourceUsage().maxRSS / 1024),
    totals: first.totals,
  }),
);
process.exit(0);
