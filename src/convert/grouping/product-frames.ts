import { TempFile } from '../../delta/source/temp-file.ts';

/** What some rows, one behind the other, say of one product. */
export interface ProductFrame {
  /** Of the product, in the order in which products came. */
  product: number;
  /** Line of the first of the rows. */
  line: number;
  /** Bits of `FRAME`. */
  flags: number;
  /** The product as the line of a catalog, without its line feed. */
  text: Buffer;
  /** `"<id>":{…}` of a product that another may claim as its variant; else empty. */
  claim: Buffer;
}

/** What is known of a frame beside its text. */
export const FRAME = {
  /** One of its rows was about the product itself: what it says counts more than what the rows of variants say. */
  own: 1,
  /** Nothing of the product is for sale, whatever its variants say. */
  hidden: 2,
} as const;

const HEADER_BYTES = 20;
const WINDOW_BYTES = 1 << 20;

/** Bytes of a frame in the file. */
export function sizeOf({ text, claim }: ProductFrame): number {
  return HEADER_BYTES + text.length + claim.length;
}

/** Writes a frame at an offset. */
export function putFrame(target: Buffer, at: number, frame: ProductFrame): void {
  const { product, line, flags, text, claim } = frame;
  target.writeUInt32LE(product, at);
  target.writeUInt32LE(line, at + 4);
  target.writeUInt32LE(flags, at + 8);
  target.writeUInt32LE(text.length, at + 12);
  target.writeUInt32LE(claim.length, at + 16);
  target.set(text, at + HEADER_BYTES);
  target.set(claim, at + HEADER_BYTES + text.length);
}

/** The frame at an offset, whose texts are parts of `source`; undefined where it is not there whole. */
export function frameAt(source: Buffer, at: number): ProductFrame | undefined {
  if (at + HEADER_BYTES > source.length) return undefined;
  const textStart = at + HEADER_BYTES;
  const claimStart = textStart + source.readUInt32LE(at + 12);
  const end = claimStart + source.readUInt32LE(at + 16);
  if (end > source.length) return undefined;
  return {
    product: source.readUInt32LE(at),
    line: source.readUInt32LE(at + 4),
    flags: source.readUInt32LE(at + 8),
    text: source.subarray(textStart, claimStart),
    claim: source.subarray(claimStart, end),
  };
}

/** Frames in a temporary file, read in the order in which they were written. Memory: about a megabyte. */
export class FrameFile {
  readonly #file: TempFile;
  readonly #buffer = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  #buffered = 0;
  #written = 0;

  constructor(tempDir: string) {
    this.#file = new TempFile(tempDir);
  }

  add(frame: ProductFrame): void {
    const size = sizeOf(frame);
    if (this.#buffered + size > WINDOW_BYTES) this.#flush();
    if (size > WINDOW_BYTES) {
      const large = Buffer.allocUnsafe(size);
      putFrame(large, 0, frame);
      this.#write(large);
      return;
    }
    putFrame(this.#buffer, this.#buffered, frame);
    this.#buffered += size;
  }

  /** The texts of a frame hold until the next one is asked for. */
  *frames(): Generator<ProductFrame> {
    this.#flush();
    let window = Buffer.allocUnsafe(WINDOW_BYTES);
    let held = 0;
    let position = 0;
    while (position < this.#written) {
      const read = this.#file.read(window, held, window.length - held, position);
      if (read === 0) break;
      position += read;
      held += read;
      let at = 0;
      const whole = window.subarray(0, held);
      for (let frame = frameAt(whole, at); frame !== undefined; frame = frameAt(whole, at)) {
        yield frame;
        at += sizeOf(frame);
      }
      // A frame that does not fit needs a larger window; a new one too, as the texts given may still be in use.
      const larger = Buffer.allocUnsafe(at === 0 ? window.length * 2 : window.length);
      whole.copy(larger, 0, at);
      window = larger;
      held -= at;
    }
  }

  close(): void {
    this.#file.close();
  }

  #flush(): void {
    if (this.#buffered === 0) return;
    this.#write(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  #write(bytes: Buffer): void {
    this.#file.write(bytes, 0, bytes.length, this.#written);
    this.#written += bytes.length;
  }
}
