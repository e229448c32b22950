import type { KernelMemory } from '../kernel/kernel-memory.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { MAX_GAP_BYTES, USUAL_LINE_BYTES } from './line-fetcher.ts';

const AREA_BYTES = 1 << 18;
/** Where lines follow each other closely: the few that are likely to be among this many bytes are worth their copying. */
const NEAR_BYTES = 1 << 14;

/** Bytes of a catalog that were read again, as far as they go: most often a line, and what follows it. */
export interface ReadBytes {
  address: number;
  length: number;
}

/** Reads many lines of a catalog again, by their positions, into one area of the kernel's memory. */
export class RereadBuffer {
  readonly #source: ByteSource;
  readonly #memory: KernelMemory;
  readonly #area: number;
  #used = 0;
  /** What was read last: where it is in the catalog and in the area. */
  #position = 0;
  #length = 0;
  #at = 0;

  constructor(source: ByteSource, memory: KernelMemory) {
    this.#source = source;
    this.#memory = memory;
    this.#area = memory.allocate(AREA_BYTES);
  }

  /** What is at a position; undefined where the area has no room left: then `clear` it. */
  read(position: number): ReadBytes | undefined {
    const ahead = position - this.#position;
    if (ahead >= 0 && ahead + USUAL_LINE_BYTES <= this.#length) return this.#from(ahead);
    const isNear = this.#length > 0 && ahead >= 0 && ahead < this.#length + MAX_GAP_BYTES;
    const wanted = isNear ? NEAR_BYTES : USUAL_LINE_BYTES;
    if (this.#used + wanted > AREA_BYTES) return undefined;
    this.#at = this.#area + this.#used;
    this.#position = position;
    this.#length = this.#source.readAt(this.#memory.bytes, this.#at, wanted, position);
    this.#used += wanted;
    return this.#from(0);
  }

  /** Begins again; what was read last stays at hand. */
  clear(): void {
    this.#memory.bytes.copyWithin(this.#area, this.#at, this.#at + this.#length);
    this.#at = this.#area;
    this.#used = this.#length;
  }

  #from(offset: number): ReadBytes {
    return { address: this.#at + offset, length: this.#length - offset };
  }
}
