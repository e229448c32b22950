// How fast the embedded engine indexes, takes up a delta and answers, in one process.
//   node bench/search.mjs [--products 200000] [--file catalog.jsonl] [--json]
// Times also come as a ratio to JSON.parse of the same records in one thread, so that machines compare.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BenchSource, fileTexts, generatedTexts, loadEngine, SETTINGS } from './search-catalog.mjs';
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

/** CPU time of this process so far; other load on the machine disturbs it less than the wall clock. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function timed(work) {
  const started = performance.now();
  const cpuStarted = cpuMs();
  const result = work();
  return { result, ms: performance.now() - started, cpuMs: cpuMs() - cpuStarted };
}

const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return {
    p50: round(percentile(sorted, 0.5)),
    p95: round(percentile(sorted, 0.95)),
    max: round(sorted.at(-1) ?? 0),
  };
}

const round = (value) => Number(value.toFixed(2));

function runQueries(reader, queries) {
  const byKind = new Map();
  const all = queries.map(({ kind, query }) => {
    const { ms } = timed(() => reader.search(query));
    byKind.set(kind, [...(byKind.get(kind) ?? []), ms]);
    return ms;
  });
  return {
    ...summary(all),
    kinds: Object.fromEntries([...byKind].map(([kind, times]) => [kind, summary(times)])),
  };
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

const { buildIndex, updateIndex, openIndex } = await loadEngine();
const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-'));
try {
  const texts = options.file ? fileTexts(options.file) : generatedTexts(Number(options.products));
  const queries = searchQueries(
    surveyOf(texts.slice(0, SURVEYED_RECORDS).map(({ json }) => JSON.parse(json))),
  );
  const source = new BenchSource(texts);
  const file = path.join(folder, 'index.db');
  const parse = timed(() => texts.map(({ json }) => JSON.parse(json).attributes === null));
  const build = timed(() => buildIndex(source, file, SETTINGS));
  const heapBefore = process.memoryUsage();
  const open = timed(() => openIndex(file, source, SETTINGS));
  const reader = open.result;
  const first = timed(() => reader.search(queries[0].query));
  const fresh = runQueries(reader, queries);
  const repeated = runQueries(reader, queries);
  global.gc?.();
  const heapAfter = process.memoryUsage();
  const used = ({ heapUsed, external, arrayBuffers }) => heapUsed + Math.max(external, arrayBuffers);
  applyDelta(source);
  const delta = timed(() => updateIndex(source, file, SETTINGS));
  const refresh = timed(() => reader.refresh());
  const afterDelta = runQueries(reader, queries);
  reader.close();
  const report = {
    products: build.result.documents,
    indexPerSecond: Math.round((build.result.documents / build.cpuMs) * 1000),
    indexAgainstParse: round(build.cpuMs / parse.cpuMs),
    indexMegabytes: round(statSync(file).size / MEGABYTE),
    openMs: round(open.ms),
    firstAnswerMs: round(first.ms),
    fresh,
    repeated,
    serveMegabytes: round((used(heapAfter) - used(heapBefore)) / MEGABYTE),
    delta: {
      ms: round(delta.ms),
      cpuMs: round(delta.cpuMs),
      refreshMs: round(refresh.ms),
      afterwards: afterDelta,
    },
  };
  console.log(JSON.stringify(report, null, options.json ? 0 : 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
