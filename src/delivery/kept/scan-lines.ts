import { closeSync, openSync } from 'node:fs';
import { LineBatch, UNKNOWN } from '../../delta/join/line-batch.ts';
import { LineWindow } from '../../delta/join/line-window.ts';
import { Pace } from '../../delta/join/pace.ts';
import type { LineKernel } from '../../delta/kernel/line-kernel.ts';
import type { Hash } from '../../delta/kernel/memory.ts';
import { WasmKernel } from '../../delta/kernel/wasm-kernel.ts';
import { isPlainSpelling, RecordLine } from '../../delta/record/record-line.ts';
import { NEW } from '../../delta/side.ts';
import { PlainSource } from '../../delta/source/plain-source.ts';
import { BrctlError } from '../../errors.ts';
import { escapeSegment } from '../../protocol/json-pointer.ts';
import { CatalogLines } from './catalog-lines.ts';

/** Lines that are looked at together. */
const BATCH_LINES = 64;
/** What is before the id is learnt, as far as it is no longer than this. */
const MAX_PREFIX_BYTES = 128;

/** Long enough that every part of the hash has something to do. */
const MARKED_TEXT = Buffer.from('what a line of a catalog may hold, 0123456789 and so on');

/** A line that is not a record: the catalog cannot be known by its lines. */
class NoRecord extends Error {}

/**
 * Goes through a plain catalog file once and hashes its lines. Two catalogs can be compared by their hashes when both
 * were made with the same seed; nobody can prepare lines whose hashes under a secret seed are equal.
 *
 * @returns undefined where a line is not a record, or this system has no WebAssembly: the diff tells what is wrong
 */
export async function scanLines(
  file: string,
  seed: bigint,
  signal: AbortSignal,
): Promise<CatalogLines | undefined> {
  const kernel = openKernel(seed);
  if (kernel === undefined) return undefined;
  const handle = openSync(file, 'r');
  try {
    return await scanAll(new PlainSource(handle, file), kernel, signal);
  } catch (error) {
    if (error instanceof NoRecord || (error instanceof BrctlError && error.kind === 'input'))
      return undefined;
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** The kernel whose hashes are kept: it is the same on every system that can run it. */
function openKernel(seed: bigint): LineKernel | undefined {
  try {
    return new WasmKernel(seed);
  } catch {
    return undefined;
  }
}

/** The hash and the fingerprint of a text under the kernel's seed: another version may hash differently. */
function markOf(kernel: LineKernel): string {
  const region = kernel.allocate(MARKED_TEXT.length);
  region.bytes.set(MARKED_TEXT);
  const hash: Hash = { low: 0, high: 0 };
  kernel.hash(region, 0, MARKED_TEXT.length, hash);
  const id: Hash = { low: 0, high: 0 };
  kernel.fingerprint(MARKED_TEXT, id);
  return [hash.low, hash.high, id.low, id.high].map((word) => (word >>> 0).toString(16)).join('-');
}

async function scanAll(source: PlainSource, kernel: LineKernel, signal: AbortSignal): Promise<CatalogLines> {
  const window = new LineWindow(NEW, source, kernel, new Pace(signal));
  const lines = new CatalogLines(markOf(kernel));
  const batch = new LineBatch(BATCH_LINES);
  const ids = new OddIds(kernel, lines);
  while (window.peek() || (await window.line())) {
    kernel.scan(window, batch);
    ids.identify(window.region.bytes, batch);
    lines.add(batch, window.base);
  }
  lines.end(window.base + window.filled);
  return lines;
}

/** Reads the lines whose id is not spelled as those before; the first line of a catalog is one of them. */
class OddIds {
  readonly #kernel: LineKernel;
  readonly #lines: CatalogLines;
  readonly #line = new RecordLine('operations');
  readonly #id: Hash = { low: 0, high: 0 };

  constructor(kernel: LineKernel, lines: CatalogLines) {
    this.#kernel = kernel;
    this.#lines = lines;
  }

  /** Fills in the fingerprints of ids that are not known. */
  identify(bytes: Buffer, batch: LineBatch): void {
    for (let at = 0; at < batch.count; at++)
      if (batch.markOf(at) === UNKNOWN) this.#identify(bytes, batch, at);
  }

  #identify(bytes: Buffer, batch: LineBatch, at: number): void {
    const line = this.#line;
    const [start, end] = [batch.startOf(at), batch.endOf(at)];
    if (line.read(bytes, start, end) !== undefined) throw new NoRecord();
    this.#lines.family ??= line.family;
    if (this.#lines.family !== line.family) throw new NoRecord();
    this.#kernel.fingerprint(Buffer.from(escapeSegment(line.id), 'utf8'), this.#id);
    batch.setId(at, this.#id.low, this.#id.high);
    if (isPlainSpelling(line)) this.#learnPrefix(line);
  }

  #learnPrefix(line: RecordLine): void {
    const idStart = line.tape.startOf(line.idNode) + 1 + line.family.length + 2;
    if (idStart - line.start <= MAX_PREFIX_BYTES)
      this.#kernel.learn(NEW, line.bytes.subarray(line.start, idStart));
  }
}
