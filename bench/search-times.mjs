// What the search benches measure with and how they show it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const MEGABYTE = 1024 * 1024;

export const round = (value) => Number(value.toFixed(2));

export function percentiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs the work once; its result, and its time by the clock and of the processor. */
export function timed(work) {
  const cpuStarted = cpuMs();
  const started = performance.now();
  const result = work();
  return { result, ms: performance.now() - started, cpu: cpuMs() - cpuStarted };
}

/** Asks each query once; percentiles of all, and of each kind. */
export function runQueries(reader, queries) {
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

/** Measures in a folder of its own, which goes afterwards, and shows the report. */
export async function measureInFolder(prefix, measure, show) {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  try {
    show(await measure(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function printJson(report) {
  console.log(JSON.stringify(report));
}
