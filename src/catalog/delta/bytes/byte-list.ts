const INITIAL_BYTES = 1 << 16;

/** Bytes that are appended one after the other; it grows, and is emptied to be filled again. */
export class ByteList {
  bytes: Buffer;
  length = 0;

  constructor(initialBytes = INITIAL_BYTES) {
    this.bytes = Buffer.allocUnsafeSlow(initialBytes);
  }

  clear(): void {
    this.length = 0;
  }

  /** Appends one byte. */
  byte(value: number): void {
    this.#reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Appends a byte string: one byte a character. */
  byteString(text: string): void {
    this.#reserve(text.length);
    this.length += this.bytes.write(text, this.length, 'latin1');
  }

  /** Appends `source[start, end)`. */
  span(source: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    const target = this.bytes;
    let at = this.length;
    if (end - start > 32) target.set(source.subarray(start, end), at);
    else for (let from = start; from < end; from++) target[at++] = source[from] as number;
    this.length += end - start;
  }

  /** Appends `count` bytes that `write` puts at a place of the buffer. */
  fill(count: number, write: (bytes: Buffer, at: number) => void): void {
    this.#reserve(count);
    write(this.bytes, this.length);
    this.length += count;
  }

  /** Where what was appended is, valid until the next change. */
  range(): { bytes: Buffer; start: number; end: number } {
    return { bytes: this.bytes, start: 0, end: this.length };
  }

  /** What was appended, valid until the next change. */
  view(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  #reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
