// How well a product is found by words of its title: the mean reciprocal rank (MRR) among the first ten, of the embedded
// engine and of MiniSearch and Orama with the same fields and weights. Products of the same title count as the same.
//   node bench/known-items.mjs [--file catalog.jsonl] [--products 2000] [--drawings 10] [--json]
// Without a file, the real catalog beside the checkout or, where that is not there, the generator's. Peers come with `npm ci --prefix bench/peers --ignore-scripts`; those that are
// not there are left out.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { knownItemQueries } from './known-item-queries.mjs';
import { BenchSource, fileTexts, generatedTexts, loadEngine, SETTINGS } from './search-catalog.mjs';

import { measureInFolder, printJson } from './search-times.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const REAL_CATALOG = path.join(here, '../../shared/data/pacifichome_mini_en.jsonl');
const RANK_DEPTH = 10;
const FIRST_SEED = 101;
const PEERS = { minisearch: 'minisearch', orama: '@orama/orama' };
const { values: options } = parseArgs({
  options: {
    file: { type: 'string' },
    products: { type: 'string', default: '2000' },
    drawings: { type: 'string', default: '10' },
    json: { type: 'boolean' },
  },
});

/** The embedded engine: a query to the titles of its first hits. */
async function embedded(texts, titles, folder) {
  const { buildIndex, openIndex } = await loadEngine();
  const source = new BenchSource(texts);
  const file = path.join(folder, 'index.db');
  buildIndex(source, file);
  const reader = openIndex(file, source, SETTINGS, 1);
  return (text) => {
    const { hits } = reader.search(queryOf(text));
    return hits.map(({ id }) => titles.get(id));
  };
}

function queryOf(text) {
  return {
    recall: { kind: 'keyword', text, tolerant: true, spelling: 'term_frequency' },
    facetFilters: [],
    filters: [],
    geo: null,
    sort: [],
    start: 0,
    rows: RANK_DEPTH,
    fields: ['pid'],
    facets: null,
    stats: [],
    group: null,
    viewId: null,
    boosts: [],
    includeUnavailable: false,
  };
}

async function enginesOf(texts, shown, titles, folder) {
  const engines = { brctl: await embedded(texts, titles, folder) };
  const installed = Object.keys(PEERS).filter((name) =>
    existsSync(path.join(here, 'peers/node_modules', PEERS[name])),
  );
  if (installed.length === 0) return engines;
  const { PEER_ENGINES } = await import('./peers/known-item-engines.mjs');
  for (const name of installed) engines[name] = await PEER_ENGINES[name](shown, RANK_DEPTH);
  return engines;
}

async function reciprocalRank(search, { title, text }) {
  const at = (await search(text)).indexOf(title);
  return at < 0 ? 0 : 1 / (at + 1);
}

async function meanOf(search, queries) {
  let sum = 0;
  for (const query of queries) sum += await reciprocalRank(search, query);
  return sum / queries.length;
}

async function measure(folder) {
  const file = options.file ?? (existsSync(REAL_CATALOG) ? REAL_CATALOG : undefined);
  const texts = file ? fileTexts(file) : generatedTexts(Number(options.products));
  const shown = texts
    .map(({ id, json }) => ({ id, ...JSON.parse(json) }))
    .filter(({ attributes }) => attributes.availability !== false);
  const titles = new Map(shown.map(({ id, attributes }) => [id, attributes.title]));
  const engines = await enginesOf(texts, shown, titles, folder);
  const drawings = Array.from({ length: Number(options.drawings) }, (_, at) =>
    knownItemQueries([...titles.values()], FIRST_SEED + at),
  );
  const report = {};
  for (const kind of Object.keys(drawings[0])) {
    const queries = drawings.flatMap((drawing) => drawing[kind]);
    report[kind] = { queries: queries.length };
    for (const [name, search] of Object.entries(engines)) report[kind][name] = await meanOf(search, queries);
  }
  return report;
}

function print(report) {
  const [{ queries: _queries, ...first }] = Object.values(report);
  const names = Object.keys(first);
  console.log(`${'MRR@10'.padEnd(42)}queries${names.map((name) => name.padStart(12)).join('')}`);
  for (const [kind, { queries, ...means }] of Object.entries(report)) {
    const cells = names.map((name) => means[name].toFixed(3).padStart(12));
    console.log(kind.padEnd(42) + String(queries).padStart(7) + cells.join(''));
  }
}

await measureInFolder('brctl-bench-items-', measure, options.json ? printJson : print);
