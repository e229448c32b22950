// The indexing half of bench/search.mjs, in a process of its own, as the service indexes in a thread that is new to each
// job: it reads the records from a file and holds none of them.
//   node search-builder.mjs <records file> <index file>
// Prints one JSON object; after the build, JSON.parse of every record, read the same way, for comparison.
import { loadEngine, StoredRecords } from './search-catalog.mjs';
import { timed } from './search-times.mjs';

const [recordsFile, indexFile] = process.argv.slice(2);
const records = new StoredRecords(recordsFile);
const { buildIndex } = await loadEngine();

const build = timed(() => buildIndex(records, indexFile));
const parse = timed(() => {
  let parsed = 0;
  for (const { json } of records.all()) if (JSON.parse(json).attributes !== null) parsed++;
  return parsed;
});
if (parse.result !== build.result.records) throw new Error('the index does not hold every record');
console.log(
  JSON.stringify({
    documents: build.result.records,
    wallMs: build.ms,
    cpuMs: build.cpu,
    parseCpuMs: parse.cpu,
  }),
);
