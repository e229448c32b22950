import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { distFile } from '../../base/files/built-file.ts';
import { LINE_FEED } from '../../base/json/ascii.ts';
import { Findings } from '../../catalog/findings/findings.ts';
import { unusableInput } from '../../catalog/operations/read-operations.ts';
import { FeedProfiler } from '../profile/feed-profiler.ts';
import type { CheckOptions, PassFacts } from './body-check.ts';
import type { BodyFile } from './body-file.ts';
import type { RangeFacts, RangeTask } from './check-range.ts';
import { reportMixedFamilies } from './operation-checker.ts';

/** A thread takes some 50 ms to start, in which this much is checked without. */
const MIN_BYTES = 32 * 1024 * 1024;
const PROBE_BYTES = 64 * 1024;
/** The threads need little memory of their own; small heaps are collected before they grow. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** Only plain JSON Lines can be cut anywhere. */
export function isWorthThreads(file: BodyFile, threads: number): boolean {
  return threads > 1 && file.kind === 'jsonLines' && !file.gzip && file.bytes >= MIN_BYTES;
}

/**
 * Checks the parts of a file at a time, each on its own thread; the same result as checking it in one go.
 *
 * @throws BrctlError of kind `input`
 */
export async function checkInParallel(file: BodyFile, options: CheckOptions): Promise<PassFacts> {
  const { mode, maxProblems, signal, tallyOneIn } = options;
  const cuts = await findCuts(file, options.threads);
  const tasks = cuts.slice(1).map((end, at) => {
    const start = cuts[at] ?? 0;
    return { path: file.path, name: file.name, start, end, mode, maxProblems, tallyOneIn };
  });
  const watch = tallyOneIn === undefined ? undefined : new FeedProfiler(tallyOneIn);
  const ranges = await runInThreads(tasks, (lines) => watch?.lines(lines), signal);
  const merged = mergeFindings(file.name, maxProblems, ranges);
  if (merged.errors > 0) throw unusableInput(merged, file.name);
  return {
    operations: ranges.reduce((sum, { operations }) => sum + operations, 0),
    uncompressedBytes: file.bytes,
    family: ranges.find(({ family }) => family !== undefined)?.family ?? 'products',
    hasParts: ranges.some(({ hasParts }) => hasParts),
    warnings: merged.warnings,
    problems: merged.kept,
    ...(watch && { tally: watch.end().tally }),
  };
}

/** Offsets of line starts that divide the file evenly, its start and end included. */
async function findCuts(file: BodyFile, threads: number): Promise<number[]> {
  const cuts = [0];
  const handle = await open(file.path);
  try {
    for (let nth = 1; nth < threads; nth++) {
      const cut = await lineStartFrom(handle, Math.floor((file.bytes * nth) / threads));
      if (cut !== undefined && cut > (cuts.at(-1) ?? 0) && cut < file.bytes) cuts.push(cut);
    }
  } finally {
    await handle.close();
  }
  return [...cuts, file.bytes];
}

async function lineStartFrom(
  handle: Awaited<ReturnType<typeof open>>,
  from: number,
): Promise<number | undefined> {
  const probe = Buffer.alloc(PROBE_BYTES);
  for (let at = from; ; ) {
    const { bytesRead } = await handle.read(probe, 0, PROBE_BYTES, at);
    if (bytesRead === 0) return undefined;
    const feed = probe.subarray(0, bytesRead).indexOf(LINE_FEED);
    if (feed !== -1) return at + feed + 1;
    at += bytesRead;
  }
}

/** When one fails the others are stopped, and gone before the failure is reported. */
async function runInThreads(
  tasks: readonly RangeTask[],
  onSample: (lines: Uint8Array) => void,
  signal?: AbortSignal,
): Promise<RangeFacts[]> {
  signal?.throwIfAborted();
  const failure = new AbortController();
  const stop = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]);
  const runs = tasks.map((task) => runInThread(task, onSample, stop));
  try {
    return await Promise.all(runs);
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(runs);
    throw error;
  }
}

async function runInThread(
  task: RangeTask,
  onSample: (lines: Uint8Array) => void,
  signal: AbortSignal,
): Promise<RangeFacts> {
  const worker = new Worker(distFile('check-range.worker.js'), {
    workerData: task,
    resourceLimits: HEAP_LIMITS,
  });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<RangeFacts>((resolve, reject) => {
      worker.on('message', (message: Uint8Array | RangeFacts) => {
        if (message instanceof Uint8Array) onSample(message);
        else resolve(message);
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(signal.reason ?? new Error('a thread ended without a result')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** The findings of all ranges with the lines of the whole file. */
function mergeFindings(name: string, maxProblems: number, ranges: readonly RangeFacts[]): Findings {
  const merged = new Findings(maxProblems, name);
  const family = ranges.find((range) => range.family !== undefined)?.family;
  let linesBefore = 0;
  for (const range of ranges) {
    for (const { line, ...problem } of range.problems) {
      const like = merged.kept.filter(({ severity }) => severity === problem.severity);
      if (like.length < maxProblems)
        merged.kept.push({ ...problem, ...(line !== undefined && { line: line + linesBefore }) });
    }
    merged.errors += range.errors;
    merged.warnings += range.warnings;
    if (range.family !== undefined && range.family !== family) reportMixedFamilies(merged);
    linesBefore += range.lines;
  }
  return merged;
}
