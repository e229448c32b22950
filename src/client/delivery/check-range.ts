import { closeSync, openSync, readSync } from 'node:fs';
import type { Problem } from '../../base/errors.ts';
import { LINE_FEED } from '../../base/json/ascii.ts';
import { LineSplitter } from '../../catalog/splitting/line-splitter.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { OperationChecker } from './operation-checker.ts';
import { SampledLines } from './sampled-lines.ts';

/** A range of whole lines of a file. */
export interface RangeTask {
  path: string;
  name: string;
  start: number;
  end: number;
  mode: 'delta' | 'full';
  maxProblems: number;
  tallyOneIn?: number | undefined;
}

/** What a range turned out to hold; lines count from its start. */
export interface RangeFacts {
  operations: number;
  family: RecordFamily | undefined;
  hasParts: boolean;
  /** Line feeds in it. */
  lines: number;
  errors: number;
  warnings: number;
  problems: Problem[];
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Checks the lines of a range, one chunk of memory for all of it. Made for its own thread: it reads synchronously.
 *
 * @param onSample gets the lines of the products that are to be counted, some at a time, to keep
 */
export function checkRange(task: RangeTask, onSample: (lines: Uint8Array<ArrayBuffer>) => void): RangeFacts {
  const checker = new OperationChecker(task.mode, task.name, task.maxProblems);
  const sample =
    task.tallyOneIn === undefined ? undefined : new SampledLines(checker, task.tallyOneIn, onSample);
  const splitter = new LineSplitter(sample ?? checker);
  const memory = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const handle = openSync(task.path, 'r');
  let lines = 0;
  try {
    for (let at = task.start; at < task.end; ) {
      const read = readSync(handle, memory, 0, Math.min(CHUNK_BYTES, task.end - at), at);
      if (read === 0) break;
      const chunk = memory.subarray(0, read);
      splitter.push(chunk);
      lines += countFeeds(chunk);
      at += read;
    }
    splitter.end();
    sample?.end();
  } finally {
    closeSync(handle);
  }
  const { operations, family, hasParts, findings } = checker;
  const { errors, warnings, kept: problems } = findings;
  return { operations, family, hasParts, lines, errors, warnings, problems };
}

function countFeeds(chunk: Buffer): number {
  let feeds = 0;
  for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) feeds++;
  return feeds;
}
