import { LINE_FEED } from '../../../base/json/ascii.ts';
import { SpillBuffer } from '../../../catalog/delta/output/spill-buffer.ts';

/** One product from consecutive rows. Texts are JSON. */
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
}

/** Flags of a frame beside its texts. */
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
  /** Its product has an earlier frame. */
  late: 64,
} as const;

const BLOCK_BYTES = 1 << 20;

/** A line of a file: inside of JSON tabs and line feeds are escaped. */
function written({ product, line, flags, path, attributes, variants }: ProductFrame): string {
  return `${product}\t${line}\t${flags}\t${path}\t${attributes}\t${variants}\n`;
}

function read(text: string): ProductFrame {
  const [product, line, flags, path = '', attributes = '', variants = ''] = text.split('\t');
  return { product: Number(product), line: Number(line), flags: Number(flags), path, attributes, variants };
}

/**
 * The frames of products: read in the order in which they were written, late ones by their product. What is beyond one block
 * lies in a temporary file. Memory: that block, and about 100 bytes a late frame.
 */
export class FrameFile {
  readonly #texts: SpillBuffer;
  #end = 0;
  /** Where the late frames of a product begin and end. */
  readonly #late = new Map<number, [start: number, end: number][]>();

  constructor(tempDir: string) {
    this.#texts = new SpillBuffer(tempDir);
  }

  add(frame: ProductFrame): void {
    const bytes = Buffer.from(written(frame));
    this.#end = this.#texts.append(bytes) + bytes.length;
  }

  addLate(frame: ProductFrame): void {
    const start = this.#end;
    this.add({ ...frame, flags: frame.flags | FRAME.late });
    const places = this.#late.get(frame.product) ?? [];
    this.#late.set(frame.product, places);
    places.push([start, this.#end - 1]);
  }

  /** The first frame of each product. */
  *frames(): Generator<ProductFrame> {
    const end = this.#end;
    let held: Buffer = Buffer.alloc(0);
    for (let position = 0; position < end; position += BLOCK_BYTES) {
      held = Buffer.concat([held, this.#bytesAt(position, Math.min(end, position + BLOCK_BYTES))]);
      const behind = held.lastIndexOf(LINE_FEED) + 1;
      if (behind === 0) continue;
      for (const line of held.toString('utf8', 0, behind - 1).split('\n')) {
        const frame = read(line);
        if ((frame.flags & FRAME.late) === 0) yield frame;
      }
      held = held.subarray(behind);
    }
  }

  lateFramesOf(product: number): ProductFrame[] {
    const places = this.#late.get(product) ?? [];
    return places.map(([start, end]) => read(this.#bytesAt(start, end).toString('utf8')));
  }

  close(): void {
    this.#texts.close();
  }

  #bytesAt(start: number, end: number): Buffer {
    const bytes = Buffer.allocUnsafe(end - start);
    this.#texts.read(bytes, 0, start, bytes.length);
    return bytes;
  }
}
