import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { fingerprintOf, idOfLine } from './record-id.ts';

/**
 * What is known of a kept catalog without inflating it: its blocks of whole lines, each a gzip member of its own. A
 * block that stands unchanged in a new catalog is found there by its hash, so only the other blocks have to be
 * inflated and compared.
 */
export interface BlockIndex {
  blocks: Block[];
  /** Fingerprints of the record ids, in the order of the lines: Base64 of their doubles, seldom needed. */
  ids: string;
}

export interface Block {
  /** Of its text. */
  bytes: number;
  /** Of its gzip member. */
  compressedBytes: number;
  /** Records in it. */
  records: number;
  hash: string;
  /** Of its first line: where the block may begin in another file. */
  firstLine: string;
}

const LINE_FEED = 10;
/** A line of nothing but its line break holds no record. */
const BLANK_BYTES = 1;

/**
 * The hash by which two blocks of lines are taken for the same. SHA-1 is the fastest here that leaves nothing to chance:
 * a CRC is three times as fast, but one block in four thousand million would be missed.
 */
export function hashBlock(text: Uint8Array): string {
  return hash('sha1', text, 'base64');
}

/** A quick mark of a line; what it finds is confirmed by the hash of the block. */
export function markLine(line: Uint8Array): string {
  return `${crc32(line).toString(36)}.${line.length}`;
}

/** Gathers the index while a catalog is written block by block. */
export class BlockIndexBuilder {
  readonly #blocks: Block[] = [];
  readonly #ids: number[] = [];
  #isUsable = true;

  /** Notes the next block of whole lines. */
  add(text: Buffer): void {
    const idsBefore = this.#ids.length;
    let firstLine = '';
    for (let start = 0; start < text.length; ) {
      const feed = text.indexOf(LINE_FEED, start);
      const end = feed === -1 ? text.length : feed;
      if (start === 0) firstLine = markLine(text.subarray(0, end));
      if (end - start > BLANK_BYTES) this.#addRecord(text, start, end);
      start = end + 1;
    }
    const records = this.#ids.length - idsBefore;
    this.#blocks.push({
      bytes: text.length,
      compressedBytes: 0,
      records,
      hash: hashBlock(text),
      firstLine,
    });
  }

  /** Notes the size of a block's member once it is known; members come in the order of the blocks. */
  compressed(nth: number, bytes: number): void {
    const block = this.#blocks[nth];
    if (block !== undefined) block.compressedBytes = bytes;
  }

  /** The index; undefined where the ids could not be seen. */
  finish(): BlockIndex | undefined {
    if (!this.#isUsable) return undefined;
    const ids = Buffer.from(Float64Array.from(this.#ids).buffer).toString('base64');
    return { blocks: this.#blocks, ids };
  }

  #addRecord(text: Buffer, start: number, end: number): void {
    const id = idOfLine(text, start, end);
    if (id === undefined) this.#isUsable = false;
    else this.#ids.push(fingerprintOf(id));
  }
}
