import { TempFile } from '../../../base/files/temp-file.ts';

/** Small deltas never see the disk. */
const MEMORY_BYTES = 1 << 20;

/** Append-only buffer that spills to a temporary file beyond 1 MB. */
export class SpillBuffer {
  readonly #file: TempFile;
  readonly #memory: Buffer;
  #length = 0;
  /** Bytes in the file; what follows is in memory. */
  #filedBytes = 0;

  /** @param memoryBytes which take no memory before they are used */
  constructor(tempDir?: string, memoryBytes = MEMORY_BYTES) {
    this.#file = new TempFile(tempDir);
    this.#memory = Buffer.allocUnsafeSlow(memoryBytes);
  }

  /** Puts `bytes[start, end)` aside; returns the position to read them at. */
  append(bytes: Buffer, start = 0, end = bytes.length): number {
    const position = this.#length;
    this.#length += end - start;
    if (this.#length - this.#filedBytes > this.#memory.length) {
      this.#file.write(this.#memory, 0, position - this.#filedBytes, this.#filedBytes);
      this.#filedBytes = position;
    }
    if (end - start <= this.#memory.length) bytes.copy(this.#memory, position - this.#filedBytes, start, end);
    else {
      this.#file.write(bytes, start, end, position);
      this.#filedBytes = this.#length;
    }
    return position;
  }

  /** Copies the `length` bytes from `position` on: what was put aside one after the other lies together. */
  read(target: Buffer, offset: number, position: number, length: number): void {
    const filed = Math.max(0, Math.min(length, this.#filedBytes - position));
    if (filed > 0) this.#file.read(target, offset, filed, position);
    const start = Math.max(0, position - this.#filedBytes);
    this.#memory.copy(target, offset + filed, start, start + length - filed);
  }

  close(): void {
    this.#file.close();
  }
}
