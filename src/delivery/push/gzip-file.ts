import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type BlockIndex, BlockIndexBuilder } from './block-index.ts';

const compress = promisify(gzip);

/**
 * Text of one gzip member; a reader takes the members for one file (RFC 1952, section 2.2). Small enough that most
 * blocks of a catalog stay as they are when one product in a hundred changes, large enough to compress well.
 */
const BLOCK_BYTES = 32 * 1024;
/** Copies of catalogs are read once or twice by this machine: fast matters more than small. */
const LEVEL = 1;
/** Members under way per thread, so that none waits for the next. */
const MEMBERS_PER_THREAD = 8;
const LINE_FEED = 10;

/** A file of lines that is compressed as it is written, block by block, on zlib's own threads. */
export class GzipFile {
  readonly #handle: FileHandle;
  readonly #mostUnderWay: number;
  readonly #index = new BlockIndexBuilder();
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #written = 0;
  #isEmpty = true;
  readonly #underWay: Promise<Buffer>[] = [];

  private constructor(handle: FileHandle, threads: number) {
    this.#handle = handle;
    this.#mostUnderWay = threads * MEMBERS_PER_THREAD;
  }

  static async create(path: string, threads: number): Promise<GzipFile> {
    return new GzipFile(await open(path, 'w', 0o600), threads);
  }

  /** Takes bytes over: the caller must not use their memory any more. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes < BLOCK_BYTES) return;
    let rest = Buffer.concat(this.#held);
    while (rest.length >= BLOCK_BYTES) {
      const feed = rest.indexOf(LINE_FEED, BLOCK_BYTES - 1);
      if (feed === -1) break;
      await this.#compress(rest.subarray(0, feed + 1));
      rest = rest.subarray(feed + 1);
    }
    this.#held = [rest];
    this.#heldBytes = rest.length;
  }

  /** Writes what is left and puts all of it on disk; gives the index of its blocks. */
  async finish(): Promise<BlockIndex | undefined> {
    // An empty catalog is an empty gzip file, not an empty file.
    if (this.#heldBytes > 0 || this.#isEmpty) await this.#compress(Buffer.concat(this.#held));
    while (this.#underWay.length > 0) await this.#writeNext();
    await this.#handle.datasync();
    await this.#handle.close();
    return this.#index.finish();
  }

  /** Lets go of the file; what was written is of no use. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.#handle.close();
  }

  async #compress(block: Buffer): Promise<void> {
    this.#index.add(block);
    const member = compress(block, { level: LEVEL });
    // It is awaited in its turn; until then a failure must not count as unheard.
    member.catch(() => undefined);
    this.#underWay.push(member);
    this.#isEmpty = false;
    if (this.#underWay.length > this.#mostUnderWay) await this.#writeNext();
  }

  async #writeNext(): Promise<void> {
    const member = await this.#underWay.shift();
    if (member === undefined) return;
    this.#index.compressed(this.#written++, member.length);
    await this.#handle.writeFile(member);
  }
}
