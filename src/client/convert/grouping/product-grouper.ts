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
import { FrameFile, type ProductFrame } from './frame-file.ts';
import { formatRecord, ProductDraft, parseFrame } from './product-draft.ts';

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
  /** The product of the rows at hand, and its number. */
  #run: { product: number; draft: ProductDraft } | undefined;

  constructor(tempDir: string, onRejected: OnRejected) {
    this.#frames = new FrameFile(tempDir);
    this.#onRejected = onRejected;
  }

  /** @throws RowRejection for a product or variant that came before */
  add(converted: ConvertedRow, line: number): void {
    const { id, isParent, variantId } = converted;
    const isClaimed = variantId === undefined && !isParent && this.#numbers.has('variants', id);
    const row = isClaimed ? asVariant(converted, { id, variantId: id }) : converted;
    const product = this.#numberProduct(row);
    if (this.#run?.product !== product) {
      this.#endRun();
      this.#run = { product, draft: new ProductDraft(row.id, line, row.attributes) };
    }
    this.#addTo(product, this.#run.draft, row, line);
  }

  /** Products as catalog lines, each with its first line of the feed. May still reject. */
  *products(): Generator<Pick<ProductFrame, 'text' | 'line'>> {
    this.#endRun();
    const claimed = this.#listClaimed();
    const lowest = new Map<number, LowestPrice | undefined>();
    const findPrice = ({ kind, name }: ProductPart) => {
      const product = this.#findOwner(this.#numbers.findLine(kind, name) ?? 0);
      if (!lowest.has(product)) {
        const merged = this.#mergeFrames(product, claimed.get(product));
        lowest.set(product, merged && findLowestPrice(merged.text.toString('utf8')));
      }
      return lowest.get(product);
    };
    for (let product = 1; product <= this.#products; product++) {
      if (this.#findOwner(product) !== product) continue;
      const parts = this.#parts.get(product);
      const price = parts && sumLowestPrices(parts, findPrice);
      const merged = this.#mergeFrames(product, claimed.get(product), price, this.#onRejected);
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

  /**
   * All that was said of a product; what its own row says counts first, then what came first. Undefined where nothing was.
   *
   * @param price of what it is sold as, where it has none
   */
  #mergeFrames(
    product: number,
    claimed: readonly number[] = [],
    price?: LowestPrice,
    onRejected: OnRejected = () => undefined,
  ): Pick<ProductFrame, 'text' | 'line' | 'variants'> | undefined {
    const others = claimed
      .flatMap((other) => this.#frames.listFrames(other))
      .map((frame) => (frame.isOwn ? { ...frame, isOwn: false, isHidden: false, isVariant: true } : frame));
    const frames = [...this.#frames.listFrames(product), ...others];
    const isHidden = frames.some((frame) => frame.isHidden);
    if (frames.length <= 1 && !isHidden && price === undefined) return frames[0];
    frames.sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.line - b.line);
    let draft: ProductDraft | undefined;
    for (const frame of frames) {
      const parsed = parseFrame(frame);
      draft ??= new ProductDraft(parsed.id, frame.line);
      for (const variant of draft.takeFrame(parsed))
        onRejected('catalog.duplicate_id', `the variant '${variant}' comes twice`, frame.line, draft.id);
    }
    if (price !== undefined) draft?.setPrice(price);
    return (
      draft && {
        text: Buffer.from(`${draft.formatLine(isHidden)}\n`),
        line: draft.line,
        variants: draft.variants.size,
      }
    );
  }

  close(): void {
    this.#frames.close();
  }

  #numberProduct({ id, aliases, isParent }: ConvertedRow): number {
    if (this.#run?.draft.id === id && aliases.length === 0 && this.#belongsTo.size === 0)
      return this.#run.product;
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
    if (this.#run?.product === product) this.#endRun();
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

  #addTo(product: number, draft: ProductDraft, row: ConvertedRow, line: number): void {
    const { variantId } = row;
    for (const image of row.images ?? []) draft.addImage(image);
    if (row.hasOnlyImages === true) return;
    const variant = variantId === undefined ? '' : formatRecord(row.variant);
    draft.bytes += Buffer.byteLength(variant);
    if (draft.bytes + this.#frames.bytesOf(product) > MAX_TEXT_BYTES)
      throw new RowRejection(
        'product.too_large',
        'the product with all of its variants is too large for one line',
      );
    if (variantId === undefined) this.#noteOwn(product, row, line);
    else if (draft.variants.has(variantId)) throw comesTwice(`the variant '${variantId}' of '${draft.id}'`);
    else draft.variants.set(variantId, variant);
    draft.take(row);
  }

  #noteOwn(product: number, { id, parts = [], attributes }: ConvertedRow, line: number): void {
    const ownLine = this.#ownLines[product];
    if (ownLine !== undefined) throw comesTwice(`the product '${id}'`, ownLine);
    this.#ownLines[product] = line;
    if (parts.flat().length > 0 && !attributes.has('price')) this.#parts.set(product, parts);
  }

  #endRun(): void {
    const { product, draft } = this.#run ?? {};
    this.#run = undefined;
    if (product === undefined || draft === undefined || (!draft.isOwn && draft.variants.size === 0)) return;
    const { line, isOwn, isHidden, variants } = draft;
    this.#frames.add(product, { line, isOwn, isHidden, variants: variants.size }, draft.formatLine());
  }
}

function comesTwice(what: string, firstLine?: number): RowRejection {
  const first = firstLine === undefined ? '' : `: first on line ${formatCount(firstLine)}`;
  return new RowRejection('catalog.duplicate_id', `${what} comes twice${first}`);
}
