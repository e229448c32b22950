import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const memoryReporter = path.join(here, 'report-memory.mjs');
export const brctl = path.join(here, '..', 'bin', 'brctl.js');

/**
 * Node reads the certificates that a machine names here at every start, 38 ms for the usual bundle. Nothing that is measured
 * uses TLS, and the comparisons are with programs that are not Node.
 */
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;

export { environment };

/** Runs a command with its output thrown away; how long it took, start-up included. */
export async function timed(command, args, env = {}) {
  const started = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...environment, ...env },
  });
  let remarks = '';
  child.stderr.on('data', (chunk) => {
    remarks += chunk;
  });
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...end) => resolve(end));
  });
  const ms = performance.now() - started;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}\n${remarks}`);
  return ms;
}

/** Runs a Node program; its time and the most memory that it took, in bytes. */
export async function timedNode(args, env = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'brctl-bench-'));
  const report = path.join(folder, 'memory');
  try {
    const ms = await timed(process.execPath, ['--import', memoryReporter, ...args], {
      ...env,
      BENCH_MEMORY: report,
    });
    return { ms, memoryBytes: Number(readFileSync(report, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads files once, so that they are in the page cache. */
export async function warm(files) {
  for (const file of files) for await (const _ of createReadStream(file, { highWaterMark: 1 << 20 }));
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Medians of several programs that take turns, so that whatever else the machine does meets all of them.
 *
 * @param programs functions that run once and give milliseconds
 */
export async function inTurns(programs, rounds, files) {
  const times = programs.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, program] of programs.entries()) {
      await warm(files);
      times[index].push(await program());
    }
  }
  return times.map(median);
}
