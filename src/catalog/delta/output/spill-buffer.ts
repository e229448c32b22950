import { TempFile } from '../../../base/files/temp-file.ts';
import type { ByteList } from '../bytes/byte-list.ts';

/** Small deltas never see the disk. */
const MEMORY_BYTES = 1 << 20;
const BLOCK_BYTES = 1 << 19;
/** Read of the file at once, as most bytes are wanted in the order in which they were put aside. */
const READ_BYTES = 1 << 16;

/** Bytes put aside until their place in the output is known: in memory, past a limit (1 MB) in a temporary file. */
export class SpillBuffer {
  readonly #file: TempFile;
  readonly #memoryBytes: number;
  /** What is in memory; the last block has room. */
  #blocks: Buffer[] = [];
  /** Where in the spool each block starts. */
  #starts: number[] = [];
  /** Blocks whose bytes went to the file. */
  readonly #free: Buffer[] = [];
  #length = 0;
  /** Bytes in the file; what follows is in memory. */
  #filedBytes = 0;
  /** What was read of the file last. */
  readonly #read = Buffer.allocUnsafeSlow(READ_BYTES);
  #readPosition = 0;
  #readLength = 0;
  /** Where what was copied last ended. */
  #nextPosition = 0;

  constructor(tempDir?: string, memoryBytes = MEMORY_BYTES) {
    this.#file = new TempFile(tempDir);
    this.#memoryBytes = memoryBytes;
  }

  /** Puts `bytes[start, end)` aside; returns the position to read them at. */
  append(bytes: Buffer, start = 0, end = bytes.length): number {
    const length = end - start;
    if (this.#length + length - this.#filedBytes > this.#memoryBytes) this.#flush();
    let used = this.#length - (this.#starts.at(-1) ?? 0);
    let last = this.#blocks.at(-1);
    if (last === undefined || used + length > last.length) {
      last = this.#addBlock(length);
      used = 0;
    }
    bytes.copy(last, used, start, end);
    const position = this.#length;
    this.#length += length;
    return position;
  }

  /** Appends to `target` the `length` bytes from `position` on: what was put aside one after the other lies together. */
  copyTo(target: ByteList, position: number, length: number): void {
    const filed = Math.min(length, this.#filedBytes - position);
    if (filed > 0) this.#copyFiled(target, position, filed);
    for (let from = position + Math.max(0, filed); from < position + length; ) {
      const block = this.#blockOf(from);
      const start = this.#starts[block] as number;
      const end = Math.min(position + length, this.#starts[block + 1] ?? this.#length);
      target.span(this.#blocks[block] as Buffer, from - start, end - start);
      from = end;
    }
  }

  close(): void {
    this.#file.close();
  }

  #copyFiled(target: ByteList, position: number, length: number): void {
    const follows = position === this.#nextPosition && length <= READ_BYTES;
    this.#nextPosition = position + length;
    if (!this.#isRead(position, length)) {
      if (!follows) {
        target.fill(length, (bytes, at) => this.#file.read(bytes, at, length, position));
        return;
      }
      this.#readLength = this.#file.read(this.#read, 0, READ_BYTES, position);
      this.#readPosition = position;
    }
    const start = position - this.#readPosition;
    target.span(this.#read, start, start + length);
  }

  #isRead(position: number, length: number): boolean {
    const start = this.#readPosition;
    return position >= start && position + length <= start + this.#readLength;
  }

  #addBlock(lengthBytes: number): Buffer {
    const isLarge = lengthBytes > BLOCK_BYTES;
    const block =
      (isLarge ? undefined : this.#free.pop()) ?? Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, lengthBytes));
    this.#blocks.push(block);
    this.#starts.push(this.#length);
    return block;
  }

  /** Index of the last block that starts at or before a position. There are few: they are looked through. */
  #blockOf(position: number): number {
    let block = this.#starts.length - 1;
    while (block > 0 && (this.#starts[block] as number) > position) block--;
    return block;
  }

  #flush(): void {
    for (const [index, block] of this.#blocks.entries()) {
      const start = this.#starts[index] as number;
      const end = this.#starts[index + 1] ?? this.#length;
      this.#file.write(block, 0, end - start, start);
    }
    this.#free.push(...this.#blocks.filter((block) => block.length === BLOCK_BYTES));
    this.#blocks = [];
    this.#starts = [];
    this.#filedBytes = this.#length;
  }
}
