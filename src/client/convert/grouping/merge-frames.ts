import { ObjectTree } from '../../../base/json/tree.ts';
import { unescapeSegment } from '../../../protocol/json-pointer.ts';
import { OF_PRODUCTS, type OnRejected } from '../mapping/map-rows.ts';
import { FRAME, type ProductFrame } from './product-frames.ts';

/** The line of a catalog that one frame makes, without its line feed. */
export function formatLine({ flags, path, attributes, variants }: ProductFrame): string {
  const availability = availabilityOf(flags);
  const said = availability === undefined ? '' : `"availability":${availability}`;
  const members = joined([attributes, said]);
  const ofVariants = variants === '' ? '' : `,"variants":{${variants}}`;
  return `{"op":"add","path":${path},"value":{"attributes":{${members}}${ofVariants}}}`;
}

/** A product is available where one of its variants is, unless its own row says that nothing of it is for sale. */
function availabilityOf(flags: number): boolean | undefined {
  if ((flags & FRAME.hidden) !== 0) return false;
  if ((flags & FRAME.variantAvailability) !== 0) return (flags & FRAME.variantAvailable) !== 0;
  return (flags & FRAME.ownAvailability) === 0 ? undefined : (flags & FRAME.ownAvailable) !== 0;
}

/** One product of all that was said of it: its own row's frame counts first, then those that came first. */
export function mergeFrames(
  first: ProductFrame,
  late: readonly ProductFrame[],
  onRejected: OnRejected,
): ProductFrame {
  const [main = first, ...others] = [first, ...late].sort(
    (a, b) => (b.flags & FRAME.own) - (a.flags & FRAME.own) || a.line - b.line,
  );
  let { flags, attributes } = main;
  const ids = new Set(namesIn(main.variants));
  const variants = [main.variants];
  for (const other of others) {
    flags |= other.flags;
    const added = namesIn(other.variants);
    const twice = added.filter((id) => ids.has(id));
    variants.push(without(other.variants, twice));
    for (const id of twice)
      onRejected('catalog.duplicate_id', `the variant '${id}' comes twice`, other.line, idOf(main));
    for (const id of added) ids.add(id);
    attributes = withMissing(attributes, other.attributes);
  }
  return { ...main, flags, attributes, variants: joined(variants) };
}

/** A product that was claimed, as the variant of its owner: what it says as a product does not count. */
export function toVariantFrame(frame: ProductFrame, owner: number): ProductFrame {
  const isKnown = (frame.flags & FRAME.ownAvailability) !== 0;
  const isAvailable = (frame.flags & FRAME.ownAvailable) !== 0;
  const members = joined([
    without(frame.attributes, OF_PRODUCTS),
    isKnown ? `"availability":${isAvailable}` : '',
  ]);
  return {
    ...frame,
    product: owner,
    flags: (isKnown ? FRAME.variantAvailability : 0) | (isAvailable ? FRAME.variantAvailable : 0),
    attributes: '',
    variants: `${JSON.stringify(idOf(frame))}:{"attributes":{${members}}}`,
  };
}

function idOf({ path }: ProductFrame): string {
  const pointer = String(JSON.parse(path));
  return unescapeSegment(pointer.slice('/products/'.length)) ?? pointer;
}

function namesIn(members: string): string[] {
  return members === '' ? [] : Object.keys(JSON.parse(`{${members}}`));
}

function treeOf(members: string): ObjectTree {
  return ObjectTree.parse(`{${members}}`) ?? ObjectTree.empty();
}

function without(members: string, ids: readonly string[]): string {
  if (ids.length === 0) return members;
  const tree = treeOf(members);
  for (const id of ids) tree.delete(id);
  return tree.print().slice(1, -1);
}

function withMissing(attributes: string, more: string): string {
  const known = new Set(namesIn(attributes));
  const missing = namesIn(more).filter((name) => !known.has(name));
  if (missing.length === 0) return attributes;
  const others = treeOf(more);
  return joined([attributes, ...missing.map((name) => `${JSON.stringify(name)}:${others.get(name)}`)]);
}

function joined(members: readonly string[]): string {
  return members.filter((part) => part !== '').join(',');
}
