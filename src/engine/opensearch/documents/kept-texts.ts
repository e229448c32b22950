import { enlarged } from '../../values/number-list.ts';
import { SmileBytes } from './smile-bytes.ts';

/** Texts by number, as the bytes that they are written as: what has been met before is copied. */
export class KeptTexts {
  readonly #bytes = new SmileBytes(1 << 16);
  #memory: Uint8Array = this.#bytes.view();
  /** Where each text begins, and where it ends + 1; 0 for one that is not kept yet. */
  #starts = new Uint32Array(1 << 9);
  #ends = new Uint32Array(1 << 9);

  has(number: number): boolean {
    return (this.#ends[number] ?? 0) !== 0;
  }

  keep(number: number, text: string): void {
    if (number >= this.#ends.length) {
      this.#starts = enlarged(this.#starts, number + 1);
      this.#ends = enlarged(this.#ends, number + 1);
    }
    this.#starts[number] = this.#bytes.length;
    this.#bytes.text(text);
    this.#ends[number] = this.#bytes.length + 1;
    this.#memory = this.#bytes.view();
  }

  /** Whether a text that is kept has no characters. */
  isEmpty(number: number): boolean {
    return (this.#starts[number] ?? 0) + 1 === this.#ends[number];
  }

  /** Appends a text that is kept. */
  write(number: number, into: SmileBytes): void {
    into.copy(this.#memory, this.#starts[number] ?? 0, (this.#ends[number] ?? 1) - 1);
  }
}
