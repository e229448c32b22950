import { ObjectTree } from '../../../base/json/tree.ts';
import { unescapeSegment } from '../../../protocol/json-pointer.ts';
import type { OnRejected } from '../row-rejection.ts';
import { FRAME, NO_SHAPE, type ProductFrame } from './product-frames.ts';

/** A product that was claimed is a variant: what it says of itself as a product does not count. */
const isClaimed = ({ claim }: ProductFrame) => claim.length > 0;

const isOwn = (frame: ProductFrame) => (frame.flags & FRAME.own) !== 0 && !isClaimed(frame);

const OPENING = Buffer.from('{"op":"add","path":');
const ATTRIBUTES = Buffer.from(',"value":{"attributes":{');
const VARIANTS = Buffer.from(',"variants":{');
const COMMA = Buffer.from(',');
const CLOSED = Buffer.from('}');
const CLOSING = Buffer.from('}}');

/** The line of a catalog that one frame makes, in parts and without its line feed. */
export function lineParts({ flags, path, attributes, variants }: ProductFrame): Buffer[] {
  const parts = [OPENING, path, ATTRIBUTES, attributes];
  const availability = availabilityOf(flags);
  if (availability !== undefined) {
    if (attributes.length > 0) parts.push(COMMA);
    parts.push(availability);
  }
  parts.push(CLOSED);
  if (variants.length > 0) parts.push(VARIANTS, variants, CLOSED);
  parts.push(CLOSING);
  return parts;
}

const AVAILABLE = Buffer.from('"availability":true');
const UNAVAILABLE = Buffer.from('"availability":false');

/** A product is available where one of its variants is, unless its own row says that nothing of it is for sale. */
function availabilityOf(flags: number): Buffer | undefined {
  if ((flags & FRAME.hidden) !== 0) return UNAVAILABLE;
  if ((flags & FRAME.variantAvailability) !== 0)
    return (flags & FRAME.variantAvailable) === 0 ? UNAVAILABLE : AVAILABLE;
  if ((flags & FRAME.ownAvailability) === 0) return undefined;
  return (flags & FRAME.ownAvailable) === 0 ? UNAVAILABLE : AVAILABLE;
}

/**
 * One product of all that was said of it. The frame of the product's own row comes first, whatever the order of the feed; of
 * the others what is there stays.
 */
export function mergeFrames(
  first: ProductFrame,
  late: readonly ProductFrame[],
  onRejected: OnRejected,
): ProductFrame {
  const [main = first, ...others] = [first, ...late].sort(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.line - b.line,
  );
  let { flags, attributes } = main;
  const ids = new Set(idsOf(main));
  const variants = main.variants.length > 0 ? [main.variants] : [];
  for (const other of others) {
    flags |= isClaimed(other) ? flagsOfVariant(other.flags) : other.flags;
    addVariants(other, ids, variants, (id) =>
      onRejected('catalog.duplicate_id', `the variant '${id}' comes twice`, other.line, idOf(main)),
    );
    if (!isClaimed(other) && (other.shape !== main.shape || main.shape === NO_SHAPE))
      attributes = withMissing(attributes, other.attributes);
  }
  return { ...main, flags, attributes, variants: joined(variants) };
}

/** What a claimed product says of itself it says of a variant. */
function flagsOfVariant(flags: number): number {
  const isKnown = (flags & FRAME.ownAvailability) === 0 ? 0 : FRAME.variantAvailability;
  return isKnown | ((flags & FRAME.ownAvailable) === 0 ? 0 : FRAME.variantAvailable);
}

function idsOf({ ids }: ProductFrame): string[] {
  return ids.length === 0 ? [] : ids.toString('utf8').split('\n');
}

function addVariants(
  frame: ProductFrame,
  ids: Set<string>,
  variants: Buffer[],
  onTwice: (id: string) => void,
): void {
  const added = isClaimed(frame) ? [claimedId(frame)] : idsOf(frame);
  const twice = added.filter((id) => ids.has(id));
  const members = isClaimed(frame) ? frame.claim : frame.variants;
  if (twice.length === 0 && members.length > 0) variants.push(members);
  else if (twice.length < added.length) variants.push(without(members, twice));
  for (const id of twice) onTwice(String(JSON.parse(id)));
  for (const id of added) ids.add(id);
}

/** The id of a product that was claimed is the last part of its path. */
function claimedId(frame: ProductFrame): string {
  return JSON.stringify(idOf(frame));
}

function idOf({ path }: ProductFrame): string {
  const pointer = String(JSON.parse(path.toString('utf8')));
  return unescapeSegment(pointer.slice('/products/'.length)) ?? pointer;
}

function treeOf(members: Buffer): ObjectTree {
  return ObjectTree.parse(`{${members.toString('utf8')}}`) ?? ObjectTree.empty();
}

function membersOf(tree: ObjectTree): Buffer {
  return Buffer.from(tree.print().slice(1, -1));
}

function without(members: Buffer, ids: readonly string[]): Buffer {
  const tree = treeOf(members);
  for (const id of ids) tree.delete(String(JSON.parse(id)));
  return membersOf(tree);
}

function withMissing(attributes: Buffer, more: Buffer): Buffer {
  const tree = treeOf(attributes);
  const others = treeOf(more);
  const missing = others.keys().filter((name) => tree.get(name) === undefined);
  if (missing.length === 0) return attributes;
  for (const name of missing) tree.set(name, others.get(name) as string);
  return membersOf(tree);
}

function joined(members: readonly Buffer[]): Buffer {
  if (members.length === 1) return members[0] as Buffer;
  return Buffer.concat(members.flatMap((part, at) => (at === 0 ? [part] : [COMMA, part])));
}
