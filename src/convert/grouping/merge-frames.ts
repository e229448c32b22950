import { ObjectTree } from '../../json/tree.ts';
import type { OnRejected } from '../row-rejection.ts';
import { FRAME, type ProductFrame } from './product-frames.ts';

/** A frame's product, taken apart. */
interface Taken {
  frame: ProductFrame;
  line: ObjectTree;
  attributes: ObjectTree;
  variants: ObjectTree | undefined;
}

function take(frame: ProductFrame): Taken {
  const line = childOf(undefined, frame.text.toString('utf8'));
  const value = childOf(line, 'value');
  const variants = value.get('variants') === undefined ? undefined : childOf(value, 'variants');
  return { frame, line, attributes: childOf(value, 'attributes'), variants };
}

/** Texts that were made here are objects where objects are expected. */
function childOf(tree: ObjectTree | undefined, name: string): ObjectTree {
  const child = tree === undefined ? ObjectTree.parse(name) : tree.child(name);
  if (child === undefined || child === null) throw new Error(`no object at ${name}`);
  return child;
}

/** A product that was claimed is a variant: what it says of itself as a product does not count. */
const isClaimed = ({ claim }: ProductFrame) => claim.length > 0;

const isOwn = (frame: ProductFrame) => (frame.flags & FRAME.own) !== 0 && !isClaimed(frame);

/**
 * One product of all that was said of it. The frame of the product's own row comes first, whatever the order of the feed; of
 * the others what is there stays.
 *
 * @returns the line of a catalog, without its line feed
 */
export function mergeFrames(
  first: ProductFrame,
  late: readonly ProductFrame[],
  onRejected: OnRejected,
): Buffer {
  const inOrder = [first, ...late].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.line - b.line);
  const [main, ...others] = inOrder.map(take);
  if (main === undefined) return first.text;
  const value = childOf(main.line, 'value');
  const variants = main.variants ?? ObjectTree.empty();
  for (const other of others) {
    for (const [id, json] of variantsOf(other)) {
      if (variants.get(id) === undefined) variants.set(id, json);
      else
        onRejected('catalog.duplicate_id', `the variant '${id}' comes twice`, other.frame.line, idOf(main));
    }
    if (isClaimed(other.frame)) continue;
    for (const name of other.attributes.keys())
      if (main.attributes.get(name) === undefined)
        main.attributes.set(name, other.attributes.get(name) as string);
  }
  setAvailability(main, others, variants);
  if (variants.keys().length > 0) value.set('variants', variants);
  return Buffer.from(main.line.print());
}

function variantsOf({ frame, variants }: Taken): [id: string, json: string][] {
  if (isClaimed(frame)) {
    const claimed = childOf(undefined, `{${frame.claim.toString('utf8')}}`);
    return claimed.keys().map((id) => [id, claimed.get(id) as string]);
  }
  return (variants?.keys() ?? []).map((id) => [id, variants?.get(id) as string]);
}

/** A product is available where one of its variants is, unless its own row says that nothing of it is for sale. */
function setAvailability(main: Taken, others: readonly Taken[], variants: ObjectTree): void {
  const isHidden = [main, ...others].some(({ frame }) => (frame.flags & FRAME.hidden) !== 0);
  const isThere = (value: boolean) => variants.keys().some((id) => says(variants.get(id), value));
  if (isHidden) main.attributes.set('availability', 'false');
  else if (isThere(true)) main.attributes.set('availability', 'true');
  else if (isThere(false)) main.attributes.set('availability', 'false');
}

/** In a string the quotes would be escaped. */
function says(variant: string | undefined, value: boolean): boolean {
  return variant?.includes(`"availability":${value}`) === true;
}

function idOf({ line }: Taken): string {
  return String(JSON.parse(line.get('path') ?? '""')).replace('/products/', '');
}
