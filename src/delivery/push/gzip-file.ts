import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** Bytes that become one gzip member; a reader takes the members for one file (RFC 1952, section 2.2). */
const MEMBER_BYTES = 1 << 20;
/** Copies of catalogs are read once or twice by this machine: fast matters more than small. */
const LEVEL = 1;

/** A file that is compressed as it is written, several members at a time on zlib's own threads. */
export class GzipFile {
  readonly #handle: FileHandle;
  readonly #threads: number;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isEmpty = true;
  readonly #underWay: Promise<Buffer>[] = [];

  private constructor(handle: FileHandle, threads: number) {
    this.#handle = handle;
    this.#threads = threads;
  }

  static async create(path: string, threads: number): Promise<GzipFile> {
    return new GzipFile(await open(path, 'w', 0o600), threads);
  }

  /** Takes bytes over: the caller must not use their memory any more. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes >= MEMBER_BYTES) await this.#compressHeld();
  }

  /** Writes what is left and puts all of it on disk. */
  async finish(): Promise<void> {
    // An empty catalog is an empty gzip file, not an empty file.
    if (this.#heldBytes > 0 || this.#isEmpty) await this.#compressHeld();
    while (this.#underWay.length > 0) await this.#writeNext();
    await this.#handle.datasync();
    await this.#handle.close();
  }

  /** Lets go of the file; what was written is of no use. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.#handle.close();
  }

  async #compressHeld(): Promise<void> {
    const member = compress(Buffer.concat(this.#held), { level: LEVEL, chunkSize: MEMBER_BYTES / 4 });
    // It is awaited in its turn; until then a failure must not count as unheard.
    member.catch(() => undefined);
    this.#underWay.push(member);
    this.#held = [];
    this.#heldBytes = 0;
    this.#isEmpty = false;
    if (this.#underWay.length > this.#threads) await this.#writeNext();
  }

  async #writeNext(): Promise<void> {
    const member = await this.#underWay.shift();
    if (member !== undefined) await this.#handle.writeFile(member);
  }
}
