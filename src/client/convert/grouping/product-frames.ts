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
  /** The product or a variant has what a shop shows. */
  availability: 8,
  price: 16,
  category: 32,
  image: 64,
  /** The product or a variant can be bought. */
  available: 128,
} as const;

/** Parts of a product that a shop shows, each with the attribute that holds it. */
export const SHOWN_PARTS = [
  ['availability', 'availability'],
  ['price', 'price'],
  ['category', 'category_paths'],
  ['image', 'thumb_image'],
] as const;
export type ShownPart = (typeof SHOWN_PARTS)[number][0];

/** Bits of `FRAME` for what a shop shows, and for an availability of `true`. */
export function markShown(has: (attribute: string) => boolean, availability: string | undefined): number {
  let flags: number = availability === 'true' ? FRAME.available : 0;
  for (const [part, attribute] of SHOWN_PARTS) if (has(attribute)) flags |= FRAME[part];
  return flags;
}

const BLOCK_BYTES = 1 << 20;

/** In front of a text stand its bytes, product, line and flags. */
const HEADER_BYTES = 16;

function parseFrame(bytes: Buffer, start: number): ProductFrame {
  const [length = 0, product = 0, line = 0, flags = 0] = [0, 4, 8, 12].map((at) =>
    bytes.readUInt32LE(start + at),
  );
  return { product, line, flags, text: bytes.subarray(start + HEADER_BYTES, start + HEADER_BYTES + length) };
}

/** Behind the frame that begins here; behind the bytes where it is not there whole. */
function findEnd(bytes: Buffer, start: number): number {
  const isHeaderWhole = start + HEADER_BYTES <= bytes.length;
  return start + HEADER_BYTES + (isHeaderWhole ? bytes.readUInt32LE(start) : 0);
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
    const length = Buffer.byteLength(text) + 1;
    const bytes = Buffer.allocUnsafe(HEADER_BYTES + length);
    const header = [length, product, line, before > 0 ? flags | FRAME.late : flags];
    for (const [at, number] of header.entries()) bytes.writeUInt32LE(number, 4 * at);
    bytes.write(`${text}\n`, HEADER_BYTES);
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
      held = Buffer.concat([held, this.#readBytes(position, Math.min(end, position + BLOCK_BYTES))]);
      let start = 0;
      for (let next = findEnd(held, start); next <= held.length; next = findEnd(held, start)) {
        const frame = parseFrame(held, start);
        if ((frame.flags & FRAME.late) === 0) yield [frame, ...this.#listLateFrames(frame.product)];
        start = next;
      }
      held = held.subarray(start);
    }
  }

  close(): void {
    this.#texts.close();
  }

  #listLateFrames(product: number): ProductFrame[] {
    const places = this.#late.get(product) ?? [];
    return places.map(([start, end]) => parseFrame(this.#readBytes(start, end), 0));
  }

  #readBytes(start: number, end: number): Buffer {
    const bytes = Buffer.allocUnsafe(end - start);
    this.#texts.read(bytes, 0, start, bytes.length);
    return bytes;
  }
}
