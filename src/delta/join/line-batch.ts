/**
 * Words for each line of a batch, as the kernel has them, too: start, end and next line in the window; a mark; the id's
 * fingerprint, low and high; the line's hash, low and high.
 */
export const BATCH_WORDS = 8;
const MARK = 3;

/**
 * Of a line: its id is not spelled plainly and not known; it is known; the line became pending. The kernel knows one more mark, of
 * lines that became pending and that it keeps.
 */
export const UNKNOWN = 0;
export const KNOWN = 1;
export const PENDING = 2;

/** Lines of one window that were looked at together, so that table look-ups can be too. */
export class LineBatch {
  readonly capacity: number;
  count = 0;
  /** Holds the words: the kernel puts its own memory here, whose views change when it grows. */
  memory: { words: Int32Array };

  constructor(capacity: number) {
    this.capacity = capacity;
    this.memory = { words: new Int32Array(capacity * BATCH_WORDS) };
  }

  startOf(index: number): number {
    return this.#word(index, 0);
  }

  endOf(index: number): number {
    return this.#word(index, 1);
  }

  /** Where the line after it starts. */
  nextOf(index: number): number {
    return this.#word(index, 2);
  }

  /** `UNKNOWN`, `KNOWN` or `PENDING`. */
  markOf(index: number): number {
    return this.#word(index, MARK);
  }

  idLowOf(index: number): number {
    return this.#word(index, 4);
  }

  idHighOf(index: number): number {
    return this.#word(index, 5);
  }

  hashLowOf(index: number): number {
    return this.#word(index, 6);
  }

  hashHighOf(index: number): number {
    return this.#word(index, 7);
  }

  /** Notes the fingerprint of a line that was unknown. */
  setId(index: number, low: number, high: number): void {
    const at = index * BATCH_WORDS;
    this.memory.words[at + MARK] = KNOWN;
    this.memory.words[at + 4] = low;
    this.memory.words[at + 5] = high;
  }

  /** Notes that a line became pending. */
  setPending(index: number): void {
    this.memory.words[index * BATCH_WORDS + MARK] = PENDING;
  }

  #word(index: number, word: number): number {
    return this.memory.words[index * BATCH_WORDS + word] as number;
  }
}
