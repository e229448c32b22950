import { SMILE } from './smile.ts';

/** A text longer than this is left to the runtime, which is slow to begin and quick then. */
const SHORT_TEXT = 48;
const SHORT_BYTES = 64;
const ASCII_END = 0x80;
const ZERO = 48;
const INTEGER_END = 2 ** 31;

/** Documents in SMILE, written from their beginning to their end into memory that grows. */
export class SmileBytes {
  length = 0;
  #bytes: Buffer;
  readonly #double = new DataView(new ArrayBuffer(8));

  /** @param room bytes to begin with */
  constructor(room = 1 << 14) {
    this.#bytes = Buffer.allocUnsafeSlow(room);
  }

  /** What has been written, from a place on; valid until the next write. */
  view(from = 0): Buffer {
    return this.#bytes.subarray(from, this.length);
  }

  /** A text as a value. */
  value(text: string): void {
    this.byte(SMILE.textBegin);
    this.text(text);
    this.byte(SMILE.textEnd);
  }

  /** A whole number as a value, without a sign. */
  integer(value: number): void {
    this.byte(value < INTEGER_END ? SMILE.integer : SMILE.long);
    // Twice the number, as the last bit is its sign: six bits in the last byte, seven in each other.
    let rest = Math.floor(value / 32);
    let end = this.length;
    for (let more = rest; more > 0; more = Math.floor(more / 128)) end++;
    this.#reserve(end + 1 - this.length);
    const bytes = this.#bytes;
    this.length = end + 1;
    bytes[end] = 0x80 | ((value % 32) * 2);
    for (; rest > 0; rest = Math.floor(rest / 128)) bytes[--end] = rest % 128;
  }

  /** Any number as a value: a sign, exponent and fraction of 64 bits, of which each byte has seven. */
  number(value: number): void {
    // One of the two zeros.
    this.#double.setFloat64(0, value + 0);
    const [high, low] = [this.#double.getUint32(0), this.#double.getUint32(4)];
    this.#reserve(11);
    const bytes = this.#bytes;
    bytes[this.length++] = SMILE.double;
    bytes[this.length++] = high >>> 31;
    for (let shift = 24; shift > 0; shift -= 7) bytes[this.length++] = (high >>> shift) & 0x7f;
    bytes[this.length++] = ((high & 7) << 4) | (low >>> 28);
    for (let shift = 21; shift >= 0; shift -= 7) bytes[this.length++] = (low >>> shift) & 0x7f;
  }

  /** Any text, as it is: a part of a value. */
  text(text: string): void {
    const { length } = text;
    this.#reserve(length * 3);
    if (length > SHORT_TEXT) {
      this.length += this.#bytes.write(text, this.length);
      return;
    }
    const bytes = this.#bytes;
    const start = this.length;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code >= ASCII_END) {
        this.length += bytes.write(text, start);
        return;
      }
      bytes[start + at] = code;
    }
    this.length += length;
  }

  /** One byte: a token, or a character of ASCII. */
  byte(code: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = code;
  }

  /** A part of what has been written elsewhere. */
  copy(from: Uint8Array, start = 0, end = from.length): void {
    const length = end - start;
    this.#reserve(length);
    const bytes = this.#bytes;
    if (length > SHORT_BYTES) bytes.set(from.subarray(start, end), this.length);
    else for (let at = 0; at < length; at++) bytes[this.length + at] = from[start + at] ?? 0;
    this.length += length;
  }

  /** The digits of a whole number of 32 bits, without a sign: a part of a text. */
  whole(value: number): void {
    let end = this.length + digitsOf(value);
    this.#reserve(end - this.length);
    const bytes = this.#bytes;
    this.length = end;
    let rest = value;
    do {
      const tens = Math.trunc(rest / 10);
      bytes[--end] = ZERO + rest - tens * 10;
      rest = tens;
    } while (rest > 0);
  }

  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.view());
    this.#bytes = grown;
  }
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let limit = 10; value >= limit; limit *= 10) digits++;
  return digits;
}
