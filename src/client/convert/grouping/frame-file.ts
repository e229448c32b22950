import { LINE_FEED } from '../../../base/json/ascii.ts';
import { ObjectTree } from '../../../base/json/tree.ts';
import { SpillBuffer } from '../../../catalog/delta/output/spill-buffer.ts';
import { unescapeSegment } from '../../../protocol/json-pointer.ts';
import { pickOfVariant } from '../mapping/map-rows.ts';
import { formatRecord, listImages, type mergePieces, type ProductPiece } from './merge-pieces.ts';

/** Consecutive rows of one product as its catalog line, as if nothing else was said of it. */
export interface ProductFrame extends Pick<ProductPiece, 'line' | 'isOwn' | 'isHidden'> {
  /** How many variants it has. */
  variants: number;
  text: Buffer;
}

const AHEAD_BYTES = 1 << 13;

/** The frames of products. Those beyond 1 MB lie in a temporary file. Memory: three numbers a product. */
export class FrameFile {
  readonly #frames: SpillBuffer;
  /** Where the last frame of each product begins, its bytes, and those of all its frames. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #bytes: number[] = [];
  #end = 0;
  #ahead: Buffer = Buffer.alloc(0);
  #aheadStart = 0;

  constructor(tempDir: string) {
    this.#frames = new SpillBuffer(tempDir);
  }

  /** In front of a frame's text stands a line with its properties and the place of the frame before it. */
  add(
    product: number,
    { line, isOwn, isHidden, variants, text }: NonNullable<ReturnType<typeof mergePieces>>,
  ): void {
    const before = [this.#starts[product] ?? 0, this.#lengths[product] ?? 0];
    const head = [...before, line, Number(isOwn), Number(isHidden), variants];
    const bytes = Buffer.from(`${head.join(' ')}\n${text}`);
    this.#starts[product] = this.#frames.append(bytes);
    this.#lengths[product] = bytes.length;
    this.#end += bytes.length;
    this.#bytes[product] = this.bytesOf(product) + bytes.length;
  }

  bytesOf(product: number): number {
    return this.#bytes[product] ?? 0;
  }

  /** In the order in which they came. */
  listFrames(product: number): ProductFrame[] {
    const frames: ProductFrame[] = [];
    let [start = 0, length = 0] = [this.#starts[product], this.#lengths[product]];
    while (length > 0) {
      const bytes = this.#read(start, length);
      const end = bytes.indexOf(LINE_FEED);
      const head = bytes.toString('latin1', 0, end).split(' ').map(Number);
      const [line = 0, own, hidden, variants = 0] = head.slice(2);
      const text = bytes.subarray(end + 1);
      frames.push({ line, isOwn: own === 1, isHidden: hidden === 1, variants, text });
      [start = 0, length = 0] = head;
    }
    return frames.reverse();
  }

  /** Products are asked for in their order: what lies behind a frame is read with it. */
  #read(start: number, length: number): Buffer {
    if (start < this.#aheadStart || start + length > this.#aheadStart + this.#ahead.length) {
      this.#ahead = Buffer.allocUnsafe(Math.min(Math.max(length, AHEAD_BYTES), this.#end - start));
      this.#aheadStart = start;
      this.#frames.read(this.#ahead, 0, start, this.#ahead.length);
    }
    const at = start - this.#aheadStart;
    return this.#ahead.subarray(at, at + length);
  }

  close(): void {
    this.#frames.close();
  }
}

/** @param isVariant what it is about by itself turned out to be a variant of another product */
export function parseFrame({ line, isOwn, isHidden, text }: ProductFrame, isVariant: boolean): ProductPiece {
  const operation = ObjectTree.parse(text.toString('utf8'), 'value') as ObjectTree;
  const value = operation.child('value') as ObjectTree;
  const pointer: string = JSON.parse(operation.get('path') as string);
  const id = unescapeSegment(pointer.slice('/products/'.length)) ?? pointer;
  const attributes = listMembers(value.child('attributes'));
  if (isVariant && isOwn) {
    const variant = formatRecord(pickOfVariant(attributes));
    return { id, line, isOwn: false, isHidden: false, attributes: new Map(), variants: [[id, variant]] };
  }
  const variants = [...listMembers(value.child('variants'))];
  const images = isOwn || variants.length > 0 ? undefined : listImages(attributes);
  return { id, line, isOwn, isHidden, images, attributes, variants };
}

function listMembers(tree: ObjectTree | null | undefined): Map<string, string> {
  return new Map(tree?.keys().map((key) => [key, tree.get(key) as string]));
}
