import { ADD_FRAME_BYTES, REMOVE_FRAME_BYTES } from '../kernel/assembly/parts/layout.ts';

/** One operation to be written: its path as a byte string, and nodes of the two tapes; -1 for none. */
export interface PatchEntry {
  path: string;
  oldNode: number;
  newNode: number;
  /** Bytes of this operation and all before it, newlines included. */
  totalBytes: number;
}

/** The operations of one product, with what they cost. A tail of them can be taken back. */
export class PatchList {
  count = 0;
  readonly #entries: PatchEntry[] = [];

  /** Bytes of all operations, as JSON Lines. */
  get bytes(): number {
    return this.bytesUpTo(this.count);
  }

  /** Bytes of the first `count` operations. */
  bytesUpTo(count: number): number {
    return count === 0 ? 0 : this.at(count - 1).totalBytes;
  }

  at(index: number): PatchEntry {
    return this.#entries[index] as PatchEntry;
  }

  /** Sets the value at a path: `newNode`, of `valueBytes`. */
  add(path: string, oldNode: number, newNode: number, valueBytes: number): void {
    this.#push(path, oldNode, newNode, ADD_FRAME_BYTES + path.length + valueBytes);
  }

  remove(path: string, oldNode: number): void {
    this.#push(path, oldNode, -1, REMOVE_FRAME_BYTES + path.length);
  }

  /** Takes back all operations from `count` on. */
  truncate(count: number): void {
    this.count = count;
  }

  #push(path: string, oldNode: number, newNode: number, bytes: number): void {
    const totalBytes = this.bytes + bytes;
    const entry = this.#entries[this.count];
    if (entry === undefined) this.#entries.push({ path, oldNode, newNode, totalBytes });
    else {
      entry.path = path;
      entry.oldNode = oldNode;
      entry.newNode = newNode;
      entry.totalBytes = totalBytes;
    }
    this.count++;
  }
}
