// The answering half of bench/search.mjs, in a process of its own: it holds what a search thread holds and nothing else,
// so that its memory is what answering takes.
//   node search-reader.mjs <index file> <records file> <queries.json>
// Prints one JSON object.
import { readFileSync } from 'node:fs';
import { loadEngine, SETTINGS, StoredRecords } from './search-catalog.mjs';
import { countWrong, isChecked } from './search-oracle.mjs';
import { round, runQueries, timed } from './search-times.mjs';

const [indexFile, recordsFile, queriesFile] = process.argv.slice(2);
const queries = JSON.parse(readFileSync(queriesFile, 'utf8'));
const records = new StoredRecords(recordsFile);
const { openIndex } = await loadEngine();

/** The other page of the same results: nothing but the answer itself is known from before. */
const nextPages = () => queries.map(({ kind, query }) => ({ kind, query: { ...query, start: query.rows } }));

/**
 * Resident memory at its highest and, where the system tells it, without the pages of files. The system's own count is read
 * because `maxRSS` of a process that was started by a larger one begins with the size of that one.
 */
function memory() {
  const inMegabytes = (name, text) => {
    const [, kilobytes] = new RegExp(`${name}:\\s*(\\d+)`).exec(text) ?? [];
    return kilobytes === undefined ? null : round(Number(kilobytes) / 1024);
  };
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return { peak: inMegabytes('VmHWM', status), withoutFiles: inMegabytes('RssAnon', status) };
  } catch {
    return { peak: round(process.resourceUsage().maxRSS / 1024), withoutFiles: null };
  }
}

/** Holds answers against the raw records. */
function checkAnswers(reader) {
  const asked = queries
    .filter(({ query }) => isChecked(query))
    .map(({ query }) => ({ query, result: reader.search(query) }));
  return {
    answers: queries.length,
    checked: asked.length,
    wrong: countWrong(records.all(), asked),
  };
}

/** Another reader of the same file: what a search right after the start takes. */
function firstAnswer() {
  const { result: reader, ms } = timed(() => openIndex(indexFile, records, SETTINGS, 1));
  const first = timed(() => reader.search(queries[0].query));
  reader.close();
  return { openMs: round(ms), firstMs: round(first.ms) };
}

const started = firstAnswer();
const reader = openIndex(indexFile, records, SETTINGS, 1);
const answers = {
  new: runQueries(reader, queries),
  'next page': runQueries(reader, nextPages()),
  repeated: runQueries(reader, queries),
};
const used = memory();
const totals = queries.map(({ query }) => reader.search(query).total);
const check = checkAnswers(reader);
reader.close();
console.log(JSON.stringify({ ...started, answers, memory: used, totals, check }));
