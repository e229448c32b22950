import { ObjectTree } from '../../../base/json/tree.ts';
import { unescapeSegment } from '../../../protocol/json-pointer.ts';
import { OF_PRODUCTS, type OnRejected } from '../mapping/map-rows.ts';
import type { LowestPrice } from './bundle-prices.ts';
import { FRAME, markShown, type ProductFrame } from './product-frames.ts';

function parseRecord({ text }: ProductFrame) {
  const line = ObjectTree.parse(text.toString('utf8')) as ObjectTree;
  const value = line.child('value') as ObjectTree;
  const pointer: string = JSON.parse(line.get('path') as string);
  const id = unescapeSegment(pointer.slice('/products/'.length)) ?? pointer;
  const attributes = value.child('attributes') as ObjectTree;
  return { line, id, attributes, variants: value.child('variants') ?? ObjectTree.empty() };
}

/**
 * The catalog line of all that was said of a product: its own row's frame counts first, then those that came first.
 *
 * @param price of what it is sold as, where it has none
 */
export function mergeFrames(
  frames: readonly [ProductFrame, ...ProductFrame[]],
  price: LowestPrice | undefined,
  onRejected: OnRejected,
): Pick<ProductFrame, 'text' | 'line' | 'flags'> {
  const [first] = frames;
  const isHidden = frames.some(({ flags }) => (flags & FRAME.hidden) !== 0);
  if (frames.length === 1 && !isHidden && price === undefined) return first;
  const ranked = frames.toSorted((a, b) => (b.flags & FRAME.own) - (a.flags & FRAME.own) || a.line - b.line);
  const [main, ...others] = ranked as [ProductFrame, ...ProductFrame[]];
  const { line, id, attributes, variants } = parseRecord(main);
  const said = [attributes.get('availability')];
  for (const other of others) {
    const more = parseRecord(other);
    said.push(more.attributes.get('availability'));
    for (const name of more.attributes.keys())
      if (attributes.get(name) === undefined) attributes.set(name, more.attributes.get(name) as string);
    for (const variant of more.variants.keys())
      if (variants.get(variant) === undefined) variants.set(variant, more.variants.get(variant) as string);
      else onRejected('catalog.duplicate_id', `the variant '${variant}' comes twice`, other.line, id);
  }
  if (price !== undefined) attributes.set('price', String(price.price));
  if (price !== undefined && price.current < price.price) attributes.set('sale_price', String(price.current));
  const ofVariants = variants.print();
  // In texts quotes stand behind backslashes.
  const isOfVariants = (attribute: string) => ofVariants.includes(`"${attribute}":`);
  const own = said.includes('true') ? 'true' : said.find((availability) => availability !== undefined);
  const shown = isOfVariants('availability') ? String(ofVariants.includes('"availability":true')) : own;
  const availability = isHidden ? 'false' : shown;
  // It stands behind all others.
  attributes.delete('availability');
  if (availability !== undefined) attributes.set('availability', availability);
  if (variants.keys().length > 0) line.child('value')?.set('variants', variants);
  const flags = markShown((name) => attributes.get(name) !== undefined || isOfVariants(name), availability);
  return { text: Buffer.from(`${line.print()}\n`), line: main.line, flags };
}

/** The line of a product that was claimed, as one of a product with this variant. */
export function toVariantLine(frame: ProductFrame): string {
  const { line, id, attributes } = parseRecord(frame);
  for (const name of OF_PRODUCTS) attributes.delete(name);
  const variants = `{${JSON.stringify(id)}:{"attributes":${attributes.print()}}}`;
  line.set('value', `{"attributes":{},"variants":${variants}}`);
  return line.print();
}
