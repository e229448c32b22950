import type { RecordFamily } from '../../../protocol/paths.ts';

/** Words of a line: fingerprint of its id, then hash of its bytes, each 64 bits in two words. */
export const LINE_WORDS = 4;
/** Words of a line in a list: its start takes two. */
const LISTED_WORDS = 2 + LINE_WORDS;
const FIRST_CAPACITY = 4096;

/** What is known of the lines of a catalog without their text: where each starts, its id's fingerprint and its hash. */
export class LineTable {
  count = 0;
  /** Of all records; undefined while there are none. */
  family: RecordFamily | undefined;
  /** Tells hashes apart that were not made alike: only those with the same mark can be compared. */
  readonly mark: string;
  #words: Int32Array;
  #starts: Float64Array;

  /** @param capacity lines that there is room for at first */
  constructor(mark: string, capacity = FIRST_CAPACITY) {
    this.mark = mark;
    this.#words = new Int32Array(capacity * LINE_WORDS);
    this.#starts = new Float64Array(capacity + 1);
  }

  /** Takes over what `words` and `starts` of other lines gave. */
  static of(
    mark: string,
    family: RecordFamily | undefined,
    words: Int32Array,
    starts: Float64Array,
  ): LineTable {
    const lines = new LineTable(mark, 0);
    lines.family = family;
    lines.count = starts.length - 1;
    lines.#words = words;
    lines.#starts = starts;
    return lines;
  }

  /** The words of all lines. */
  get words(): Int32Array {
    return this.#words.subarray(0, this.count * LINE_WORDS);
  }

  /** Where each line starts, and where the catalog ends. */
  get starts(): Float64Array {
    return this.#starts.subarray(0, this.count + 1);
  }

  /**
   * Adds lines as the kernel lists them: the start of each as a double, then its words.
   *
   * @param doubles the list, and `words` the same memory
   */
  addListed(doubles: Float64Array, words: Int32Array, count: number): void {
    while (this.count + count >= this.#starts.length) this.#grow();
    const [starts, own] = [this.#starts, this.#words];
    let to = this.count * LINE_WORDS;
    for (let line = 0; line < count; line++) {
      const at = line * LISTED_WORDS;
      starts[this.count + line] = doubles[at / 2] as number;
      own[to++] = words[at + 2] as number;
      own[to++] = words[at + 3] as number;
      own[to++] = words[at + 4] as number;
      own[to++] = words[at + 5] as number;
    }
    this.count += count;
  }

  /** Notes where the catalog ends, when its last line was added. */
  end(position: number): void {
    this.#starts[this.count] = position;
  }

  /** A word of the fingerprint of a line's id. */
  idWord(line: number): number {
    return this.#words[line * LINE_WORDS] as number;
  }

  hasSameId(line: number, others: LineTable, other: number): boolean {
    const [at, to] = [line * LINE_WORDS, other * LINE_WORDS];
    return this.#words[at] === others.#words[to] && this.#words[at + 1] === others.#words[to + 1];
  }

  hasSameText(line: number, others: LineTable, other: number): boolean {
    const [at, to] = [line * LINE_WORDS + 2, other * LINE_WORDS + 2];
    return this.#words[at] === others.#words[to] && this.#words[at + 1] === others.#words[to + 1];
  }

  startOf(line: number): number {
    return this.#starts[line] as number;
  }

  /** Where the next line starts. */
  endOf(line: number): number {
    return this.#starts[line + 1] as number;
  }

  #grow(): void {
    const [words, starts] = [this.#words, this.#starts];
    this.#words = new Int32Array(words.length * 2);
    this.#words.set(words);
    this.#starts = new Float64Array((starts.length - 1) * 2 + 1);
    this.#starts.set(starts);
  }
}
