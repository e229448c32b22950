// How fast the embedded engine indexes, takes up a delta and answers, in one thread.
//   node bench/search.mjs [--products 200000] [--file catalog.jsonl] [--json]
// Wall clock and CPU time are both shown: on a machine with other work the second is the one that compares.
// Each new query is one that was not asked before; a word's list of documents that an earlier query has read is kept, as it is
// in use.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  BenchSource,
  fileTexts,
  generatedTexts,
  loadEngine,
  SETTINGS,
  storeRecords,
} from './search-catalog.mjs';
import { searchQueries, surveyOf } from './search-queries.mjs';
import { MEGABYTE, round, runQueries, timed } from './search-times.mjs';

const DELTA_OPERATIONS = 1000;
const SURVEYED_RECORDS = 20_000;
const here = path.dirname(fileURLToPath(import.meta.url));

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '200000' },
    file: { type: 'string' },
    json: { type: 'boolean' },
  },
});

/** 1,000 operations: four of five change a record, one of five removes it. */
function applyDelta(source) {
  const changes = [];
  const every = Math.max(1, Math.floor(source.texts.length / DELTA_OPERATIONS));
  for (let at = 0; at < DELTA_OPERATIONS; at++) {
    const { id, json } = source.texts[at * every];
    if (at % 5 === 0) {
      changes.push({ id, docid: null, json: null });
      continue;
    }
    const record = JSON.parse(json);
    record.attributes.price = 1 + (at % 900);
    record.attributes.title = `${record.attributes.title} renewed`;
    const text = { id, json: JSON.stringify(record) };
    changes.push({ docid: source.texts.push(text), ...text });
  }
  source.version++;
  source.changes = changes;
}

/** What a program of this folder prints, run in a process of its own. */
function measureApart(program, args) {
  const { status, stdout } = spawnSync(process.execPath, [path.join(here, program), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  return JSON.parse(stdout);
}

function measure({ updateIndex, openIndex }, texts, folder) {
  const [file, recordsFile, queriesFile] = ['index.db', 'records', 'queries.json'].map((name) =>
    path.join(folder, name),
  );
  const surveyed = texts.slice(0, SURVEYED_RECORDS).map(({ json }) => JSON.parse(json));
  const queries = searchQueries(surveyOf(surveyed));
  const source = new BenchSource(texts);
  storeRecords(texts, recordsFile);
  writeFileSync(queriesFile, JSON.stringify(queries));
  const build = measureApart('search-builder.mjs', [recordsFile, file]);
  const indexMegabytes = round(statSync(file).size / MEGABYTE);
  const answering = measureApart('search-reader.mjs', [file, recordsFile, queriesFile]);
  const reader = openIndex(file, source, SETTINGS, 1);
  runQueries(reader, queries);
  applyDelta(source);
  const delta = timed(() => updateIndex(file, 1, source, source));
  const refresh = timed(() => reader.refresh(2));
  answering.answers['after a delta'] = runQueries(reader, queries);
  reader.close();
  return {
    products: build.documents,
    index: {
      perSecond: Math.round((build.documents / build.cpuMs) * 1000),
      perSecondWall: Math.round((build.documents / build.wallMs) * 1000),
      againstParse: round(build.cpuMs / build.parseCpuMs),
    },
    indexMegabytes,
    delta: { wall: round(delta.ms), cpu: round(delta.cpu), refresh: round(refresh.ms) },
    ...answering,
  };
}

function print({ products, index, indexMegabytes, delta, answers, ...reader }) {
  const { openMs, firstMs, memory, check } = reader;
  console.log(`${products} products, ${indexMegabytes} MB on disk`);
  console.log(
    `index ${index.perSecond} products a second of CPU, ${index.againstParse} times JSON.parse (bar: 20000); ` +
      `${index.perSecondWall} a second by the clock`,
  );
  console.log(
    `delta of 1,000 operations ${delta.wall} ms, CPU ${delta.cpu} ms (bar: 250), taken up in ${delta.refresh} ms`,
  );
  console.log(`open ${openMs} ms, first answer of a reader ${firstMs} ms`);
  console.log(
    `${check.checked} of ${check.answers} answers held against the raw records, ${check.wrong} wrong`,
  );
  console.log(
    `memory ${memory.peak} MB at its highest, ${memory.withoutFiles ?? '?'} MB without pages of files ` +
      '(bar: 350 at 200k, 800 at 1M)',
  );
  console.log(
    'milliseconds          wall p50 / p95      CPU p50 / p95   (bars at 200k: new 6 / 30, repeated 1 / 6;',
  );
  console.log(`${' '.repeat(57)}at 1M: new 30 / 120, repeated 4 / 25)`);
  for (const [name, { wall, cpu, kinds }] of Object.entries(answers)) {
    console.log(line(name, wall, cpu));
    if (name !== 'new') continue;
    for (const [kind, times] of Object.entries(kinds)) console.log(line(`  ${kind}`, times.wall, times.cpu));
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
  const report = measure(engine, texts, folder);
  if (options.json) console.log(JSON.stringify(report));
  else print(report);
  if (report.check.wrong > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
