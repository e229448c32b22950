import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LINE_FEED } from '../../../base/json/ascii.ts';
import type { BaseBlock } from './base-index.ts';

const compress = promisify(gzip);

/**
 * Text of one gzip member; a reader takes the members for one file (RFC 1952, section 2.2). Small enough that few blocks
 * have to be inflated when one product in a hundred changes, large enough to compress well.
 */
const BLOCK_BYTES = 8 * 1024;
/** Copies of catalogs are read once or twice by this machine: fast matters more than small. */
const LEVEL = 1;
/** Members under way per thread, so that none waits for the next. */
const MEMBERS_PER_THREAD = 8;
/** Members that are written together. */
const WRITE_BYTES = 256 * 1024;
/** A file of lines that is compressed as it is written, block by block, on zlib's own threads. */
export class GzipFile {
  readonly #handle: FileHandle;
  readonly #mostUnderWay: number;
  readonly #blocks: BaseBlock[] = [];
  #held: Uint8Array[] = [];
  #allocatedBytes = 0;
  readonly #underWay: { blocks(members: Buffer): readonly BaseBlock[]; members: Promise<Buffer> | Buffer }[] =
    [];
  #unwritten: Buffer[] = [];
  #unwrittenBytes = 0;

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
    this.#allocatedBytes += bytes.length;
    if (this.#allocatedBytes < BLOCK_BYTES) return;
    let rest = Buffer.concat(this.#held);
    while (rest.length >= BLOCK_BYTES) {
      const feed = rest.indexOf(LINE_FEED, BLOCK_BYTES - 1);
      if (feed === -1) break;
      await this.#compress(rest.subarray(0, feed + 1));
      rest = rest.subarray(feed + 1);
    }
    this.#held = [rest];
    this.#allocatedBytes = rest.length;
  }

  /** Takes over blocks of whole lines that are compressed already; whole lines were written before them. */
  async writeMembers(members: Buffer, blocks: readonly BaseBlock[]): Promise<void> {
    await this.#endBlock();
    await this.#add(() => blocks, members);
  }

  /** Writes what is left and puts all of it on disk; gives its blocks. */
  async finish(): Promise<BaseBlock[]> {
    await this.#endBlock();
    // An empty catalog is an empty gzip file, not an empty file.
    if (this.#blocks.length + this.#underWay.length === 0) await this.#compress(Buffer.alloc(0));
    while (this.#underWay.length > 0) await this.#takeNext();
    await this.#flush();
    await this.#handle.datasync();
    await this.#handle.close();
    return this.#blocks;
  }

  /** Lets go of the file; what was written is of no use. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#underWay.map(({ members }) => members));
    await this.#handle.close();
  }

  async #endBlock(): Promise<void> {
    if (this.#allocatedBytes === 0) return;
    const held = Buffer.concat(this.#held);
    this.#held = [];
    this.#allocatedBytes = 0;
    await this.#compress(held);
  }

  async #compress(block: Buffer): Promise<void> {
    const member = compress(block, { level: LEVEL });
    // It is awaited in its turn; until then a failure must not count as unheard.
    member.catch(() => undefined);
    await this.#add(({ length }) => [{ bytes: block.length, compressedBytes: length }], member);
  }

  async #add(
    blocks: (members: Buffer) => readonly BaseBlock[],
    members: Promise<Buffer> | Buffer,
  ): Promise<void> {
    this.#underWay.push({ blocks, members });
    if (this.#underWay.length > this.#mostUnderWay) await this.#takeNext();
  }

  async #takeNext(): Promise<void> {
    const next = this.#underWay.shift();
    if (next === undefined) return;
    const members = await next.members;
    this.#blocks.push(...next.blocks(members));
    this.#unwritten.push(members);
    this.#unwrittenBytes += members.length;
    if (this.#unwrittenBytes >= WRITE_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const members = this.#unwritten;
    this.#unwritten = [];
    this.#unwrittenBytes = 0;
    if (members.length > 0) await this.#handle.writeFile(Buffer.concat(members));
  }
}
