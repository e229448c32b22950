/** The plain bytes of one catalog, read once in order, with those that are needed again at hand. */
export interface ByteSource {
  /** As messages call it. */
  readonly name: string;
  /** Size of the plain bytes; infinity where it is not known. */
  readonly sizeBytes: number;
  /** The next bytes in order, at least one; 0 at the end. */
  read(target: Buffer, offset: number, length: number): number | Promise<number>;
  /**
   * Bytes at a position, read while this thread goes on with other things; fewer than `length` at the end alone. Absent where
   * `read` does so by itself, or nothing is gained.
   */
  readonly readAhead?: (target: Buffer, offset: number, length: number, position: number) => Promise<number>;
  /** Bytes at a position that was read before and, where `keep` is there, kept; 0 at the end. */
  readAt(target: Buffer, offset: number, length: number, position: number): number;
  /** Saves bytes for `readAt`. Absent where the source can read them again by itself. */
  readonly keep?: (bytes: Buffer, start: number, end: number, position: number) => void;
  /** Starts again from the first byte. */
  rewind(): Promise<void>;
  close(): Promise<void>;
}
