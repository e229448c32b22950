import { formatCount } from '../../../base/wording/amounts.ts';
import { FirstLineById } from '../../../catalog/ids/id-lines.ts';
import { MAX_TEXT_BYTES } from '../../../catalog/splitting/text-handler.ts';
import type { ConvertedRow, ProductPart } from '../mapping/map-rows.ts';
import { type OnRejected, RowRejection } from '../mapping/map-rows.ts';
import { type LowestPrice, lowestOfGroups, lowestPriceOf, withPrice } from './bundle-prices.ts';
import { lineOf, mergeFrames } from './merge-frames.ts';
import { FRAME, FrameFile, type ProductFrame } from './product-frames.ts';
import { addAttributes, frameOf, newRun, type ProductRun, variantJson } from './product-run.ts';

/**
 * Makes products of rows, however far apart, in the order in which products first came. Runs of rows go through a
 * temporary file; only frames of products that came before are kept aside and merged.
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
  readonly #belongsTo = new GrowingColumn();
  /** Bytes of its frames; none before the first. */
  readonly #bytes = new GrowingColumn();
  /** Line of the row that was about the product itself. */
  readonly #ownLines = new GrowingColumn();
  /** Ids that a product claimed for its variants before they came. */
  readonly #claimedIds = new FirstLineById();
  #hasClaims = false;
  /** What products without a price of their own are sold as. */
  readonly #parts = new Map<number, readonly (readonly ProductPart[])[]>();
  variants = 0;
  /** Products that got the price of what they are sold as. */
  pricedByParts = 0;
  #run: ProductRun | undefined;

  constructor(tempDir: string, onRejected: OnRejected) {
    this.#frames = new FrameFile(tempDir);
    this.#onRejected = onRejected;
  }

  /** @throws RowRejection for a product or variant that came before */
  add(converted: ConvertedRow, line: number): void {
    const isClaimed = converted.isClaimable && this.#claimedIds.has('products', converted.id);
    const row = isClaimed ? asVariant(converted) : converted;
    const product = this.#numberOf(row);
    if (this.#run?.product !== product) {
      this.#endRun();
      this.#run = newRun(row, product, line);
    }
    this.#addTo(this.#run as ProductRun, row, line);
  }

  /** Products as catalog lines without line feeds, each with its first line of the feed. May still reject. */
  *products(): Generator<{ text: string; line: number }> {
    this.#endRun();
    if (this.#hasClaims) this.#moveClaimed();
    const prices = this.#partPrices();
    for (const frame of this.#wholeFrames(this.#rejectVariant)) {
      const price = prices.get(frame.product);
      if (price !== undefined) this.pricedByParts++;
      const priced =
        price === undefined ? frame : { ...frame, attributes: withPrice(frame.attributes, price) };
      yield { text: lineOf(priced), line: frame.line };
    }
  }

  /** Each product as one frame, in the order in which they first came. */
  *#wholeFrames(
    onRejected: OnRejected,
    isAsked: (product: number) => boolean = () => true,
  ): Generator<ProductFrame> {
    for (const frame of this.#frames.frames()) {
      const { product } = frame;
      if (!isAsked(product) || (this.#hasClaims && this.#ownerOf(product) !== product)) continue;
      const late = this.#frames.lateFramesOf(product);
      yield late.length === 0 ? frame : mergeFrames(frame, late, onRejected);
    }
  }

  /** The prices of products that are sold as others; the feed is gone through once more for those that they are sold as. */
  #partPrices(): ReadonlyMap<number, LowestPrice> {
    const prices = new Map<number, LowestPrice>();
    if (this.#parts.size === 0) return prices;
    const numberOf = ({ kind, name }: ProductPart) => {
      const number = this.#numbers.lineOf(kind, name);
      return number === undefined ? 0 : this.#ownerOf(number);
    };
    const asked = new Set([...this.#parts.values()].flat(2).map(numberOf));
    const known = new Map<number, LowestPrice>();
    for (const frame of this.#wholeFrames(
      () => undefined,
      (product) => asked.has(product),
    )) {
      const price = lowestPriceOf(frame);
      if (price !== undefined) known.set(frame.product, price);
    }
    for (const [product, groups] of this.#parts) {
      const price = lowestOfGroups(groups, (part) => known.get(numberOf(part)));
      if (price !== undefined) prices.set(product, price);
    }
    return prices;
  }

  readonly #rejectVariant: OnRejected = (...why) => {
    this.variants--;
    this.#onRejected(...why);
  };

  close(): void {
    this.#frames.close();
  }

  #numberOf({ id, aliases, isParent }: ConvertedRow): number {
    if (this.#run?.id === id && aliases.length === 0 && !this.#hasClaims) return this.#run.product;
    const next = this.#products + 1;
    const known = this.#numbers.add('products', id, next);
    let product = known ?? next;
    if (known === undefined) this.#products = next;
    for (const [kind, name] of aliases) {
      const other = this.#numbers.add(kind, name, product);
      if (isParent && kind === 'products') this.#claimedIds.add(kind, name, product);
      if (other === undefined) continue;
      // The row of the product itself claims what came before under its other names.
      if (isParent) this.#claim(this.#rootOf(other), this.#rootOf(product));
      else product = other;
    }
    return this.#rootOf(product);
  }

  #claim(product: number, owner: number): void {
    if (product === owner) return;
    if (this.#run?.product === product) this.#endRun();
    this.#belongsTo.set(product, owner);
    this.#hasClaims = true;
  }

  #rootOf(product: number): number {
    let root = product;
    for (let above = this.#belongsTo.get(root); above !== 0; above = this.#belongsTo.get(root)) root = above;
    return root;
  }

  /** The product that a frame goes to. One of which no row could be used owns nothing. */
  #ownerOf(product: number): number {
    const root = this.#rootOf(product);
    return this.#bytes.get(root) === 0 ? product : root;
  }

  #addTo(run: ProductRun, row: ConvertedRow, line: number): void {
    const { variantId } = row;
    for (const image of row.images ?? []) {
      run.images.add(image);
      run.bytes += image.length;
    }
    if (row.hasOnlyImages === true) return;
    const variant = variantId === undefined ? undefined : variantJson(row.variant);
    run.bytes += Buffer.byteLength(variant ?? '');
    if (run.bytes + this.#bytes.get(run.product) > MAX_TEXT_BYTES)
      throw new RowRejection(
        'product.too_large',
        'the product with all of its variants is too large for one line',
      );
    if (variantId === undefined) this.#addOwn(run, row, line);
    else if (run.variants.has(variantId)) throw comesTwice(`the variant '${variantId}' of '${run.id}'`);
    else {
      run.variants.set(variantId, variant as string);
      this.variants++;
    }
    if (run.attributes !== row.attributes) addAttributes(run.attributes, row);
    if (row.isHidden) run.flags |= FRAME.hidden;
    this.#noteAvailability(run, row);
  }

  #addOwn(run: ProductRun, row: ConvertedRow, line: number): void {
    const ownLine = this.#ownLines.get(run.product);
    if (ownLine !== 0) throw comesTwice(`the product '${row.id}'`, ownLine);
    this.#ownLines.set(run.product, line);
    run.flags |= FRAME.own;
    if (row.parts !== undefined && row.parts.length > 0 && !row.attributes.has('price'))
      this.#parts.set(run.product, row.parts);
    if (row.isClaimable) run.claim = `${JSON.stringify(row.id)}:${variantJson(row.variant)}`;
  }

  #noteAvailability(run: ProductRun, row: ConvertedRow): void {
    const isOwn = row.variantId === undefined;
    const availability = (isOwn ? row.attributes : row.variant).get('availability');
    if (availability === undefined) return;
    run.flags |= isOwn ? FRAME.ownAvailability : FRAME.variantAvailability;
    if (availability === 'true') run.flags |= isOwn ? FRAME.ownAvailable : FRAME.variantAvailable;
  }

  #endRun(): void {
    const run = this.#run;
    this.#run = undefined;
    if (run === undefined || (run.variants.size === 0 && (run.flags & FRAME.own) === 0)) return;
    const frame = frameOf(run);
    const before = this.#bytes.get(run.product);
    if (before === 0) this.#frames.add(frame);
    else this.#frames.addLate(frame);
    this.#bytes.set(
      run.product,
      before + frame.path.length + Buffer.byteLength(frame.attributes) + run.bytes,
    );
  }

  /** Frames of products that turned out to be part of others go to those. */
  #moveClaimed(): void {
    for (const frame of this.#frames.frames()) {
      const owner = this.#ownerOf(frame.product);
      if (owner === frame.product) continue;
      this.#frames.addLate({ ...frame, product: owner });
      if (frame.claim !== '') this.variants++;
    }
  }
}

function comesTwice(what: string, firstLine = 0): RowRejection {
  const first = firstLine === 0 ? '' : `: first on line ${formatCount(firstLine)}`;
  return new RowRejection('catalog.duplicate_id', `${what} comes twice${first}`);
}

/** The product that a claimable row would be, as the variant of the product that claimed it. */
function asVariant(row: ConvertedRow): ConvertedRow {
  return { ...row, variantId: row.id, attributes: new Map(), isClaimable: false, isHidden: false };
}

const INITIAL_LENGTH = 1024;

/** A whole number for each of a growing number of things; 0 where none was set. */
class GrowingColumn {
  #values = new Uint32Array(INITIAL_LENGTH);

  get(at: number): number {
    return this.#values[at] ?? 0;
  }

  set(at: number, value: number): void {
    if (at >= this.#values.length) {
      const larger = new Uint32Array(Math.max(at + 1, this.#values.length * 2));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[at] = value;
  }
}
