import { formatCount } from '../../../base/wording/amounts.ts';
import { FirstLineById } from '../../../catalog/ids/id-lines.ts';
import { MAX_TEXT_BYTES } from '../../../catalog/splitting/text-handler.ts';
import {
  asVariant,
  type ConvertedRow,
  type OnRejected,
  type ProductPart,
  RowRejection,
} from '../mapping/map-rows.ts';
import { findLowestPrice, type LowestPrice, sumLowestPrices } from './bundle-prices.ts';
import { FrameFile, type ProductFrame, parseFrame } from './frame-file.ts';
import { formatRecord, mergePieces, type ProductPiece } from './merge-pieces.ts';

/**
 * Makes products of rows, however far apart, in the order in which products first came. What consecutive rows say of one
 * is a frame in a temporary file; products of several frames are merged at the end.
 *
 * Memory: 36 to 72 bytes a row with its own id (fingerprints, three numbers a product), and one run of rows.
 */
export class ProductGrouper {
  readonly #onRejected: OnRejected;
  readonly #frames: FrameFile;
  /** Names by which rows call a product, and its number from 1. */
  readonly #numbers = new FirstLineById();
  #products = 0;
  /** For each product: the one that it turned out to be part of, if any. */
  readonly #belongsTo = new Map<number, number>();
  /** Line of the row that was about the product itself. */
  readonly #ownLines: number[] = [];
  /** Parts of products without a price of their own: the cheapest of each group make it. */
  readonly #parts = new Map<number, readonly (readonly ProductPart[])[]>();
  variants = 0;
  /** Products that got the price of what they are sold as. */
  pricedByParts = 0;
  /** The product of the rows at hand, what each says that none before it did, and the bytes of their variants. */
  #run = startRun('', 0);

  constructor(tempDir: string, onRejected: OnRejected) {
    this.#frames = new FrameFile(tempDir);
    this.#onRejected = onRejected;
  }

  /** @throws RowRejection for a product that came before, and for a variant with which it would be too large */
  add(converted: ConvertedRow, line: number): void {
    const { id, isParent } = converted;
    const isClaimed = converted.variantId === undefined && !isParent && this.#numbers.has('variants', id);
    const row = isClaimed ? asVariant(converted, { id, variantId: id }) : converted;
    const product = this.#numberProduct(row);
    if (this.#run.product !== product) {
      this.#endRun();
      this.#run = startRun(row.id, product);
    }
    this.#addToRun(row, line);
  }

  /** Products as catalog lines. May still reject. */
  *products(): Generator<Pick<ProductFrame, 'text' | 'line'>> {
    this.#endRun();
    const claimed = this.#listClaimed();
    const lowest = new Map<number, LowestPrice | undefined>();
    const findPrice = ({ kind, name }: ProductPart) => {
      const product = this.#findOwner(this.#numbers.findLine(kind, name) ?? 0);
      if (!lowest.has(product)) {
        const merged = this.#mergeFrames(product, claimed.get(product), () => undefined);
        lowest.set(product, merged && findLowestPrice(merged.text.toString('utf8')));
      }
      return lowest.get(product);
    };
    for (let product = 1; product <= this.#products; product++) {
      if (this.#findOwner(product) !== product) continue;
      const parts = this.#parts.get(product);
      const price = parts && sumLowestPrices(parts, findPrice);
      const merged = this.#mergeFrames(product, claimed.get(product), this.#onRejected, price);
      if (merged === undefined) continue;
      if (price !== undefined) this.pricedByParts++;
      this.variants += merged.variants;
      yield merged;
    }
  }

  /** For each product those that turned out to be part of it. */
  #listClaimed(): ReadonlyMap<number, readonly number[]> {
    const claimed = new Map<number, number[]>();
    for (const product of this.#belongsTo.keys()) {
      const owner = this.#findOwner(product);
      const parts = claimed.get(owner) ?? [];
      if (owner !== product) claimed.set(owner, parts);
      parts.push(product);
    }
    return claimed;
  }

  /** All that was said of a product. Undefined where nothing was. */
  #mergeFrames(
    product: number,
    claimed: readonly number[] = [],
    onRejected: OnRejected,
    price?: LowestPrice,
  ): Pick<ProductFrame, 'text' | 'line' | 'variants'> | undefined {
    const own = this.#frames.listFrames(product);
    const others = claimed.flatMap((other) => this.#frames.listFrames(other));
    const [first] = own;
    const isAlone = own.length + others.length <= 1 && first?.isHidden !== true && price === undefined;
    if (isAlone && (first?.isOwn === true || first?.variants !== 0)) return first;
    const pieces = [
      ...own.map((frame) => parseFrame(frame, false)),
      ...others.map((frame) => parseFrame(frame, true)),
    ];
    const merged = mergePieces(pieces, onRejected, true, price);
    return merged && { ...merged, text: Buffer.from(merged.text) };
  }

  close(): void {
    this.#frames.close();
  }

  #numberProduct({ id, aliases, isParent }: ConvertedRow): number {
    if (this.#run.id === id && aliases.length === 0 && this.#belongsTo.size === 0) return this.#run.product;
    const next = this.#products + 1;
    const number = this.#numbers.add('products', id, next);
    let product = number ?? next;
    if (number === undefined) this.#products = next;
    for (const { kind, name } of aliases) {
      const other = this.#numbers.add(kind, name, product);
      if (isParent && kind === 'products') this.#numbers.add('variants', name, product);
      if (other === undefined) continue;
      // The row of the product itself claims what came before under its other names.
      if (isParent) this.#moveTo(this.#findRoot(other), this.#findRoot(product));
      else product = other;
    }
    return this.#findRoot(product);
  }

  #moveTo(product: number, owner: number): void {
    if (product === owner) return;
    if (this.#run.product === product) this.#endRun();
    this.#belongsTo.set(product, owner);
  }

  #findRoot(product: number): number {
    const above = this.#belongsTo.get(product);
    return above === undefined ? product : this.#findRoot(above);
  }

  /** The product that a frame goes to. One of which no row could be used owns nothing. */
  #findOwner(product: number): number {
    const root = this.#findRoot(product);
    return this.#frames.bytesOf(root) === 0 ? product : root;
  }

  #addToRun(row: ConvertedRow, line: number): void {
    const { id, isHidden, images, variantId, attributes } = row;
    const { product, pieces, said } = this.#run;
    const piece = { id, line, isOwn: false, isHidden, images, attributes, variants: [] };
    if (row.hasOnlyImages === true) pieces.push({ ...piece, attributes: new Map() });
    else if (variantId === undefined) {
      this.#noteOwn(product, row, line);
      pieces.push({ ...piece, isOwn: true });
    } else {
      const variant = formatRecord(row.variant);
      this.#run.bytes += Buffer.byteLength(variant);
      if (this.#run.bytes + this.#frames.bytesOf(product) > MAX_TEXT_BYTES)
        throw new RowRejection(
          'product.too_large',
          'the product with all of its variants is too large for one line',
        );
      const isFirst = said.size === 0;
      const added = isFirst ? attributes : new Map([...attributes].filter(([name]) => !said.has(name)));
      for (const name of added.keys()) said.add(name);
      pieces.push({ ...piece, attributes: added, variants: [[variantId, variant]] });
    }
  }

  #noteOwn(product: number, { id, parts = [], attributes }: ConvertedRow, line: number): void {
    const first = this.#ownLines[product];
    if (first !== undefined) {
      const message = `the product '${id}' comes twice: first on line ${formatCount(first)}`;
      throw new RowRejection('catalog.duplicate_id', message);
    }
    this.#ownLines[product] = line;
    if (parts.flat().length > 0 && !attributes.has('price')) this.#parts.set(product, parts);
  }

  #endRun(): void {
    const { product, pieces } = this.#run;
    this.#run = startRun('', 0);
    const merged = mergePieces(pieces, this.#onRejected, false);
    if (merged !== undefined) this.#frames.add(product, merged);
  }
}

function startRun(id: string, product: number) {
  return { id, product, pieces: [] as ProductPiece[], said: new Set<string>(), bytes: 0 };
}
