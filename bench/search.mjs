// How fast the embedded engine indexes, takes up a delta and answers, in one process and one thread.
//   node bench/search.mjs [--products 200000] [--file catalog.jsonl] [--json]
// Wall clock and CPU time are both shown: on a machine with other work the second is the one that compares.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { BenchSource, fileTexts, generatedTexts, loadEngine, SETTINGS } from './search-catalog.mjs';
import { bruteForce, shapeOf } from './search-oracle.mjs';
import { searchQueries, surveyOf } from './search-queries.mjs';

const DELTA_OPERATIONS = 1000;
const SURVEYED_RECORDS = 20_000;
const MEGABYTE = 1024 * 1024;

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '200000' },
    file: { type: 'string' },
    json: { type: 'boolean' },
  },
});

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function timed(work) {
  const cpuStarted = cpuMs();
  const started = performance.now();
  const result = work();
  return { result, ms: performance.now() - started, cpu: cpuMs() - cpuStarted };
}

const round = (value) => Number(value.toFixed(2));

function percentiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

function runQueries(reader, queries) {
  const runs = queries.map(({ kind, query }) => ({ kind, ...timed(() => reader.search(query)) }));
  const of = (some) => ({
    wall: percentiles(some.map(({ ms }) => ms)),
    cpu: percentiles(some.map(({ cpu }) => cpu)),
  });
  const kinds = [...new Set(runs.map(({ kind }) => kind))];
  return {
    ...of(runs),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, of(runs.filter((run) => run.kind === kind))])),
  };
}

/** The other page of the same results: nothing but the answer itself is known from before. */
const nextPages = (queries) =>
  queries.map(({ kind, query }) => ({ kind, query: { ...query, start: query.rows } }));

/** Queries whose answer differs from the one worked out from the raw records. */
function wrongAnswers(reader, texts, queries) {
  const checked = queries.filter(({ query }) => query.recall.kind !== 'keyword').map(({ query }) => query);
  const expected = bruteForce(texts, checked);
  const wrong = checked.filter(
    (query, at) => !isDeepStrictEqual(shapeOf(reader.search(query)), expected[at]),
  );
  return { checked: checked.length, wrong: wrong.length };
}

/** 1,000 operations: four of five change a record, one of five removes it. */
function applyDelta(source) {
  const removed = [];
  const added = [];
  const every = Math.max(1, Math.floor(source.texts.length / DELTA_OPERATIONS));
  for (let at = 0; at < DELTA_OPERATIONS; at++) {
    const old = at * every;
    removed.push(old + 1);
    if (at % 5 === 0) continue;
    const { id, json } = source.texts[old];
    const record = JSON.parse(json);
    record.attributes.price = 1 + (at % 900);
    record.attributes.title = `${record.attributes.title} renewed`;
    const text = { id, json: JSON.stringify(record) };
    added.push({ docid: source.texts.push(text), ...text });
  }
  source.version++;
  source.changes = { removed, added, count: removed.length + added.length };
}

function measure({ buildIndex, updateIndex, openIndex }, texts, file) {
  const queries = searchQueries(
    surveyOf(texts.slice(0, SURVEYED_RECORDS).map(({ json }) => JSON.parse(json))),
  );
  const source = new BenchSource(texts);
  const parse = timed(() => texts.map(({ json }) => JSON.parse(json).attributes === null));
  const build = timed(() => buildIndex(source, file, SETTINGS));
  const open = timed(() => openIndex(file, source, SETTINGS));
  const reader = open.result;
  const first = timed(() => reader.search(queries[0].query));
  const answers = {
    new: runQueries(reader, queries),
    'next page': runQueries(reader, nextPages(queries)),
    repeated: runQueries(reader, queries),
  };
  const check = wrongAnswers(reader, texts.slice(0, source.count), queries);
  applyDelta(source);
  const delta = timed(() => updateIndex(source, file, SETTINGS));
  const refresh = timed(() => reader.refresh());
  answers['after a delta'] = runQueries(reader, queries);
  reader.close();
  return {
    products: build.result.documents,
    index: {
      perSecond: Math.round((build.result.documents / build.cpu) * 1000),
      againstParse: round(build.cpu / parse.cpu),
    },
    indexMegabytes: round(statSync(file).size / MEGABYTE),
    openMs: round(open.ms),
    firstAnswerMs: round(first.ms),
    delta: { wall: round(delta.ms), cpu: round(delta.cpu), refresh: round(refresh.ms) },
    check,
    answers,
  };
}

function print({ products, index, indexMegabytes, openMs, firstAnswerMs, delta, check, answers }) {
  console.log(`${products} products, ${indexMegabytes} MB on disk`);
  console.log(
    `index ${index.perSecond} products a second of CPU, ${index.againstParse} times JSON.parse (bar: 20000)`,
  );
  console.log(
    `delta of 1,000 operations ${delta.wall} ms, CPU ${delta.cpu} ms (bar: 250), taken up in ${delta.refresh} ms`,
  );
  console.log(`open ${openMs} ms, first answer ${firstAnswerMs} ms`);
  console.log(`${check.checked} answers held against the raw records, ${check.wrong} wrong`);
  console.log('milliseconds          wall p50 / p95      CPU p50 / p95   (bars: new 6 / 30, repeated 1 / 6)');
  for (const [name, { wall, cpu, kinds }] of Object.entries(answers)) {
    console.log(line(name, wall, cpu));
    if (name === 'new')
      for (const [kind, times] of Object.entries(kinds))
        console.log(line(`  ${kind}`, times.wall, times.cpu));
  }
}

function line(name, wall, cpu) {
  const pair = ({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`.padStart(18);
  return name.padEnd(18) + pair(wall) + pair(cpu);
}

const engine = await loadEngine();
const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-'));
try {
  const texts = options.file ? fileTexts(options.file) : generatedTexts(Number(options.products));
  const report = measure(engine, texts, path.join(folder, 'index.db'));
  if (options.json) console.log(JSON.stringify(report));
  else print(report);
  if (report.check.wrong > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
