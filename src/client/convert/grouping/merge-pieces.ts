import { escapeSegment } from '../../../protocol/json-pointer.ts';
import { setImages } from '../formats/finish-row.ts';
import type { ConvertedRow, OnRejected } from '../mapping/map-rows.ts';
import type { LowestPrice } from './bundle-prices.ts';

/** Values of a product from one row, or from several together. */
export interface ProductPiece extends Pick<ConvertedRow, 'id' | 'isHidden' | 'images'> {
  /** Of the first row, or of the one about the product itself. */
  line: number;
  /** One of the rows was about the product itself: what it says counts more than what the rows of variants say. */
  isOwn: boolean;
  /** JSON by name; those of the first piece become those of all. */
  attributes: Map<string, string>;
  /** JSON of each variant by its id. */
  variants: readonly (readonly [id: string, json: string])[];
}

/**
 * The catalog line of a product, of which existing values stay, with its line feed; undefined where all pieces have
 * nothing but images.
 *
 * @param isWhole nothing else is said of it
 * @param price of what it is sold as, where it has none
 */
export function mergePieces(
  given: readonly ProductPiece[],
  onRejected: OnRejected,
  isWhole: boolean,
  price?: LowestPrice,
) {
  const pieces = given.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.line - b.line);
  const said = pieces.find(({ isOwn, variants }) => isOwn || variants.length > 0);
  // Others may say what these are images of.
  const first = said ?? (isWhole ? undefined : pieces[0]);
  if (first === undefined) return undefined;
  const { id, line, isOwn, attributes } = first;
  const own = isOwn ? attributes.get('availability') : undefined;
  const variants = new Map<string, string>();
  for (const piece of pieces) {
    for (const [name, json] of piece === first ? [] : piece.attributes)
      if (!attributes.has(name)) attributes.set(name, json);
    for (const [variant, json] of piece.variants)
      if (!variants.has(variant)) variants.set(variant, json);
      else onRejected('catalog.duplicate_id', `the variant '${variant}' comes twice`, piece.line, id);
  }
  if (price !== undefined) attributes.set('price', String(price.price));
  if (price !== undefined && price.current < price.price) attributes.set('sale_price', String(price.current));
  const images = pieces.flatMap((piece) => piece.images ?? []);
  if (images.length > 0) setImages(attributes, [...new Set([...listImages(attributes).slice(1), ...images])]);
  const ofVariants = [...variants].map(([variant, json]) => `${JSON.stringify(variant)}:${json}`).join(',');
  const isHidden = pieces.some((piece) => piece.isHidden);
  const availability = isHidden && isWhole ? 'false' : (findAvailability(ofVariants) ?? own);
  // It stands behind all others.
  attributes.delete('availability');
  if (availability !== undefined) attributes.set('availability', availability);
  const path = JSON.stringify(`/products/${escapeSegment(id)}`);
  const members = `${formatRecord(attributes).slice(0, -1)}${ofVariants && `,"variants":{${ofVariants}}`}}`;
  const text = `{"op":"add","path":${path},"value":${members}}\n`;
  return { line, isOwn, isHidden, variants: variants.size, text };
}

/** The images of a product, the one that is shown in front. */
export function listImages(attributes: ReadonlyMap<string, string>): string[] {
  const additional = attributes.get('additional_images') ?? '[]';
  return [
    JSON.parse(attributes.get('thumb_image') ?? '""'),
    ...(additional.startsWith('[') ? JSON.parse(additional) : []),
  ];
}

/** Of variants one is enough. In texts quotes stand behind backslashes. */
function findAvailability(variants: string): string | undefined {
  if (variants.includes('"availability":true')) return 'true';
  return variants.includes('"availability":') ? 'false' : undefined;
}

/** A product or variant as the catalog has it, from the JSON of its attributes. */
export function formatRecord(attributes: ReadonlyMap<string, string>): string {
  let members = '';
  for (const [name, json] of attributes) members += `${members === '' ? '"' : ',"'}${name}":${json}`;
  return `{"attributes":{${members}}}`;
}
