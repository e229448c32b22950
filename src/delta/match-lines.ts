import { closeSync, openSync } from 'node:fs';
import { BrctlError } from '../errors.ts';
import { PlacedFindings } from './findings/placed-findings.ts';
import { KnownLines, LINE_WORDS } from './join/known-lines.ts';
import { LineReader, type Reading } from './join/line-reader.ts';
import { LineWindow } from './join/line-window.ts';
import { Pace } from './join/pace.ts';
import { Partitions } from './join/partitions.ts';
import {
  AT_END,
  KNOWN_LINE_BYTES,
  NEEDS_BYTES,
  NEW_LINES,
  OLD_LINES,
  PARTITIONS,
  UNKNOWN_ID,
} from './kernel/assembly/parts/layout.ts';
import { Kernel } from './kernel/kernel.ts';
import { NEW } from './side.ts';
import { PlainSource } from './source/plain-source.ts';

/** Lines that are listed, or noted, at once. */
const LINES_AT_ONCE = 256;
const KNOWN_LINE_WORDS = KNOWN_LINE_BYTES / 4;

/** Long enough that every part of the hash has something to do. */
const MARKED_TEXT = Buffer.from('what a line of a catalog may hold, 0123456789 and so on');

/** The hash and the fingerprint of a text under the kernel's seed: another version may hash differently. */
function markOf(kernel: Kernel): string {
  const { memory, exports } = kernel;
  const start = memory.allocate(MARKED_TEXT.length);
  memory.bytes.set(MARKED_TEXT, start);
  const end = start + MARKED_TEXT.length;
  exports.hash(start, end);
  const hash = kernel.result;
  exports.fingerprint(start, end);
  return `${hash.toString(16)}-${kernel.result.toString(16)}`;
}

/**
 * Goes through a plain catalog file once and hashes its lines. Two catalogs can be compared by their hashes when both
 * were made with the same seed; nobody can prepare lines whose hashes under a secret seed are equal.
 *
 * @returns undefined where a line is not a record: the diff tells what is wrong
 */
export async function readKnownLines(
  file: string,
  seed: bigint,
  signal: AbortSignal,
): Promise<KnownLines | undefined> {
  const handle = openSync(file, 'r');
  const kernel = new Kernel({ seed });
  try {
    return await listLines(new PlainSource(handle, file), kernel, signal);
  } catch (error) {
    if (error instanceof BrctlError && error.kind === 'input') return undefined;
    throw error;
  } finally {
    await kernel.memory.whenQuiet();
    closeSync(handle);
  }
}

async function listLines(
  source: PlainSource,
  kernel: Kernel,
  signal: AbortSignal,
): Promise<KnownLines | undefined> {
  const { exports, memory } = kernel;
  const lines = new KnownLines(markOf(kernel));
  const list = memory.allocate(LINES_AT_ONCE * KNOWN_LINE_BYTES);
  const window = new LineWindow(NEW, source, kernel, new Pace(signal));
  const reading: Reading = {
    kernel,
    recordFormat: 'operations',
    findings: new PlacedFindings(1),
    family: undefined,
  };
  const reader = new LineReader(reading);
  for (;;) {
    const reason = exports.listLines(NEW, list, LINES_AT_ONCE);
    addListed(lines, kernel, list);
    if (reason === NEEDS_BYTES) await window.fill();
    else if (reason === UNKNOWN_ID) {
      const start = exports.lineStart.value as number;
      const line = { start, end: exports.lineEnd.value as number, position: window.positionOf(start) };
      if (!reader.identify(NEW, line)) return undefined;
      exports.tellStoppedId(NEW);
    } else if (reason === AT_END) break;
  }
  lines.family = reading.family;
  lines.end(window.readBytes);
  return lines;
}

function addListed(lines: KnownLines, { exports, memory }: Kernel, list: number): void {
  const count = exports.listedCount.value as number;
  const doubles = memory.doubles(list, (count * KNOWN_LINE_BYTES) / 8);
  const words = memory.words(list, count * KNOWN_LINE_WORDS);
  for (let line = 0; line < count; line++) {
    const at = line * KNOWN_LINE_WORDS;
    lines.add(doubles[at / 2] as number, words, at + 2);
  }
}

/** Which lines of two catalogs differ. */
export interface LineMatch {
  /** Lines of the old catalog that changed or went, in order. */
  olds: number[];
  /** Lines of the new catalog that changed or came, in order. */
  news: number[];
  /** For each line of the new catalog the old line of the same text, or -1. */
  sameAs: Int32Array;
  unchanged: number;
}

/**
 * Pairs the lines of two catalogs by their ids, whatever their order, as a diff does.
 *
 * @returns undefined where an id is more than once in a catalog
 */
export async function matchLines(olds: KnownLines, news: KnownLines): Promise<LineMatch | undefined> {
  const kernel = new Kernel();
  const partitions = new Partitions(kernel, Number.POSITIVE_INFINITY, undefined, false);
  await note(kernel, partitions, OLD_LINES, olds);
  await note(kernel, partitions, NEW_LINES, news);
  const sameAs = new Int32Array(news.count).fill(-1);
  const isSame = new Uint8Array(olds.count);
  let unchanged = 0;
  for (let partition = 0; partition < PARTITIONS; partition++) {
    const { sames, oddIds } = partitions.join(partition, true);
    if (oddIds.length > 0) return undefined;
    unchanged += sames.length / 2;
    for (let at = 0; at < sames.length; at += 2) {
      isSame[sames[at] as number] = 1;
      sameAs[sames[at + 1] as number] = sames[at] as number;
    }
  }
  return {
    olds: indexesOf(isSame, 0),
    news: indexesOf(sameAs, -1),
    sameAs,
    unchanged,
  };
}

async function note(kernel: Kernel, partitions: Partitions, kind: number, lines: KnownLines): Promise<void> {
  const { exports, memory } = kernel;
  const at = memory.allocate(LINES_AT_ONCE * LINE_WORDS * 4);
  for (let first = 0; first < lines.count; first += LINES_AT_ONCE) {
    const count = Math.min(LINES_AT_ONCE, lines.count - first);
    while (!partitions.hasRoom) await partitions.makeRoom();
    const words = lines.words.subarray(first * LINE_WORDS, (first + count) * LINE_WORDS);
    memory.words(at, words.length).set(words);
    exports.noteKnown(kind, at, first, count);
  }
}

function indexesOf(values: Uint8Array | Int32Array, wanted: number): number[] {
  const indexes: number[] = [];
  for (let index = 0; index < values.length; index++) if (values[index] === wanted) indexes.push(index);
  return indexes;
}
