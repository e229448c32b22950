import type { LineBatch } from '../../delta/join/line-batch.ts';
import type { RecordFamily } from '../../protocol/paths.ts';

/** Words of a line: fingerprint of its id, then hash of its bytes, each 64 bits in two words. */
export const LINE_WORDS = 4;
const FIRST_CAPACITY = 4096;

/** What is known of the lines of a catalog without their text: where each starts, its id's fingerprint and its hash. */
export class CatalogLines {
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
  ): CatalogLines {
    const lines = new CatalogLines(mark);
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

  /** Adds the lines of a batch, whose positions count from `base`. */
  add(batch: LineBatch, base: number): void {
    while (this.count + batch.count >= this.#starts.length) this.#grow();
    const [words, starts] = [this.#words, this.#starts];
    let word = this.count * LINE_WORDS;
    for (let at = 0; at < batch.count; at++) {
      starts[this.count + at] = base + batch.startOf(at);
      words[word++] = batch.idLowOf(at);
      words[word++] = batch.idHighOf(at);
      words[word++] = batch.hashLowOf(at);
      words[word++] = batch.hashHighOf(at);
    }
    this.count += batch.count;
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

  /** High word of the fingerprint of a line's id. */
  idHighOf(line: number): number {
    return this.#words[line * LINE_WORDS + 1] as number;
  }

  /** Do two lines have the same id, as far as fingerprints tell? */
  hasSameId(line: number, others: CatalogLines, other: number): boolean {
    return this.#hasSameWords(line, others, other, 0);
  }

  /** Do two lines have the same bytes, white space at their ends aside? */
  hasSameText(line: number, others: CatalogLines, other: number): boolean {
    return this.#hasSameWords(line, others, other, 2);
  }

  #hasSameWords(line: number, others: CatalogLines, other: number, from: number): boolean {
    const word = line * LINE_WORDS + from;
    const otherWord = other * LINE_WORDS + from;
    return (
      this.#words[word] === others.#words[otherWord] && this.#words[word + 1] === others.#words[otherWord + 1]
    );
  }

  #grow(): void {
    const [words, starts] = [this.#words, this.#starts];
    this.#words = new Int32Array(words.length * 2);
    this.#words.set(words);
    this.#starts = new Float64Array((starts.length - 1) * 2 + 1);
    this.#starts.set(starts);
  }
}
