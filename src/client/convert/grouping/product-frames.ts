import { LINE_FEED, OPEN_BRACE } from '../../../base/json/ascii.ts';
import { SpillBuffer } from '../../../catalog/delta/output/spill-buffer.ts';

/** A product by some consecutive rows. */
export interface ProductFrame {
  /** Of the product, in the order in which products came. */
  product: number;
  /** Line of the first of the rows. */
  line: number;
  /** Bits of `FRAME`. */
  flags: number;
  /** The catalog line of the product as if nothing else was said of it, with its line feed. */
  text: Buffer;
}

/** Flags of a frame beside its text. */
export const FRAME = {
  /** One of its rows was about the product itself: what it says counts more than what the rows of variants say. */
  own: 1,
  /** Nothing of the product is for sale, whatever its variants say. */
  hidden: 2,
  /** Its product has an earlier frame. */
  late: 4,
} as const;

const BLOCK_BYTES = 1 << 20;

function parseFrame(bytes: Buffer): ProductFrame {
  const start = bytes.indexOf(OPEN_BRACE);
  const [product = 0, line = 0, flags = 0] = bytes.toString('latin1', 0, start).split(' ').map(Number);
  return { product, line, flags, text: bytes.subarray(start) };
}

/**
 * The frames of products: read in the order in which they were written, late ones by their product. What is beyond one block
 * lies in a temporary file. Memory: that block, and about 100 bytes a late frame.
 */
export class FrameFile {
  readonly #texts: SpillBuffer;
  #end = 0;
  /** Bytes of the frames of each product; none before the first. */
  readonly #bytes: number[] = [];
  /** Where the late frames of a product begin and end. */
  readonly #late = new Map<number, [start: number, end: number][]>();

  constructor(tempDir: string) {
    this.#texts = new SpillBuffer(tempDir);
  }

  /** @param text without a line feed */
  add({ product, line, flags }: Omit<ProductFrame, 'text'>, text: string): void {
    const before = this.bytesOf(product);
    const bytes = Buffer.from(`${product} ${line} ${before > 0 ? flags | FRAME.late : flags} ${text}\n`);
    const start = this.#texts.append(bytes);
    this.#end = start + bytes.length;
    this.#bytes[product] = before + bytes.length;
    if (before === 0) return;
    const places = this.#late.get(product) ?? [];
    this.#late.set(product, places);
    places.push([start, this.#end]);
  }

  bytesOf(product: number): number {
    return this.#bytes[product] ?? 0;
  }

  /** The frames of each product that were there when it began, in the order in which products first came. */
  *framesByProduct(): Generator<[ProductFrame, ...ProductFrame[]]> {
    const end = this.#end;
    let held: Buffer = Buffer.alloc(0);
    for (let position = 0; position < end; position += BLOCK_BYTES) {
      held = Buffer.concat([held, this.#bytesAt(position, Math.min(end, position + BLOCK_BYTES))]);
      let start = 0;
      for (let next = held.indexOf(LINE_FEED) + 1; next > 0; next = held.indexOf(LINE_FEED, start) + 1) {
        const frame = parseFrame(held.subarray(start, next));
        if ((frame.flags & FRAME.late) === 0) yield [frame, ...this.#lateFramesOf(frame.product)];
        start = next;
      }
      held = held.subarray(start);
    }
  }

  close(): void {
    this.#texts.close();
  }

  #lateFramesOf(product: number): ProductFrame[] {
    const places = this.#late.get(product) ?? [];
    return places.map(([start, end]) => parseFrame(this.#bytesAt(start, end)));
  }

  #bytesAt(start: number, end: number): Buffer {
    const bytes = Buffer.allocUnsafe(end - start);
    this.#texts.read(bytes, 0, start, bytes.length);
    return bytes;
  }
}
