import { TempFile } from '../../../base/files/temp-file.ts';

/** What some rows, one behind the other, say of one product. Texts are JSON. */
export interface ProductFrame {
  /** Of the product, in the order in which products came. */
  product: number;
  /** Line of the first of the rows. */
  line: number;
  /** Bits of `FRAME`. */
  flags: number;
  /** Which attributes it has: frames with the same number have the same ones; `NO_SHAPE` where that is not known. */
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

/** A frame before it is written: its texts are strings. */
export type NewFrame = Omit<ProductFrame, TextName> & Record<TextName, string>;

export const NO_SHAPE = 0;

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
type TextName = (typeof TEXTS)[number];

/** No character takes more in UTF-8 for each of its units in a string. */
const MAX_BYTES_A_UNIT = 3;
const NO_BYTES = Buffer.alloc(0);
const WORD_BYTES = 4;
const NUMBERS = 4;
const HEADER_BYTES = (NUMBERS + TEXTS.length) * WORD_BYTES;
const WINDOW_BYTES = 1 << 20;

/** Bytes of a frame in the file. */
export function sizeOf({ path, attributes, ids, variants, claim }: ProductFrame): number {
  return HEADER_BYTES + path.length + attributes.length + ids.length + variants.length + claim.length;
}

/** A frame with its texts in UTF-8. */
export function encodeFrame(frame: NewFrame): ProductFrame {
  const { path, attributes, ids, variants, claim } = frame;
  return {
    ...frame,
    path: Buffer.from(path),
    attributes: Buffer.from(attributes),
    ids: Buffer.from(ids),
    variants: Buffer.from(variants),
    claim: Buffer.from(claim),
  };
}

/** Writes a frame at an offset. */
export function writeFrame(target: Buffer, start: number, frame: ProductFrame): void {
  putNumbers(target, start, frame);
  let at = start + HEADER_BYTES;
  for (const [number, name] of TEXTS.entries()) {
    target.writeUInt32LE(frame[name].length, start + (NUMBERS + number) * WORD_BYTES);
    target.set(frame[name], at);
    at += frame[name].length;
  }
}

function putNumbers(
  target: Buffer,
  start: number,
  { product, line, flags, shape }: Pick<ProductFrame, 'product' | 'line' | 'flags' | 'shape'>,
): void {
  target.writeUInt32LE(product, start);
  target.writeUInt32LE(line, start + WORD_BYTES);
  target.writeUInt32LE(flags, start + 2 * WORD_BYTES);
  target.writeUInt32LE(shape, start + 3 * WORD_BYTES);
}

/** The frame at an offset, whose texts are parts of `source`; undefined where it is not there whole. */
export function readFrame(source: Buffer, start: number): ProductFrame | undefined {
  let end = start + HEADER_BYTES;
  if (end > source.length) return undefined;
  const sizeOfText = (number: number) => source.readUInt32LE(start + (NUMBERS + number) * WORD_BYTES);
  for (let number = 0; number < TEXTS.length; number++) end += sizeOfText(number);
  if (end > source.length) return undefined;
  let at = start + HEADER_BYTES;
  const text = (number: number) => {
    const length = sizeOfText(number);
    at += length;
    return length === 0 ? NO_BYTES : source.subarray(at - length, at);
  };
  return {
    product: source.readUInt32LE(start),
    line: source.readUInt32LE(start + WORD_BYTES),
    flags: source.readUInt32LE(start + 2 * WORD_BYTES),
    shape: source.readUInt32LE(start + 3 * WORD_BYTES),
    path: text(0),
    attributes: text(1),
    ids: text(2),
    variants: text(3),
    claim: text(4),
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

  /** Returns how many bytes it takes. */
  add(frame: NewFrame): number {
    const { path, attributes, ids, variants, claim } = frame;
    const units = path.length + attributes.length + ids.length + variants.length + claim.length;
    const most = HEADER_BYTES + MAX_BYTES_A_UNIT * units;
    if (this.#buffered + most > WINDOW_BYTES) this.#flush();
    if (most > WINDOW_BYTES) return this.#addLarge(encodeFrame(frame));
    const start = this.#buffered;
    putNumbers(this.#buffer, start, frame);
    this.#buffered = start + HEADER_BYTES;
    this.#addText(start, 0, path);
    this.#addText(start, 1, attributes);
    this.#addText(start, 2, ids);
    this.#addText(start, 3, variants);
    this.#addText(start, 4, claim);
    return this.#buffered - start;
  }

  /** Straight into the window: a buffer for each text would take several times as long. */
  #addText(start: number, number: number, text: string): void {
    const length = text === '' ? 0 : this.#buffer.write(text, this.#buffered);
    this.#buffer.writeUInt32LE(length, start + (NUMBERS + number) * WORD_BYTES);
    this.#buffered += length;
  }

  #addLarge(frame: ProductFrame): number {
    const bytes = Buffer.allocUnsafe(sizeOf(frame));
    writeFrame(bytes, 0, frame);
    this.#write(bytes);
    return bytes.length;
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
      for (let frame = readFrame(whole, at); frame !== undefined; frame = readFrame(whole, at)) {
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
