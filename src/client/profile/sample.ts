import { BACKSLASH, QUOTE } from '../../base/json/ascii.ts';
import { parsePointer } from '../../protocol/json-pointer.ts';

/** More products than this are not looked at one by one: a stable part of them stands for all. */
const MAX_SAMPLED = 3072;
/** A part that has become so much larger or smaller than meant is chosen anew. */
const TOLERANCE = 2;

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** How a line begins up to its path, which may be the first or the second member; and the path. */
const BEGINNING = /^\s*\{\s*(?:"[^"\\]*"\s*:\s*"[^"\\]*"\s*,\s*)?"path"\s*:\s*"([^"\\]*)"/;
/** A line that begins in more bytes is parsed. */
const MAX_BEGINNING_BYTES = 1024;

/** Of how many products one is profiled: a power of 2, so that the products of a coarser part are in the finer one, too. */
export function chooseSampleRate(products: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(products / MAX_SAMPLED)));
}

/** Is a part that was chosen earlier still a good one? Another part has other figures, so it stays as long as it can. */
export function isSampleRateUsable(oneIn: number, products: number): boolean {
  const sampled = products / oneIn;
  const isSmallEnough = sampled <= MAX_SAMPLED * TOLERANCE;
  return isSmallEnough && (oneIn === 1 || sampled >= MAX_SAMPLED / 2 / TOLERANCE);
}

/** Which products are profiled: always the same ones, by their ids, in any order and any spelling of the lines. */
export class Sampler {
  readonly oneIn: number;
  /** How the line before began, up to the id in its path: most lines begin just so. */
  #beginning: Uint8Array = new Uint8Array();
  /** Of it, where the path starts, and the hash of the path so far. */
  #pathAt = 0;
  #hashSoFar = FNV_BASIS;

  /** @param oneIn a power of 2 */
  constructor(oneIn: number) {
    this.oneIn = oneIn;
  }

  /** The path of the record in a line, as the JSON text says it, where it is one to look at. */
  pathIn(bytes: Buffer, start: number, end: number): string | undefined {
    if (!this.#beginsAsBefore(bytes, start, end) && !this.#learnBeginning(bytes, start, end))
      return this.#parsePath(bytes, start, end);
    let hash = this.#hashSoFar;
    for (let index = start + this.#beginning.length; index < end; index++) {
      const byte = bytes[index] as number;
      if (byte === QUOTE)
        return this.#isChosen(hash) ? bytes.toString('utf8', start + this.#pathAt, index) : undefined;
      if (byte === BACKSLASH) break;
      hash = addToFnv(hash, byte);
    }
    return this.#parsePath(bytes, start, end);
  }

  #beginsAsBefore(bytes: Buffer, start: number, end: number): boolean {
    const beginning = this.#beginning;
    if (beginning.length === 0 || end - start < beginning.length) return false;
    // From the end, where lines differ that are only as long.
    for (let index = beginning.length - 1; index >= 0; index--) {
      if (bytes[start + index] !== beginning[index]) return false;
    }
    return true;
  }

  #learnBeginning(bytes: Buffer, start: number, end: number): boolean {
    const head = bytes.toString('latin1', start, Math.min(end, start + MAX_BEGINNING_BYTES));
    const found = BEGINNING.exec(head);
    if (found === null) return false;
    const [whole, path = ''] = found;
    this.#pathAt = whole.length - path.length - 1;
    const idAt = start + this.#pathAt + path.lastIndexOf('/') + 1;
    this.#beginning = Uint8Array.prototype.slice.call(bytes, start, idAt);
    this.#hashSoFar = hashFnv(bytes, start + this.#pathAt, idAt);
    return true;
  }

  #isChosen(hash: number): boolean {
    return (mixHash(hash) & (this.oneIn - 1)) === 0;
  }

  /** A line that does not begin as catalogs do, or has escapes in its path. */
  #parsePath(bytes: Buffer, start: number, end: number): string | undefined {
    const path = readPath(bytes.toString('utf8', start, end));
    if (path === undefined) return undefined;
    const text = Buffer.from(path);
    return this.#isChosen(hashFnv(text, 0, text.length)) ? path : undefined;
  }
}

export function extractId(path: string): string {
  return parsePointer(path)?.[1] ?? path;
}

function readPath(line: string): string | undefined {
  try {
    const { path }: { path?: unknown } = JSON.parse(line);
    return typeof path === 'string' ? path : undefined;
  } catch {
    return undefined;
  }
}

/** FNV-1a over 32 bits of some bytes; take it through `mixHash` in the end. */
function hashFnv(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_BASIS;
  for (let index = start; index < end; index++) hash = addToFnv(hash, bytes[index] as number);
  return hash;
}

function addToFnv(hash: number, value: number): number {
  return Math.imul(hash ^ value, FNV_PRIME);
}

/** So that every bit depends on all. */
function mixHash(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
