/** A piece of memory that a window of a file is in; its views change when it grows. */
export interface Region {
  bytes: Buffer;
  /** The same memory. */
  view: DataView;
  /** The same memory, in whole words. */
  words: Int32Array;
}

/** A 64-bit hash in two words. */
export interface Hash {
  low: number;
  high: number;
}

/** Memory that the kernel reaches. */
export interface KernelMemory {
  /** Memory for one window. */
  allocate(lengthBytes: number): Region;
  /** Enlarges a region; what is in it stays. */
  grow(region: Region, lengthBytes: number): void;
}
