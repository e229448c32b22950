// The in-process half of bench/search-http.mjs, in a process of its own as a program that embeds the engine is: asked over
// IPC with the parameters of a search, it tells how long the engine took and how much it found.
//   fork('search-http-reader.mjs', [<index file>, <records file>])
import { loadEngine, SETTINGS } from './search-catalog.mjs';

const [indexFile, recordsFile] = process.argv.slice(2);
const { openIndex, readSearchRequest, RECORD_OPENERS, DEFAULT_ANSWER_SETTINGS } = await loadEngine();
const reader = openIndex(indexFile, RECORD_OPENERS.openTexts(recordsFile), SETTINGS, 1);
const context = { loose: false, search: SETTINGS, answers: DEFAULT_ANSWER_SETTINGS, nowMs: Date.now() };

process.on('message', (parameters) => {
  const { query } = readSearchRequest(new URLSearchParams(parameters), context);
  const started = performance.now();
  const { total } = reader.search(query);
  process.send({ ms: performance.now() - started, total });
});
process.send('ready');
