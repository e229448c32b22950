import { closeSync, openSync } from 'node:fs';
import { BrctlError } from '../../base/errors.ts';
import { PositionedFindings } from './findings/placed-findings.ts';
import { Pace } from './join/cooperative-yield.ts';
import { LineReader, type Reading } from './join/line-reader.ts';
import { LineTable } from './join/line-table.ts';
import { LineWindow } from './join/line-window.ts';
import { AT_END, KNOWN_LINE_BYTES, NEEDS_BYTES, UNKNOWN_ID } from './kernel/assembly/parts/layout.ts';
import { Kernel } from './kernel/kernel.ts';
import { NEW } from './side.ts';
import { PlainSource } from './source/plain-source.ts';

/** Lines that are listed at once. */
const LINES_AT_ONCE = 256;

/** Long enough that every part of the hash has something to do. */
const MARKED_TEXT = Buffer.from('what a line of a catalog may hold, 0123456789 and so on');

/** The hash and the fingerprint of a text under the kernel's key: another version may hash differently. */
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
 * were made with the same secret; nobody who does not know it can prepare lines of one hash.
 *
 * @param expected about this many lines: room for them is made at once
 * @returns undefined where a line is not a record: the diff tells what is wrong
 */
export async function hashLines(
  file: string,
  secret: Uint8Array,
  signal: AbortSignal,
  expected = 0,
): Promise<LineTable | undefined> {
  const handle = openSync(file, 'r');
  const kernel = new Kernel({ secret });
  try {
    return await listLines(new PlainSource(handle, file), kernel, signal, expected);
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
  expected: number,
): Promise<LineTable | undefined> {
  const { exports, memory } = kernel;
  const lines = new LineTable(markOf(kernel), expected + LINES_AT_ONCE);
  const list = memory.allocate(LINES_AT_ONCE * KNOWN_LINE_BYTES);
  const window = new LineWindow(NEW, source, kernel, new Pace(signal));
  const reading: Reading = {
    kernel,
    recordFormat: 'operations',
    findings: new PositionedFindings(1),
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

function addListed(lines: LineTable, { exports, memory }: Kernel, list: number): void {
  const count = exports.listedCount.value as number;
  const bytes = count * KNOWN_LINE_BYTES;
  lines.addListed(memory.doubles(list, bytes / 8), memory.words(list, bytes / 4), count);
}
