import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type Block, type BlockIndex, hashBlock, markLine } from './block-index.ts';
import { FileWindow } from './file-window.ts';

export interface ReduceOptions {
  /** The kept catalog and its index. */
  base: string;
  index: BlockIndex;
  /** The new catalog, plain. */
  catalog: string;
  /** Where what remains of either goes. */
  oldTarget: string;
  newTarget: string;
  signal: AbortSignal;
}

/** What both catalogs hold alike and was left out. */
export interface LeftOut {
  records: number;
  bytes: number;
  /** Fingerprints of the records left out. */
  ids(): Set<number>;
}

/** When this share of the catalog has changed, leaving out the rest saves nothing. */
const MOST_CHANGED_SHARE = 0.6;
const WRITE_BYTES = 1 << 20;

/**
 * Leaves the blocks that stand unchanged in the new catalog out of both, so that only the rest is inflated and
 * compared. What is left of the two differs as the two do.
 *
 * @returns undefined when too little is left out to be worth it
 */
export async function leaveOutUnchanged(options: ReduceOptions): Promise<LeftOut | undefined> {
  const isUnchanged = await writeChangedLines(options);
  if (isUnchanged === undefined) return undefined;
  await writeChangedBlocks(options, isUnchanged);
  const { blocks, ids } = options.index;
  const unchanged = blocks.filter((_, at) => isUnchanged[at]);
  return {
    records: unchanged.reduce((sum, { records }) => sum + records, 0),
    bytes: unchanged.reduce((sum, { bytes }) => sum + bytes, 0),
    ids: () => idsOf(blocks, ids, isUnchanged),
  };
}

function idsOf(blocks: readonly Block[], base64: string, isUnchanged: readonly boolean[]): Set<number> {
  const bytes = Buffer.from(base64, 'base64');
  const found = new Set<number>();
  let at = 0;
  for (const [nth, { records }] of blocks.entries()) {
    if (isUnchanged[nth])
      for (let record = at; record < at + records; record++) found.add(bytes.readDoubleLE(record * 8));
    at += records;
  }
  return found;
}

/** Walks the new catalog: blocks that follow each other as before, else line by line to where a block begins. */
async function writeChangedLines(options: ReduceOptions): Promise<boolean[] | undefined> {
  const { blocks } = options.index;
  const isUnchanged = blocks.map(() => false);
  const byFirstLine = new Map(blocks.map(({ firstLine }, nth) => [firstLine, nth]));
  const mostBytes = blocks.reduce((sum, { bytes }) => sum + bytes, 0) * MOST_CHANGED_SHARE;
  const window = new FileWindow(options.catalog);
  const target = await LineTarget.create(options.newTarget);
  const takeBlock = async (nth: number | undefined): Promise<boolean> => {
    const block = nth === undefined || isUnchanged[nth] ? undefined : blocks[nth];
    if (nth === undefined || block === undefined) return false;
    const text = await window.peek(block.bytes);
    if (text.length !== block.bytes || hashBlock(text) !== block.hash) return false;
    isUnchanged[nth] = true;
    window.skip(block.bytes);
    return true;
  };
  try {
    for (let next = 0; ; ) {
      options.signal.throwIfAborted();
      while (await takeBlock(next)) next++;
      const found = await skipToBlock(window, target, byFirstLine, takeBlock, mostBytes);
      if (found === 'end') return isUnchanged;
      if (found === 'too-much') return undefined;
      next = found + 1;
    }
  } finally {
    await target.close();
    window.close();
  }
}

/** Copies lines until one begins a block that is unchanged; gives that block. */
async function skipToBlock(
  window: FileWindow,
  target: LineTarget,
  byFirstLine: ReadonlyMap<string, number>,
  takeBlock: (nth: number | undefined) => Promise<boolean>,
  mostBytes: number,
): Promise<number | 'end' | 'too-much'> {
  for (;;) {
    const line = await window.peekLine();
    if (line.length === 0) return 'end';
    const lineBytes = line.length;
    const nth = byFirstLine.get(markLine(withoutFeed(line)));
    if (nth !== undefined && (await takeBlock(nth))) return nth;
    await target.line(nth === undefined ? line : await window.peekLine());
    window.skip(lineBytes);
    if (target.bytes > mostBytes) return 'too-much';
  }
}

function withoutFeed(line: Buffer): Buffer {
  return line.at(-1) === 10 ? line.subarray(0, -1) : line;
}

/** Inflates the other blocks of the kept catalog. */
async function writeChangedBlocks(options: ReduceOptions, isUnchanged: readonly boolean[]): Promise<void> {
  const target = await LineTarget.create(options.oldTarget);
  const handle = openSync(options.base, 'r');
  try {
    let offset = 0;
    for (const [nth, { compressedBytes, bytes }] of options.index.blocks.entries()) {
      if (!isUnchanged[nth]) {
        options.signal.throwIfAborted();
        const member = Buffer.allocUnsafe(compressedBytes);
        readSync(handle, member, 0, compressedBytes, offset);
        await target.line(gunzipSync(member, { chunkSize: Math.max(64, bytes + 1) }));
      }
      offset += compressedBytes;
    }
  } finally {
    await target.close();
    closeSync(handle);
  }
}

/** A file that is written in large pieces. */
class LineTarget {
  bytes = 0;
  readonly #handle: Awaited<ReturnType<typeof open>>;
  #held: Buffer[] = [];
  #heldBytes = 0;

  private constructor(handle: Awaited<ReturnType<typeof open>>) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<LineTarget> {
    return new LineTarget(await open(path, 'w', 0o600));
  }

  /** Appends whole lines; a last line without its line feed gets one. */
  async line(text: Buffer): Promise<void> {
    this.#held.push(
      text.at(-1) === 10 || text.length === 0 ? Buffer.from(text) : Buffer.concat([text, Buffer.from('\n')]),
    );
    this.#heldBytes += text.length;
    this.bytes += text.length;
    if (this.#heldBytes >= WRITE_BYTES) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#handle.close();
  }

  async #flush(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    if (held.length > 0) await this.#handle.writeFile(Buffer.concat(held));
  }
}
