// Runs the benchmarks one after another and prints their tables: npm run bench, or npm run bench -- diff search.
// Each measures ratios against a peer or a limit in the same run; none is part of a test.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatePair } from './generate.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/** In the order in which they run; some take a catalog of 200k products. */
const BENCHES = {
  'start-up': () => [],
  diff: () => [],
  convert: () => [],
  sftp: (catalog) => [catalog],
  push: () => [],
  'serve-load': (catalog) => [catalog],
  'search-under-load': () => [],
  search: () => [],
  engines: () => [],
  'known-items': () => [],
  relevance: () => [],
  guards: () => [],
};

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(BENCHES);
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}

function run(name, args) {
  const child = spawn(process.execPath, [path.join(here, `${name}.mjs`), ...args], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', resolve));
}

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}`,
);
const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-run-'));
try {
  const needsCatalog = names.some((name) => BENCHES[name].length > 0);
  if (needsCatalog) await generatePair(folder, {});
  for (const name of names) {
    console.log(`\n== ${name}`);
    if ((await run(name, BENCHES[name](path.join(folder, 'old.jsonl')))) !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
