import { readSync } from 'node:fs';
import type { RingEnd, RingWriter } from './byte-ring.ts';
import type { Inflater } from './inflater.ts';

const INPUT_BYTES = 1 << 17;

/** Where the plain bytes go: the part of a ring that is used. */
type Slots = Pick<RingWriter, 'slot' | 'send'>;

/**
 * Inflates a gzip file of one or more members into a ring. Whatever is not a sound member up to the file's last byte makes
 * it give up, so that somebody who can say what is wrong decides: it never takes a file for sound that is not.
 *
 * @param inflater is closed in the end
 * @returns `complete` when the file ended with a member that is complete, its sum and length checked
 */
export function inflateFile(handle: number, inflater: Inflater, ring: Slots): RingEnd {
  try {
    return inflateAll(handle, inflater, new SlotFiller(inflater, ring));
  } finally {
    inflater.close();
  }
}

function inflateAll(handle: number, inflater: Inflater, filler: SlotFiller): RingEnd {
  const input = Buffer.allocUnsafeSlow(INPUT_BYTES);
  let position = 0;
  for (;;) {
    const count = readSync(handle, input, 0, INPUT_BYTES, position);
    if (count === 0) break;
    position += count;
    if (!filler.inflate(input.subarray(0, count), position)) return 'undecided';
  }
  filler.flush(position);
  inflater.finish();
  return inflater.failed ? 'undecided' : 'complete';
}

/** Puts what is inflated into slots, one after the other. */
class SlotFiller {
  readonly #inflater: Inflater;
  readonly #ring: Slots;
  #slot: Buffer | undefined;
  #filled = 0;

  constructor(inflater: Inflater, ring: Slots) {
    this.#inflater = inflater;
    this.#ring = ring;
    this.#slot = ring.slot();
  }

  /** Inflates one piece of the file. False: nobody wants it any more, or it cannot be told how to continue. */
  inflate(input: Uint8Array, position: number): boolean {
    const inflater = this.#inflater;
    let left = input;
    while (this.#slot !== undefined) {
      inflater.push(left, this.#slot, this.#filled);
      if (inflater.failed) return false;
      this.#filled += inflater.produced;
      left = left.subarray(inflater.consumed);
      // there is room left, so all that can be inflated was: what is left of the input is not a member
      if (this.#filled < this.#slot.length) return left.length === 0;
      this.flush(position);
      this.#slot = this.#ring.slot();
    }
    return false;
  }

  /** Hands over what is in the slot. */
  flush(position: number): void {
    if (this.#filled > 0) this.#ring.send(this.#filled, position);
    this.#filled = 0;
  }
}
