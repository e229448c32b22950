// How well a product is found by words of its title: the mean reciprocal rank (MRR) among the first ten, of the embedded
// engine. Products of the same title count as the same.
//   node bench/known-items.mjs [--file catalog.jsonl] [--products 2000] [--drawings 10] [--json]
// Without a file, the real catalog beside the checkout or, where that is not there, the generator's.
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
  const search = await embedded(texts, titles, folder);
  const drawings = Array.from({ length: Number(options.drawings) }, (_, at) =>
    knownItemQueries([...titles.values()], FIRST_SEED + at),
  );
  const report = {};
  for (const kind of Object.keys(drawings[0])) {
    const queries = drawings.flatMap((drawing) => drawing[kind]);
    report[kind] = { queries: queries.length, mrr: await meanOf(search, queries) };
  }
  return report;
}

function print(report) {
  console.log(`${'MRR@10'.padEnd(42)}queries`);
  for (const [kind, { queries, mrr }] of Object.entries(report)) {
    console.log(kind.padEnd(42) + String(queries).padStart(7) + mrr.toFixed(3).padStart(12));
  }
}

await measureInFolder('brctl-bench-items-', measure, options.json ? printJson : print);
