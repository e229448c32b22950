import type { PlacedLine } from '../join/placed-line.ts';

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

/** A line that the kernel keeps. */
export interface KeptLine extends PlacedLine {
  /** Where the bytes of the line with its line end end. */
  next: number;
}

/** Lines that are pending, in the kernel's memory. A place is good until its line is released. */
export interface KeptLines {
  /** Room for them, and for what is noted of each. */
  readonly bytes: number;
  /** The line at a place. */
  at(place: number): KeptLine;
  /** Gives the memory of a line to others; so many 64 bytes hold it. */
  release(place: number, units: number): void;
}

/** Memory that the kernel reaches. */
export interface KernelMemory {
  /** Undefined where the kernel keeps no lines. */
  readonly kept: KeptLines | undefined;
  /** Memory for one window. */
  allocate(lengthBytes: number): Region;
  /** Enlarges a region; what is in it stays. */
  grow(region: Region, lengthBytes: number): void;
}
