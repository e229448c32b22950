import { TempFile } from '../../../base/files/temp-file.ts';
import { type ProductFrame, readFrame, sizeOf, writeFrame } from './product-frames.ts';

/** Products of one part, at the top; each level below has as many parts. */
const PRODUCTS_PER_PART = 1 << 14;
const PARTS_BELOW = 16;

/** A part up to this size is read at once. */
const MAX_PART_BYTES = 64 << 20;

const BLOCK_BYTES = 1 << 16;

/** The frames of some products that follow one another in number. */
interface Part {
  /** What is not written yet. */
  pending: Buffer[];
  pendingBytes: number;
  /** Where its blocks lie in the file. */
  blocks: { position: number; bytes: number }[];
  bytes: number;
}

/**
 * Frames of products whose first rows came long before: kept in a temporary file by parts of the products' numbers, so that
 * they can be asked for in the order of the products. Memory: one part, of at most 64 MB unless one product alone has more,
 * and 64 KB for each 16,384 products.
 */
export class OutOfOrderFrames {
  readonly #tempDir: string;
  readonly #file: TempFile;
  readonly #productsPerPart: number;
  readonly #parts = new Map<number, Part>();
  #length = 0;
  /** The part that was asked for last: its frames by product, or what it was divided into. */
  #current: { part: number; frames: Map<number, ProductFrame[]> | OutOfOrderFrames } | undefined;

  constructor(tempDir: string, productsPerPart = PRODUCTS_PER_PART) {
    this.#tempDir = tempDir;
    this.#file = new TempFile(tempDir);
    this.#productsPerPart = productsPerPart;
  }

  add(frame: ProductFrame): void {
    const number = Math.floor(frame.product / this.#productsPerPart);
    let part = this.#parts.get(number);
    if (part === undefined) {
      part = { pending: [], pendingBytes: 0, blocks: [], bytes: 0 };
      this.#parts.set(number, part);
    }
    const bytes = Buffer.allocUnsafe(sizeOf(frame));
    writeFrame(bytes, 0, frame);
    part.pending.push(bytes);
    part.pendingBytes += bytes.length;
    part.bytes += bytes.length;
    if (part.pendingBytes >= BLOCK_BYTES) this.#write(part);
  }

  /** The frames of a product, in the order in which they were added. Products are to be asked for in rising order. */
  framesOf(product: number): readonly ProductFrame[] {
    const number = Math.floor(product / this.#productsPerPart);
    if (this.#current?.part !== number) this.#enter(number);
    const frames = this.#current?.frames;
    if (frames instanceof OutOfOrderFrames) return frames.framesOf(product);
    return frames?.get(product) ?? [];
  }

  close(): void {
    this.#leave();
    this.#file.close();
  }

  #leave(): void {
    if (this.#current?.frames instanceof OutOfOrderFrames) this.#current.frames.close();
    this.#current = undefined;
  }

  #enter(number: number): void {
    this.#leave();
    const part = this.#parts.get(number);
    const frames = new Map<number, ProductFrame[]>();
    if (part === undefined) this.#current = { part: number, frames };
    else if (part.bytes > MAX_PART_BYTES && this.#productsPerPart > 1) {
      const below = new OutOfOrderFrames(this.#tempDir, Math.ceil(this.#productsPerPart / PARTS_BELOW));
      for (const frame of this.#read(part)) below.add(frame);
      this.#current = { part: number, frames: below };
    } else {
      for (const frame of this.#read(part)) {
        const before = frames.get(frame.product);
        if (before === undefined) frames.set(frame.product, [frame]);
        else before.push(frame);
      }
      this.#current = { part: number, frames };
    }
  }

  *#read(part: Part): Generator<ProductFrame> {
    this.#write(part);
    for (const { position, bytes } of part.blocks) {
      const block = Buffer.allocUnsafe(bytes);
      for (let read = 0; read < bytes; ) read += this.#file.read(block, read, bytes - read, position + read);
      let at = 0;
      for (let frame = readFrame(block, at); frame !== undefined; frame = readFrame(block, at)) {
        yield frame;
        at += sizeOf(frame);
      }
    }
  }

  #write(part: Part): void {
    if (part.pendingBytes === 0) return;
    const block = Buffer.concat(part.pending);
    this.#file.write(block, 0, block.length, this.#length);
    part.blocks.push({ position: this.#length, bytes: block.length });
    this.#length += block.length;
    part.pending = [];
    part.pendingBytes = 0;
  }
}
