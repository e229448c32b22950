// How good the order of hits is, by judged searches of a public shop: NDCG@10 with what nobody judged as nothing (raw) and left
// out (condensed), and the share of good products (grade 2 and 3) among the first 100; and the mean reciprocal rank of products
// that are looked for by words of their titles, where the home store is beside the checkout. Then wins and losses by query
// against another report, and what each rule of the ranking is worth: the figures without it.
//   node bench/relevance.mjs [--judged folder] [--against report.json] [--no-ablation] [--json]
// The folder has catalog.jsonl.gz and qrels*.tsv (query, product, grade); by default it is looked for beside the checkout.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { knownItemQueries } from './known-item-queries.mjs';
import { BenchSource, fileTexts, loadEngine, SETTINGS } from './search-catalog.mjs';
import { measureInFolder, printJson } from './search-times.mjs';

const { values: options } = parseArgs({
  options: {
    judged: {
      type: 'string',
      default: fileURLToPath(new URL('../../shared/data/judged', import.meta.url)),
    },
    against: { type: 'string' },
    ablation: { type: 'boolean', default: true },
    json: { type: 'boolean' },
  },
  allowNegative: true,
});
const HOME_STORE = fileURLToPath(new URL('../../shared/data/pacifichome_mini_en.jsonl', import.meta.url));
const SEED = 101;
const FIRST = 10;
const RANK_DEPTH = 100;
const GOOD = 2;
/** Each rule of `src/engine/ranking/rules.ts` out. */
const WITHOUT = {
  'field weights': { title: 5, brand: 5, categories: 5, keywords: 5, description: 5, other: 5 },
  'other attributes': { other: 0 },
  descriptions: { description: 0.5 },
  'long titles': { titleWords: 1e6 },
  'title length': { titleLength: 0 },
  'rest length': { restLength: 0 },
  saturation: { halfEffect: 1e6 },
  'side by side': { adjacent: 0 },
  'as typed': { asTyped: 0 },
  head: { head: 0 },
  accessory: { accessory: 0 },
  kind: { kind: 0 },
  'function words': { functionWord: 0 },
  'partial matches': { leastCoverage: 2 },
  'partial from any word': { leastCoverage: 0 },
  'models as names': { models: 0 },
  'words held': { heldWord: 0 },
};
/** A rule that is worth less goes. */
const MIN_WORTH = 0.003;

function productsOf(folder) {
  const lines = gunzipSync(readFileSync(path.join(folder, 'catalog.jsonl.gz')))
    .toString()
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const { path: place, value } = JSON.parse(line);
    return { id: place.slice(place.lastIndexOf('/') + 1), json: JSON.stringify(value) };
  });
}

/** Grades of products by query. */
function judgementsOf(folder) {
  const judged = new Map();
  for (const file of readdirSync(folder).filter((name) => name.startsWith('qrels'))) {
    for (const line of readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n')) {
      const [query, id, grade] = line.split('\t');
      if (!judged.has(query)) judged.set(query, new Map());
      judged.get(query).set(id, Number(grade));
    }
  }
  return judged;
}

function dcg(grades) {
  return grades.slice(0, FIRST).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}

function scoresOf(ids, grades) {
  const best = dcg([...grades.values()].sort((a, b) => b - a));
  const good = [...grades].filter(([, grade]) => grade >= GOOD).map(([id]) => id);
  const found = new Set(ids);
  return {
    raw: best === 0 ? null : dcg(ids.map((id) => grades.get(id) ?? 0)) / best,
    condensed: best === 0 ? null : dcg(ids.filter((id) => grades.has(id)).map((id) => grades.get(id))) / best,
    recall: good.length === 0 ? null : good.filter((id) => found.has(id)).length / good.length,
  };
}

function idsOf(reader, text, rows) {
  const { hits } = reader.search({
    recall: { kind: 'keyword', text, tolerant: true, spelling: 'term_frequency' },
    facetFilters: [], filters: [], geo: null, sort: [], start: 0, rows, fields: ['pid'], facets: null,
    stats: [], group: null, viewId: null, boosts: [], includeUnavailable: true,
  }); // biome-ignore format: what is not asked stands on two lines
  return hits.map(({ id }) => id);
}

/** Reads titles, draws queries from them, and gives how near the top each title is, by an index built anew. */
function openKnownItems(withIndex) {
  const texts = fileTexts(HOME_STORE);
  const titles = new Map(texts.map(({ id, json }) => [id, JSON.parse(json).attributes.title]));
  const queries = Object.values(knownItemQueries([...titles.values()], SEED)).flat();
  const worth = (reader, { title, text }) => {
    const at = idsOf(reader, text, FIRST).findIndex((id) => titles.get(id) === title);
    return { items: at < 0 ? 0 : 1 / (at + 1) };
  };
  return () => withIndex(texts, (reader) => queries.map((query) => worth(reader, query)));
}

function meansOf(byQuery, items) {
  const mean = (all, name) => {
    const known = all.flatMap((figures) => figures[name] ?? []);
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const judged = Object.values(byQuery);
  return {
    raw: mean(judged, 'raw'),
    condensed: mean(judged, 'condensed'),
    recall: mean(judged, 'recall'),
    ...(items.length > 0 && { items: mean(items, 'items') }),
  };
}

/** Each rule of the ranking out in turn. */
function ablationOf({ RULES }, judgeAgain) {
  return Object.fromEntries(
    Object.entries(WITHOUT).map(([rule, changes]) => {
      const before = { ...RULES };
      Object.assign(RULES, changes);
      const means = judgeAgain().means;
      Object.assign(RULES, before);
      return [rule, means];
    }),
  );
}

async function measure(folder) {
  const engine = await loadEngine();
  const file = path.join(folder, 'index.db');
  const withIndex = (texts, use) => {
    const source = new BenchSource(texts);
    rmSync(file, { force: true });
    engine.buildIndex(source, file);
    const reader = engine.openIndex(file, source, SETTINGS, 1);
    const used = use(reader);
    reader.close();
    return used;
  };
  const products = productsOf(options.judged);
  const judged = [...judgementsOf(options.judged)];
  const findItems = existsSync(HOME_STORE) ? openKnownItems(withIndex) : () => [];
  const judgeAgain = () => {
    const byQuery = withIndex(products, (reader) =>
      Object.fromEntries(
        judged.map(([text, grades]) => [text, scoresOf(idsOf(reader, text, RANK_DEPTH), grades)]),
      ),
    );
    return { means: meansOf(byQuery, findItems()), byQuery };
  };
  const found = judgeAgain();
  return { ...found, ablation: options.ablation ? ablationOf(engine, judgeAgain) : {} };
}

function print({ means, byQuery, ablation }) {
  const shown = (figures) =>
    Object.values(figures)
      .map((value) => value.toFixed(4).padStart(12))
      .join('');
  console.log(`${''.padEnd(24)}         raw   condensed  recall@100 known items`);
  console.log('all rules'.padEnd(24) + shown(means));
  for (const [rule, without] of Object.entries(ablation)) {
    const worth = Math.max(...Object.keys(means).map((name) => means[name] - without[name]));
    const note = worth < MIN_WORTH ? '   worth little' : '';
    console.log(`without ${rule}`.padEnd(24) + shown(without) + note);
  }
  if (options.against) compare(byQuery, JSON.parse(readFileSync(options.against, 'utf8')).byQuery);
}

function compare(byQuery, before) {
  const changes = Object.keys(byQuery).map((text) => [
    text,
    (byQuery[text].raw ?? 0) - (before[text]?.raw ?? 0),
  ]);
  const listed = (kind, some) =>
    console.log(
      `${kind}: ${some.length}  ${some.map(([text, by]) => `${text} ${by.toFixed(2)}`).join(', ')}`,
    );
  listed(
    'wins',
    changes.filter(([, by]) => by > 0.005).sort((a, b) => b[1] - a[1]),
  );
  listed(
    'losses',
    changes.filter(([, by]) => by < -0.005).sort((a, b) => a[1] - b[1]),
  );
}

if (existsSync(options.judged))
  await measureInFolder('brctl-bench-relevance-', measure, options.json ? printJson : print);
else console.log(`skipped: no judged searches in ${options.judged}`);
