import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { LINE_FEED } from '../../../base/json/ascii.ts';
import { LINE_WORDS, LineTable } from '../../../catalog/delta/join/line-table.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';

/** A piece of whole lines that is a separate gzip member. */
export interface BaseBlock {
  /** Of its text. */
  bytes: number;
  /** Of its member. */
  compressedBytes: number;
}

/**
 * What is known of a kept catalog without inflating it: its lines, and the blocks that hold them. What is in a new
 * catalog as well is told by the hashes of the lines; only the blocks of other lines have to be inflated.
 */
export interface BaseIndex extends BaseLines {
  blocks: readonly BaseBlock[];
}

/** What is needed to find out which lines differ. */
export interface BaseLines {
  /** Under which the lines were hashed: only the owner of the index may read it. */
  secret: Buffer;
  /** No two of them have the same id. */
  lines: LineTable;
  /** Of all members: the size of the file. */
  keptBytes: number;
}

/** Raised whenever the layout becomes another: an older index is then of no use. */
const FORMAT = 3;
const WORD_BYTES = 4;
const START_BYTES = 8;
const BLOCK_WORDS = 2;

interface Header {
  format: number;
  /** Order of bytes in the tables. */
  order: string;
  /** In hexadecimal digits. */
  secret: string;
  mark: string;
  family?: RecordFamily;
  lines: number;
  blocks: number;
  crc: number;
}

/** The index as it is kept: a line of JSON, filled up so that the tables behind it are aligned, then the tables. */
export function encodeIndex({ secret, lines, blocks }: Omit<BaseIndex, 'keptBytes'>): Buffer {
  const sizes = Int32Array.from(blocks.flatMap(({ bytes, compressedBytes }) => [bytes, compressedBytes]));
  const tables = Buffer.concat([lines.starts, lines.words, sizes].map(bytesOf));
  const header: Header = {
    format: FORMAT,
    order: endianness(),
    secret: secret.toString('hex'),
    mark: lines.mark,
    ...(lines.family && { family: lines.family }),
    lines: lines.count,
    blocks: blocks.length,
    crc: crc32(tables),
  };
  const text = JSON.stringify(header);
  const headerBytes = Math.ceil((text.length + 1) / START_BYTES) * START_BYTES;
  return Buffer.concat([Buffer.from(`${text.padEnd(headerBytes - 1)}\n`), tables]);
}

/** Reads what `encodeIndex` gave; undefined for anything else: the catalog is then compared as a whole. */
export function decodeIndex(document: Buffer): BaseIndex | undefined {
  const tables = readTables(document);
  return tables && { ...tables.kept, blocks: blocksOf(tables.sizes) };
}

/** As `decodeIndex`, without the blocks, which are many. */
export function decodeLines(document: Buffer): BaseLines | undefined {
  return readTables(document)?.kept;
}

function readTables(document: Buffer): { kept: BaseLines; sizes: Int32Array } | undefined {
  const header = readHeader(document);
  const tables = document.subarray(document.indexOf(LINE_FEED) + 1);
  if (header === undefined || header.order !== endianness()) return undefined;
  const startsBytes = (header.lines + 1) * START_BYTES;
  const wordsEnd = startsBytes + header.lines * LINE_WORDS * WORD_BYTES;
  const tablesBytes = wordsEnd + header.blocks * BLOCK_WORDS * WORD_BYTES;
  if (tables.length !== tablesBytes || crc32(tables) !== header.crc) return undefined;
  const { buffer, byteOffset } = aligned(tables);
  const starts = new Float64Array(buffer, byteOffset, header.lines + 1);
  const words = new Int32Array(buffer, byteOffset + startsBytes, header.lines * LINE_WORDS);
  const sizes = new Int32Array(buffer, byteOffset + wordsEnd, header.blocks * BLOCK_WORDS);
  const kept = {
    secret: Buffer.from(header.secret, 'hex'),
    lines: LineTable.of(header.mark, header.family, words, starts),
    keptBytes: sizes.reduce((sum, size, at) => (at % BLOCK_WORDS === 1 ? sum + size : sum), 0),
  };
  return { kept, sizes };
}

function readHeader(document: Buffer): Header | undefined {
  try {
    const text = document.toString('utf8', 0, document.indexOf(LINE_FEED));
    const header: Header | null = JSON.parse(text);
    return header?.format === FORMAT && /^[\da-f]{32}$/.test(header.secret) ? header : undefined;
  } catch {
    return undefined;
  }
}

function blocksOf(sizes: Int32Array): BaseBlock[] {
  return Array.from({ length: sizes.length / BLOCK_WORDS }, (_, nth) => ({
    bytes: sizes[nth * BLOCK_WORDS] as number,
    compressedBytes: sizes[nth * BLOCK_WORDS + 1] as number,
  }));
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Tables of numbers begin at a multiple of their size; a document that was read whole does so by itself. */
function aligned(tables: Buffer): Uint8Array {
  return tables.byteOffset % START_BYTES === 0 ? tables : Uint8Array.from(tables);
}
