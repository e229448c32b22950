import { closeSync, openSync, readSync } from 'node:fs';
import { LineSplitter } from '../catalog/splitting/line-splitter.ts';
import type { Problem } from '../errors.ts';
import { LINE_FEED } from '../json/ascii.ts';
import type { RecordFamily } from '../protocol/paths.ts';
import { OperationChecker } from './operation-checker.ts';
import { withTally } from './with-tally.ts';

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
  /** As `Tally.encode` gives it, where products were to be counted. */
  tally?: Uint8Array;
}

const CHUNK_BYTES = 1024 * 1024;

/** Checks the lines of a range, one chunk of memory for all of it. Made for a thread of its own: it reads synchronously. */
export function checkRange(task: RangeTask): RangeFacts {
  const checker = new OperationChecker(task.mode, task.name, task.maxProblems);
  const { handler, watch } = withTally(checker, task.tallyOneIn);
  const splitter = new LineSplitter(handler);
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
  } finally {
    closeSync(handle);
  }
  const { operations, family, hasParts, findings } = checker;
  const { errors, warnings, kept: problems } = findings;
  const tally = watch?.end().tally.encode();
  return { operations, family, hasParts, lines, errors, warnings, problems, ...(tally && { tally }) };
}

function countFeeds(chunk: Buffer): number {
  let feeds = 0;
  for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) feeds++;
  return feeds;
}
