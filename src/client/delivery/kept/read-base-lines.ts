import { closeSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { LineTable } from '../../../catalog/delta/join/line-table.ts';
import type { BaseBlock, BaseIndex } from './base-index.ts';

const inflating = promisify(gunzip);

/** Text of the blocks that are inflated together: few calls, but enough of them that other threads have done some ahead. */
const GROUP_BYTES = 512 * 1024;
/** Groups that are inflated while one is gone through. */
const GROUPS_AHEAD = 3;

/** The kept catalog cannot be inflated, or is not the one that the index is of. */
export class CorruptBaseError extends Error {}

/** A block: where its text starts in the catalog, where its member starts in the file. */
interface PlacedBlock extends BaseBlock {
  start: number;
  offset: number;
}

/** The text of a block, and where it starts in the catalog. */
interface InflatedBlock {
  start: number;
  text: Buffer;
}

/**
 * Some lines of a kept catalog, in order; the last ends with a line feed like the others. Blocks without any of them are
 * not inflated.
 *
 * @throws CorruptBaseError
 */
export async function* readBaseLines(
  file: string,
  { lines, blocks }: BaseIndex,
  wanted: readonly number[],
): AsyncGenerator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    const pieces = new Pieces();
    let next = 0;
    for await (const group of inAdvance(groupsOf(blocksWith(blocks, lines, wanted)), handle)) {
      for (const { start, text } of group) {
        for (; next < wanted.length; next++) {
          const line = wanted[next] as number;
          if (lines.startOf(line) >= start + text.length) break;
          const full = pieces.add(text.subarray(lines.startOf(line) - start, lines.endOf(line) - start));
          if (full !== undefined) yield full;
        }
      }
    }
    yield pieces.rest();
  } finally {
    closeSync(handle);
  }
}

function blocksWith(
  blocks: readonly BaseBlock[],
  lines: LineTable,
  wanted: readonly number[],
): PlacedBlock[] {
  const found: PlacedBlock[] = [];
  let next = 0;
  let [start, offset] = [0, 0];
  for (const block of blocks) {
    const end = start + block.bytes;
    const first = next;
    while (next < wanted.length && lines.startOf(wanted[next] as number) < end) next++;
    if (next > first) found.push({ ...block, start, offset });
    start = end;
    offset += block.compressedBytes;
  }
  return found;
}

function groupsOf(blocks: readonly PlacedBlock[]): PlacedBlock[][] {
  const groups: PlacedBlock[][] = [];
  let bytes = GROUP_BYTES;
  for (const block of blocks) {
    if (bytes >= GROUP_BYTES) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(block);
    bytes += block.bytes;
  }
  return groups;
}

/** What zlib's own threads have inflated, group by group. */
async function* inAdvance(groups: readonly PlacedBlock[][], handle: number): AsyncGenerator<InflatedBlock[]> {
  const underWay: Promise<InflatedBlock[]>[] = [];
  try {
    for (const group of groups) {
      const inflated = inflate(handle, group);
      // It is awaited in its turn; until then a failure must not count as unheard.
      inflated.catch(() => undefined);
      underWay.push(inflated);
      if (underWay.length > GROUPS_AHEAD) yield* takeFirst(underWay);
    }
    while (underWay.length > 0) yield* takeFirst(underWay);
  } finally {
    await Promise.allSettled(underWay);
  }
}

async function* takeFirst<T>(underWay: Promise<T>[]): AsyncGenerator<T> {
  const first = underWay.shift();
  if (first !== undefined) yield await first;
}

/** Members one after the other are inflated like one (RFC 1952, section 2.2). */
async function inflate(handle: number, group: readonly PlacedBlock[]): Promise<InflatedBlock[]> {
  const members = Buffer.allocUnsafe(group.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0));
  let at = 0;
  for (const { compressedBytes, offset } of group)
    at += readSync(handle, members, at, compressedBytes, offset);
  const totalBytes = group.reduce((sum, { bytes }) => sum + bytes, 0);
  const text = await inflateMembers(members.subarray(0, at), totalBytes);
  let end = 0;
  return group.map(({ start, bytes }) => {
    end += bytes;
    return { start, text: text.subarray(end - bytes, end) };
  });
}

async function inflateMembers(members: Buffer, expectedBytes: number): Promise<Buffer> {
  let text: Buffer;
  try {
    text = await inflating(members, { chunkSize: expectedBytes + 64 });
  } catch (cause) {
    throw new CorruptBaseError('a gzip member is damaged', { cause });
  }
  if (text.length !== expectedBytes) throw new CorruptBaseError('a gzip member has the wrong length');
  return text;
}

/** Text that is given at a time. */
const PIECE_BYTES = 1 << 20;
const LINE_FEED = Buffer.from('\n');

/** Gathers lines to pieces of a good size; a line without its line feed gets one. */
export class Pieces {
  #held: Buffer[] = [];
  #bytes = 0;

  /** A piece, once there is enough for one. */
  add(line: Buffer): Buffer | undefined {
    this.#held.push(line);
    this.#bytes += line.length;
    if (line.at(-1) !== LINE_FEED[0]) this.#held.push(LINE_FEED);
    return this.#bytes < PIECE_BYTES ? undefined : this.rest();
  }

  /** What is left. */
  rest(): Buffer {
    const piece = Buffer.concat(this.#held);
    this.#held = [];
    this.#bytes = 0;
    return piece;
  }
}
