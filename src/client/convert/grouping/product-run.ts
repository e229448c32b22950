import { escapeSegment } from '../../../protocol/json-pointer.ts';
import type { ConvertedRow } from '../mapping/map-rows.ts';
import type { ProductFrame } from './product-frames.ts';

/** Rows of one product, one behind the other, while they come. */
export interface ProductRun {
  product: number;
  line: number;
  flags: number;
  id: string;
  attributes: Map<string, string>;
  /** JSON of each variant by its id. */
  variants: Map<string, string>;
  /** Further images of the product. */
  images: Set<string>;
  bytes: number;
  claim: string;
}

export function newRun({ id, attributes }: ConvertedRow, product: number, line: number): ProductRun {
  return {
    product,
    line,
    flags: 0,
    id,
    attributes,
    variants: new Map(),
    images: new Set(),
    bytes: 0,
    claim: '',
  };
}

/** What a run of rows makes of its product, once the run has ended. */
export function frameOf(run: ProductRun): ProductFrame {
  const { product, line, flags, id, attributes, variants, images, claim } = run;
  attributes.delete('availability');
  addImages(attributes, images);
  return {
    product,
    line,
    flags,
    path: JSON.stringify(`/products/${escapeSegment(id)}`),
    attributes: membersJson(attributes),
    variants: [...variants].map(([variantId, json]) => `${JSON.stringify(variantId)}:${json}`).join(','),
    claim,
  };
}

/** What is there stays, unless the row is the product's own. */
export function addAttributes(attributes: Map<string, string>, row: ConvertedRow): void {
  const isOwn = row.variantId === undefined;
  for (const [name, json] of row.attributes) if (isOwn || !attributes.has(name)) attributes.set(name, json);
}

/** All images but the one that the product is shown with, which is the first where no other was named. */
function addImages(attributes: Map<string, string>, images: ReadonlySet<string>): void {
  if (images.size === 0) return;
  const [first, ...others] = [...images].map((image) => JSON.stringify(image));
  if (first === undefined) return;
  const shown = attributes.get('thumb_image') ?? first;
  attributes.set('thumb_image', shown);
  const further = [first, ...others].filter((image) => image !== shown);
  if (further.length > 0) attributes.set('additional_images', `[${further.join(',')}]`);
}

/** A variant as the record has it. */
export function variantJson(attributes: ReadonlyMap<string, string>): string {
  return `{"attributes":{${membersJson(attributes)}}}`;
}

/** The members of an object from their JSON. */
function membersJson(members: ReadonlyMap<string, string>): string {
  let text = '';
  for (const [name, json] of members) text += `${text === '' ? '"' : ',"'}${name}":${json}`;
  return text;
}
