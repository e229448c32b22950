import { TempFile } from '../../../base/files/temp-file.ts';
import { LINE_FEED } from '../../../base/json/ascii.ts';

/** What some rows, one behind the other, say of one product. Texts are JSON. */
export interface ProductFrame {
  /** Of the product, in the order in which products came. */
  product: number;
  /** Line of the first of the rows. */
  line: number;
  /** Bits of `FRAME`. */
  flags: number;
  /** The path of the operation, as a string. */
  path: string;
  /** The product's attributes but for its availability, as the members of an object: `"title":"Lamp","price":12.50`. */
  attributes: string;
  /** The variants, as the members of an object. */
  variants: string;
  /** The same for a product that another may claim as its variant; else empty. */
  claim: string;
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

const BLOCK_BYTES = 1 << 20;

/** A line of a file: inside of JSON tabs and line feeds are escaped. */
function written({ product, line, flags, path, attributes, variants, claim }: ProductFrame): string {
  return `${product}\t${line}\t${flags}\t${path}\t${attributes}\t${variants}\t${claim}\n`;
}

function read(text: string): ProductFrame {
  const [product, line, flags, path = '', attributes = '', variants = '', claim = ''] = text.split('\t');
  return {
    product: Number(product),
    line: Number(line),
    flags: Number(flags),
    path,
    attributes,
    variants,
    claim,
  };
}

/** Lines in a temporary file. Memory: a block that is not written yet. */
class LineFile {
  readonly #file: TempFile;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #written = 0;

  constructor(tempDir: string) {
    this.#file = new TempFile(tempDir);
  }

  /** Behind the last line. */
  get end(): number {
    return this.#written + this.#pendingBytes;
  }

  add(bytes: Buffer): void {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= BLOCK_BYTES) this.flush();
  }

  flush(): void {
    if (this.#pendingBytes === 0) return;
    const block = Buffer.concat(this.#pending);
    this.#file.write(block, 0, block.length, this.#written);
    this.#written += block.length;
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  bytesAt(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) at += this.#file.read(bytes, at, length - at, position + at);
    return bytes;
  }

  close(): void {
    this.#file.close();
  }
}

/** The frames of products, read in the order in which they were written. */
export class FrameFile {
  readonly #file: LineFile;
  #pending = '';

  constructor(tempDir: string) {
    this.#file = new LineFile(tempDir);
  }

  add(frame: ProductFrame): void {
    this.#pending += written(frame);
    if (this.#pending.length >= BLOCK_BYTES) this.#flush();
  }

  *frames(): Generator<ProductFrame> {
    this.#flush();
    this.#file.flush();
    const { end } = this.#file;
    let held: Buffer = Buffer.alloc(0);
    for (let position = 0; position < end; position += BLOCK_BYTES) {
      const block = this.#file.bytesAt(position, Math.min(BLOCK_BYTES, end - position));
      held = Buffer.concat([held, block]);
      const behind = held.lastIndexOf(LINE_FEED) + 1;
      if (behind === 0) continue;
      for (const line of held.toString('utf8', 0, behind - 1).split('\n')) yield read(line);
      held = held.subarray(behind);
    }
  }

  #flush(): void {
    this.#file.add(Buffer.from(this.#pending));
    this.#pending = '';
  }

  close(): void {
    this.#file.close();
  }
}

/** Further frames of products, whose first rows came long before: found by product. Memory: about 60 bytes a frame. */
export class LateFrames {
  readonly #file: LineFile;
  /** Where the frames of a product begin and end. */
  readonly #places = new Map<number, number[]>();

  constructor(tempDir: string) {
    this.#file = new LineFile(tempDir);
  }

  add(frame: ProductFrame): void {
    const start = this.#file.end;
    this.#file.add(Buffer.from(written(frame)));
    const places = this.#places.get(frame.product) ?? [];
    places.push(start, this.#file.end);
    this.#places.set(frame.product, places);
  }

  framesOf(product: number): ProductFrame[] {
    this.#file.flush();
    const places = this.#places.get(product) ?? [];
    const frames: ProductFrame[] = [];
    for (let at = 0; at < places.length; at += 2) {
      const [start, end] = places.slice(at) as [number, number];
      frames.push(read(this.#file.bytesAt(start, end - start - 1).toString('utf8')));
    }
    return frames;
  }

  close(): void {
    this.#file.close();
  }
}
