import { ObjectTree } from '../../../base/json/tree.ts';
import { escapeSegment, unescapeSegment } from '../../../protocol/json-pointer.ts';
import { setImages } from '../formats/finish-row.ts';
import { type ConvertedRow, OF_PRODUCTS } from '../mapping/map-rows.ts';
import type { LowestPrice } from './bundle-prices.ts';
import type { ProductFrame } from './frame-file.ts';

/** A product while rows, or frames of them, say of it one thing after the other. */
export class ProductDraft {
  readonly id: string;
  /** Of the first row. */
  readonly line: number;
  /** Did a row about the product itself come? */
  isOwn = false;
  isHidden = false;
  readonly #attributes: Map<string, string>;
  /** Of the product without its variants. */
  #availability: string | undefined;
  /** JSON of each variant by its id. */
  readonly variants = new Map<string, string>();
  /** Further images of the product. */
  readonly #images = new Set<string>();
  bytes = 0;

  constructor(id: string, line: number, attributes = new Map<string, string>()) {
    this.id = id;
    this.line = line;
    this.#attributes = attributes;
  }

  addImage(image: string): void {
    this.#images.add(image);
    this.bytes += image.length;
  }

  /** Existing values stay, unless the row is the product's own. */
  take({ variantId, attributes, isHidden }: ConvertedRow): void {
    const isOwn = variantId === undefined;
    for (const [name, json] of attributes)
      if (isOwn || !this.#attributes.has(name)) this.#attributes.set(name, json);
    this.isHidden ||= isHidden;
    if (!isOwn) return;
    this.isOwn = true;
    this.#availability = attributes.get('availability');
  }

  /** Existing values stay; one frame that is available is enough. Gives the variants that were there before. */
  *takeFrame({ attributes, variants }: ReturnType<typeof parseFrame>): Generator<string> {
    const availability = attributes.get('availability');
    if (this.#availability !== 'true') this.#availability = availability ?? this.#availability;
    for (const name of attributes.keys())
      if (!this.#attributes.has(name)) this.#attributes.set(name, attributes.get(name) as string);
    for (const variant of variants.keys())
      if (this.variants.has(variant)) yield variant;
      else this.variants.set(variant, variants.get(variant) as string);
  }

  setPrice({ price, current }: LowestPrice): void {
    this.#attributes.set('price', String(price));
    if (current < price) this.#attributes.set('sale_price', String(current));
  }

  /** The catalog line of the product. @param isHidden nothing of it is for sale */
  formatLine(isHidden = false): string {
    const variants = [...this.variants].map(([id, json]) => `${JSON.stringify(id)}:${json}`).join(',');
    setImages(this.#attributes, [...this.#images]);
    // In texts quotes stand behind backslashes.
    const isOfVariants = variants.includes('"availability":');
    const shown = isOfVariants ? String(variants.includes('"availability":true')) : this.#availability;
    const availability = isHidden ? 'false' : shown;
    // It stands behind all others.
    this.#attributes.delete('availability');
    if (availability !== undefined) this.#attributes.set('availability', availability);
    const path = JSON.stringify(`/products/${escapeSegment(this.id)}`);
    const ofVariants = variants === '' ? '' : `,"variants":{${variants}}`;
    return `{"op":"add","path":${path},"value":${formatRecord(this.#attributes).slice(0, -1)}${ofVariants}}}`;
  }
}

/** A product or variant as the catalog has it, from the JSON of its attributes. */
export function formatRecord(attributes: ReadonlyMap<string, string>): string {
  let members = '';
  for (const [name, json] of attributes) members += `${members === '' ? '"' : ',"'}${name}":${json}`;
  return `{"attributes":{${members}}}`;
}

export function parseFrame({ text, isVariant }: ProductFrame) {
  const line = ObjectTree.parse(text.toString('utf8'), 'value') as ObjectTree;
  const value = line.child('value') as ObjectTree;
  const pointer: string = JSON.parse(line.get('path') as string);
  const id = unescapeSegment(pointer.slice('/products/'.length)) ?? pointer;
  const attributes = value.child('attributes') as ObjectTree;
  if (isVariant !== true) return { id, attributes, variants: value.child('variants') ?? ObjectTree.empty() };
  for (const name of OF_PRODUCTS) attributes.delete(name);
  const variants = ObjectTree.empty();
  variants.set(id, `{"attributes":${attributes.print()}}`);
  return { id, attributes: ObjectTree.empty(), variants };
}
