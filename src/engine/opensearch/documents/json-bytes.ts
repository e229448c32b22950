/** A text longer than this is left to the runtime, which is slow to begin and quick then. */
const SHORT_TEXT = 48;
const SHORT_BYTES = 64;
const ASCII_END = 0x80;
const ZERO = 48;

/** A text as UTF-8, written from its beginning to its end into memory that grows. */
export class JsonBytes {
  length = 0;
  #bytes: Buffer;

  /** @param room bytes to begin with */
  constructor(room = 1 << 14) {
    this.#bytes = Buffer.allocUnsafeSlow(room);
  }

  /** What has been written, from a place on; valid until the next write. */
  view(from = 0): Buffer {
    return this.#bytes.subarray(from, this.length);
  }

  /** Any text, as it is. */
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

  /** One character of ASCII. */
  byte(code: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = code;
  }

  /** A part of what is UTF-8 already. */
  copy(from: Uint8Array, start = 0, end = from.length): void {
    const length = end - start;
    this.#reserve(length);
    const bytes = this.#bytes;
    if (length > SHORT_BYTES) bytes.set(from.subarray(start, end), this.length);
    else for (let at = 0; at < length; at++) bytes[this.length + at] = from[start + at] ?? 0;
    this.length += length;
  }

  /** A whole number of 32 bits, without a sign. */
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
