import { TempFile } from '../../delta/source/temp-file.ts';

/** What some rows, one behind the other, say of one product. Texts are JSON. */
export interface ProductFrame {
  /** Of the product, in the order in which products came. */
  product: number;
  /** Line of the first of the rows. */
  line: number;
  /** Bits of `FRAME`. */
  flags: number;
  /** Which attributes it has: frames with the same number have the same ones. */
  shape: number;
  /** The path of the operation, as a string. */
  path: Buffer;
  /** The product's attributes but for its availability, as the members of an object: `"title":"Lamp","price":12.50`. */
  attributes: Buffer;
  /** Ids of the variants, as strings, one a line. */
  ids: Buffer;
  /** The variants, as the members of an object. */
  variants: Buffer;
  /** The same for a product that another may claim as its variant; else empty. */
  claim: Buffer;
}

/** What is known of a frame beside its texts. */
export const FRAME = {
  /** One of its rows was about the product itself: what it says counts more than what the rows of variants say. */
  own: 1,
  /** Nothing of the product is for sale, whatever its variants say. */
  hidden: 2,
  /** Its own row says whether it is available, and that it is. */
  ownAvailability: 4,
  ownAvailable: 8,
  /** Some variant says so, and one of them that it is. */
  variantAvailability: 16,
  variantAvailable: 32,
} as const;

const TEXTS = ['path', 'attributes', 'ids', 'variants', 'claim'] as const;
const WORD_BYTES = 4;
const HEADER_BYTES = (4 + TEXTS.length) * WORD_BYTES;
const WINDOW_BYTES = 1 << 20;

/** Bytes of a frame in the file. */
export function sizeOf({ path, attributes, ids, variants, claim }: ProductFrame): number {
  return HEADER_BYTES + path.length + attributes.length + ids.length + variants.length + claim.length;
}

/** Writes a frame at an offset. */
export function putFrame(target: Buffer, start: number, frame: ProductFrame): void {
  let at = start;
  const putWord = (word: number) => {
    at = target.writeUInt32LE(word, at);
  };
  putWord(frame.product);
  putWord(frame.line);
  putWord(frame.flags);
  putWord(frame.shape);
  for (const name of TEXTS) putWord(frame[name].length);
  for (const name of TEXTS) {
    target.set(frame[name], at);
    at += frame[name].length;
  }
}

/** The frame at an offset, whose texts are parts of `source`; undefined where it is not there whole. */
export function frameAt(source: Buffer, start: number): ProductFrame | undefined {
  let end = start + HEADER_BYTES;
  if (end > source.length) return undefined;
  const [path, attributes, ids, variants, claim] = TEXTS.map((_, at) => {
    const textStart = end;
    end += source.readUInt32LE(start + (4 + at) * WORD_BYTES);
    return [textStart, end] as const;
  });
  if (end > source.length) return undefined;
  const part = (range: readonly [number, number] | undefined) => source.subarray(range?.[0], range?.[1]);
  return {
    product: source.readUInt32LE(start),
    line: source.readUInt32LE(start + WORD_BYTES),
    flags: source.readUInt32LE(start + 2 * WORD_BYTES),
    shape: source.readUInt32LE(start + 3 * WORD_BYTES),
    path: part(path),
    attributes: part(attributes),
    ids: part(ids),
    variants: part(variants),
    claim: part(claim),
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
