import { TempFile } from '../source/temp-file.ts';
import { ByteList } from './byte-list.ts';

/** Small deltas never see the disk. */
const MEMORY_BYTES = 8 << 20;

/** Bytes put aside until their place in the output is known: in memory, past 8 MB in a temporary file. */
export class Spool {
  readonly #recent = new ByteList();
  readonly #file: TempFile;
  /** Bytes in the file; what follows is in memory. */
  #filedBytes = 0;

  constructor(tempDir?: string) {
    this.#file = new TempFile(tempDir);
  }

  /** Puts bytes aside; returns the position to read them at. */
  append(bytes: Uint8Array): number {
    const recent = this.#recent;
    if (recent.length + bytes.length > MEMORY_BYTES) this.#flush();
    const position = this.#filedBytes + recent.length;
    recent.span(bytes, 0, bytes.length);
    return position;
  }

  /** Appends to `target` the `length` bytes that were put aside at `position`. */
  copyTo(target: ByteList, position: number, length: number): void {
    const offset = position - this.#filedBytes;
    if (offset >= 0) target.span(this.#recent.bytes, offset, offset + length);
    else target.fill(length, (bytes, at) => this.#file.read(bytes, at, length, position));
  }

  close(): void {
    this.#file.close();
  }

  #flush(): void {
    const recent = this.#recent;
    this.#file.write(recent.bytes, 0, recent.length, this.#filedBytes);
    this.#filedBytes += recent.length;
    recent.clear();
  }
}
