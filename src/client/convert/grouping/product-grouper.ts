import { formatCount } from '../../../base/wording/amounts.ts';
import { FirstLineById } from '../../../catalog/ids/id-lines.ts';
import { MAX_TEXT_BYTES } from '../../../catalog/splitting/text-handler.ts';
import { escapeSegment } from '../../../protocol/json-pointer.ts';
import { setImages } from '../formats/finish-row.ts';
import {
  asVariant,
  type ConvertedRow,
  type OnRejected,
  type ProductPart,
  RowRejection,
} from '../mapping/map-rows.ts';
import { findLowestPrice, type LowestPrice, sumLowestPrices } from './bundle-prices.ts';
import { mergeFrames, toVariantLine } from './merge-frames.ts';
import { FRAME, FrameFile, markShown, type ProductFrame } from './product-frames.ts';

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
  readonly #belongsTo = new Map<number, number>();
  /** Line of the row that was about the product itself. */
  readonly #ownLines: number[] = [];
  /** Parts of products without a price of their own: the cheapest of each group make it. */
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
    const { id, isParent, variantId } = converted;
    const isClaimed = variantId === undefined && !isParent && this.#numbers.has('variants', id);
    const row = isClaimed ? asVariant(converted, { id, variantId: id }) : converted;
    const product = this.#numberProduct(row);
    if (this.#run?.product !== product) {
      this.#endRun();
      this.#run = new ProductRun(row, product, line);
    }
    this.#addTo(this.#run, row, line);
  }

  /** Products as catalog lines, each with its first line of the feed. May still reject. */
  *products(): Generator<Pick<ProductFrame, 'text' | 'line' | 'flags'>> {
    this.#endRun();
    if (this.#belongsTo.size > 0) this.#moveClaimed();
    const prices = this.#sumPartPrices();
    for (const frames of this.#listOwnedFrames()) {
      const price = prices.get(frames[0].product);
      if (price !== undefined) this.pricedByParts++;
      yield mergeFrames(frames, price, this.#rejectVariant);
    }
  }

  /** The frames of each product that is part of no other. */
  *#listOwnedFrames(): Generator<[ProductFrame, ...ProductFrame[]]> {
    for (const frames of this.#frames.framesByProduct())
      if (this.#findOwner(frames[0].product) === frames[0].product) yield frames;
  }

  /** The prices of products that are sold as others; the feed is gone through once more for those that they are sold as. */
  #sumPartPrices(): ReadonlyMap<number, LowestPrice> {
    const prices = new Map<number, LowestPrice>();
    if (this.#parts.size === 0) return prices;
    const findNumber = ({ kind, name }: ProductPart) => {
      const number = this.#numbers.findLine(kind, name);
      return number === undefined ? 0 : this.#findOwner(number);
    };
    const asked = new Set([...this.#parts.values()].flat(2).map(findNumber));
    const lowest = new Map<number, LowestPrice>();
    for (const frames of this.#listOwnedFrames()) {
      const [{ product }] = frames;
      if (!asked.has(product)) continue;
      const { text } = mergeFrames(frames, undefined, () => undefined);
      const price = findLowestPrice(text.toString('utf8'));
      if (price !== undefined) lowest.set(product, price);
    }
    for (const [product, groups] of this.#parts) {
      const price = sumLowestPrices(groups, (part) => lowest.get(findNumber(part)));
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

  #numberProduct({ id, aliases, isParent }: ConvertedRow): number {
    if (this.#run?.id === id && aliases.length === 0 && this.#belongsTo.size === 0) return this.#run.product;
    const next = this.#products + 1;
    const number = this.#numbers.add('products', id, next);
    let product = number ?? next;
    if (number === undefined) this.#products = next;
    for (const [kind, name] of aliases) {
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

  #addTo(run: ProductRun, row: ConvertedRow, line: number): void {
    const { variantId } = row;
    for (const image of row.images ?? []) run.addImage(image);
    if (row.hasOnlyImages === true) return;
    const variant = variantId === undefined ? undefined : formatVariant(row.variant);
    run.bytes += Buffer.byteLength(variant ?? '');
    if (run.bytes + this.#frames.bytesOf(run.product) > MAX_TEXT_BYTES)
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
    run.take(row);
  }

  #addOwn(run: ProductRun, row: ConvertedRow, line: number): void {
    const ownLine = this.#ownLines[run.product];
    if (ownLine !== undefined) throw comesTwice(`the product '${row.id}'`, ownLine);
    this.#ownLines[run.product] = line;
    run.flags |= FRAME.own;
    if (row.parts !== undefined && row.parts.length > 0 && !row.attributes.has('price'))
      this.#parts.set(run.product, row.parts);
  }

  #endRun(): void {
    const run = this.#run;
    this.#run = undefined;
    if (run === undefined || (run.variants.size === 0 && (run.flags & FRAME.own) === 0)) return;
    const text = run.formatLine();
    this.#frames.add(run, text);
  }

  /** Frames of products that turned out to be part of others go to those. */
  #moveClaimed(): void {
    for (const frames of this.#frames.framesByProduct()) {
      const product = this.#findOwner(frames[0].product);
      if (product === frames[0].product) continue;
      for (const frame of frames) {
        const { line, flags, text } = frame;
        const isVariant = (flags & FRAME.own) !== 0;
        if (isVariant) this.variants++;
        this.#frames.add(
          { product, line, flags: isVariant ? 0 : flags },
          isVariant ? toVariantLine(frame) : text.toString('utf8', 0, text.length - 1),
        );
      }
    }
  }
}

function comesTwice(what: string, firstLine?: number): RowRejection {
  const first = firstLine === undefined ? '' : `: first on line ${formatCount(firstLine)}`;
  return new RowRejection('catalog.duplicate_id', `${what} comes twice${first}`);
}

/** Rows of one product, one behind the other, while they come. */
class ProductRun {
  readonly product: number;
  readonly id: string;
  readonly line: number;
  readonly #attributes: Map<string, string>;
  flags = 0;
  #ownAvailability: string | undefined;
  /** Of the variants: one that is available is enough. */
  #availability: string | undefined;
  /** JSON of each variant by its id. */
  readonly variants = new Map<string, string>();
  /** Further images of the product. */
  readonly #images = new Set<string>();
  bytes = 0;

  constructor({ id, attributes }: ConvertedRow, product: number, line: number) {
    this.product = product;
    this.id = id;
    this.line = line;
    this.#attributes = attributes;
  }

  addImage(image: string): void {
    this.#images.add(image);
    this.bytes += image.length;
  }

  /** Existing values stay, unless the row is the product's own. */
  take({ variantId, attributes, variant, isHidden }: ConvertedRow): void {
    const isOwn = variantId === undefined;
    for (const [name, json] of attributes)
      if (isOwn || !this.#attributes.has(name)) this.#attributes.set(name, json);
    if (isHidden) this.flags |= FRAME.hidden;
    if (isOwn) this.#ownAvailability = attributes.get('availability');
    else {
      const availability = variant.get('availability');
      if (this.#availability !== 'true') this.#availability = availability ?? this.#availability;
      this.flags |= markShown((name) => variant.has(name), availability);
    }
  }

  /** The catalog line of the product; whether it is hidden is not in it. Completes the flags. */
  formatLine(): string {
    const variants = [...this.variants].map(([id, json]) => `${JSON.stringify(id)}:${json}`).join(',');
    this.#attributes.delete('availability');
    setImages(this.#attributes, [...this.#images]);
    const availability = this.#availability ?? this.#ownAvailability;
    if (availability !== undefined) this.#attributes.set('availability', availability);
    this.flags |= markShown((name) => this.#attributes.has(name), availability);
    const path = JSON.stringify(`/products/${escapeSegment(this.id)}`);
    const ofVariants = variants === '' ? '' : `,"variants":{${variants}}`;
    return `{"op":"add","path":${path},"value":{"attributes":{${formatMembers(this.#attributes)}}${ofVariants}}}`;
  }
}

/** A variant as the record has it. */
function formatVariant(attributes: ReadonlyMap<string, string>): string {
  return `{"attributes":{${formatMembers(attributes)}}}`;
}

/** The members of an object from their JSON. */
function formatMembers(members: ReadonlyMap<string, string>): string {
  let text = '';
  for (const [name, json] of members) text += `${text === '' ? '"' : ',"'}${name}":${json}`;
  return text;
}
