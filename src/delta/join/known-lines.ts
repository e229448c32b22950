import type { RecordFamily } from '../../protocol/paths.ts';

/** Words of a line: fingerprint of its id, then hash of its bytes, each 64 bits in two words. */
export const LINE_WORDS = 4;
const FIRST_CAPACITY = 4096;

/** What is known of the lines of a catalog without their text: where each starts, its id's fingerprint and its hash. */
export class KnownLines {
  count = 0;
  /** Of all records; undefined while there are none. */
  family: RecordFamily | undefined;
  /** Tells hashes apart that were not made alike: only those with the same mark can be compared. */
  readonly mark: string;
  #words: Int32Array = new Int32Array(FIRST_CAPACITY * LINE_WORDS);
  #starts: Float64Array = new Float64Array(FIRST_CAPACITY + 1);

  constructor(mark: string) {
    this.mark = mark;
  }

  /** Takes over what `words` and `starts` of other lines gave. */
  static of(
    mark: string,
    family: RecordFamily | undefined,
    words: Int32Array,
    starts: Float64Array,
  ): KnownLines {
    const lines = new KnownLines(mark);
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

  /** Adds a line by its start, and its words at an index of others. */
  add(start: number, words: Int32Array, at: number): void {
    if (this.count + 1 === this.#starts.length) this.#grow();
    this.#starts[this.count] = start;
    const word = this.count++ * LINE_WORDS;
    for (let nth = 0; nth < LINE_WORDS; nth++) this.#words[word + nth] = words[at + nth] as number;
  }

  /** Notes where the catalog ends, when its last line was added. */
  end(position: number): void {
    this.#starts[this.count] = position;
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
