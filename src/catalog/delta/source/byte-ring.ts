/** What may be under way before the writer has to wait: so much that neither file makes the other one's writer wait for long. */
const SLOTS = 32;
const SLOT_BYTES = 1 << 18;
/** Who sleeps is woken when there is so much to do: being woken for each slot takes longer than what there is to do. */
const WAKE_SLOTS = SLOTS / 16;

/** Words that both threads see: slots sent and taken so far (both wrap), how it ended, and a stop; then lengths by slot. */
const SENT = 0;
const TAKEN = 1;
const ENDED = 2;
const STOPPED = 3;
const LENGTHS = 4;
const WORDS = LENGTHS + SLOTS;
const CONSUMED_OFFSET = WORDS * 4;
const SLOTS_OFFSET = CONSUMED_OFFSET + SLOTS * 8;

/** How a ring ends: with all the bytes there are, or at a place where the writer cannot tell how to continue. */
export type RingEnd = 'complete' | 'undecided';
const ENDS: readonly RingEnd[] = ['complete', 'undecided'];

/** Memory for a ring, to be shared by two threads. */
export function createRingMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(SLOTS_OFFSET + SLOTS * SLOT_BYTES);
}

class RingViews {
  readonly words: Int32Array;
  /** Compressed bytes that the bytes up to each slot's end go back to. */
  readonly consumed: Float64Array;
  readonly #slots: Buffer;

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, WORDS);
    this.consumed = new Float64Array(memory, CONSUMED_OFFSET, SLOTS);
    this.#slots = Buffer.from(memory, SLOTS_OFFSET, SLOTS * SLOT_BYTES);
  }

  slot(index: number): Buffer {
    return this.#slots.subarray(index * SLOT_BYTES, (index + 1) * SLOT_BYTES);
  }
}

/** The end that fills the slots. It sleeps while none is free. */
export class RingWriter {
  readonly #views: RingViews;
  #sent = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#views = new RingViews(memory);
  }

  /** The next slot to be filled; undefined when nobody wants it any more. */
  slot(): Buffer | undefined {
    const { words } = this.#views;
    for (;;) {
      const taken = Atomics.load(words, TAKEN);
      if (Atomics.load(words, STOPPED) !== 0) return undefined;
      if (((this.#sent - taken) | 0) < SLOTS) return this.#views.slot(this.#sent & (SLOTS - 1));
      Atomics.wait(words, TAKEN, taken);
    }
  }

  /** Hands over `length` bytes of the slot. */
  send(length: number, consumedBytes: number): void {
    const { words, consumed } = this.#views;
    const index = this.#sent & (SLOTS - 1);
    words[LENGTHS + index] = length;
    consumed[index] = consumedBytes;
    this.#sent = (this.#sent + 1) | 0;
    Atomics.store(words, SENT, this.#sent);
    if (((this.#sent - Atomics.load(words, TAKEN)) | 0) >= WAKE_SLOTS) Atomics.notify(words, SENT);
  }

  /** Says that no more comes. */
  end(end: RingEnd): void {
    const { words } = this.#views;
    Atomics.store(words, ENDED, 1 + ENDS.indexOf(end));
    Atomics.notify(words, SENT);
  }
}

/** The end that takes the bytes. */
export class RingReader {
  /** How the ring ended; nothing can be taken any more then. */
  end: RingEnd | undefined;
  /** Compressed bytes that what was taken goes back to. */
  consumedBytes = 0;
  readonly #views: RingViews;
  #taken = 0;
  #offset = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#views = new RingViews(memory);
  }

  /** Copies what is there, at most `length` bytes; 0 when nothing is there yet, or when the ring has ended. */
  take(target: Buffer, offset: number, length: number): number {
    let count = 0;
    while (count < length && this.#hasSlot()) {
      const index = this.#taken & (SLOTS - 1);
      const filled = this.#views.words[LENGTHS + index] as number;
      const end = Math.min(filled, this.#offset + length - count);
      const bytes = this.#views.slot(index).subarray(this.#offset, end);
      // copies too: out of shared memory `copy` goes word by word, which takes six times as long
      target.fill(bytes, offset + count, offset + count + bytes.length);
      count += bytes.length;
      this.#offset = end;
      if (end === filled) this.#release(index);
    }
    return count;
  }

  /** Sleeps until something is there, but not longer than `maxMs`. */
  wait(maxMs: number): void {
    const { words } = this.#views;
    if (Atomics.load(words, ENDED) === 0) Atomics.wait(words, SENT, this.#taken, maxMs);
  }

  /** Wakes the writer and makes it give up. */
  stop(): void {
    const { words } = this.#views;
    Atomics.store(words, STOPPED, 1);
    Atomics.add(words, TAKEN, 1);
    Atomics.notify(words, TAKEN);
  }

  /** False: no slot is there. */
  #hasSlot(): boolean {
    const { words } = this.#views;
    const ended = Atomics.load(words, ENDED);
    if (Atomics.load(words, SENT) !== this.#taken) return true;
    if (ended !== 0) this.end = ENDS[ended - 1];
    return false;
  }

  #release(index: number): void {
    const { words, consumed } = this.#views;
    this.consumedBytes = consumed[index] as number;
    this.#offset = 0;
    this.#taken = (this.#taken + 1) | 0;
    Atomics.store(words, TAKEN, this.#taken);
    const free = SLOTS - ((Atomics.load(words, SENT) - this.#taken) | 0);
    if (free >= WAKE_SLOTS) Atomics.notify(words, TAKEN);
  }
}
