import { LINE_FEED } from '../../../base/json/ascii.ts';
import type { KernelMemory } from '../kernel/kernel-memory.ts';
import type { ByteSource } from '../source/byte-source.ts';

const AREA_BYTES = 1 << 18;
const USUAL_LINE_BYTES = 1 << 12;
/** Where lines follow each other closely: the few that are likely to be among this many bytes are worth their copying. */
const NEAR_BYTES = 1 << 14;
/** Over a larger gap, reading on takes longer than another read. */
const MAX_GAP_BYTES = 1 << 13;

/** Reads many lines of a catalog again, by their positions, into one area of the kernel's memory. */
export class RereadLines {
  /** Where the line ends that was read last. */
  lineEnd = 0;
  readonly #source: ByteSource;
  readonly #memory: KernelMemory;
  #area: number;
  #areaBytes = AREA_BYTES;
  #used = 0;
  /** Lines in the area are in use. */
  #isInUse = false;
  /** Position of the last read, in the catalog and in the area. */
  #position = 0;
  #length = 0;
  #at = 0;

  constructor(source: ByteSource, memory: KernelMemory) {
    this.#source = source;
    this.#memory = memory;
    this.#area = memory.allocate(AREA_BYTES);
  }

  /** Where the line at a position starts; 0 where the area has no room left: then `clear` it. */
  read(position: number): number {
    const ahead = position - this.#position;
    const isRead = ahead >= 0 && ahead < this.#length;
    const end = isRead ? this.#findNewline(this.#at + ahead) : -1;
    if (end >= 0) {
      this.#isInUse = true;
      this.lineEnd = end;
      return this.#at + ahead;
    }
    const isNear = this.#length > 0 && ahead >= 0 && ahead < this.#length + MAX_GAP_BYTES;
    return this.#readLine(position, isNear ? NEAR_BYTES : USUAL_LINE_BYTES);
  }

  /** Begins again; what was read last stays at hand, unless the source has yet to keep some of it for another pass. */
  clear(): void {
    if (this.#source.keep !== undefined) this.#length = 0;
    this.#memory.bytes.copyWithin(this.#area, this.#at, this.#at + this.#length);
    this.#at = this.#area;
    this.#used = this.#length;
    this.#isInUse = false;
  }

  #findNewline(address: number): number {
    const newline = this.#memory.bytes.indexOf(LINE_FEED, address);
    return newline < this.#at + this.#length ? newline : -1;
  }

  #readLine(position: number, bytes: number): number {
    if (this.#used + bytes > this.#areaBytes) {
      if (this.#isInUse) return 0;
      this.#used = 0;
      if (bytes > this.#areaBytes) {
        this.#areaBytes = bytes * 2;
        this.#area = this.#memory.allocate(this.#areaBytes);
      }
    }
    this.#at = this.#area + this.#used;
    this.#position = position;
    this.#length = this.#source.readAt(this.#memory.bytes, this.#at, bytes, position);
    const newline = this.#findNewline(this.#at);
    if (newline < 0 && this.#length === bytes) return this.#readLine(position, bytes * 4);
    this.#used += this.#length;
    this.#isInUse = true;
    this.lineEnd = newline < 0 ? this.#at + this.#length : newline;
    return this.#at;
  }
}
