import { parsePointer, toPointer } from './json-pointer.ts';
import type { RecordFamily } from './paths.ts';

/** Target of an operation's `path`. */
export interface Target {
  family: RecordFamily;
  id: string;
  component: Component;
  /** The unescaped segments after the id: `['variants', 'L-9-OAK', 'attributes', 'price']`. */
  segments: readonly string[];
}

/** One JSON Patch record of a delta or a full load (spec: Catalog patch operation). */
export interface Operation {
  op: 'add' | 'remove';
  target: Target;
  /** JSON text of the value exactly as it stood in the input, so that numbers keep their digits. Absent for remove. */
  value?: string;
  /** Line of the input, from 1; for a JSON array the line on which the operation starts. */
  line: number;
}

/** Targets of the segments after the id: `*` stands for any one segment. Items have no variants. */
const COMPONENTS = (
  [
    ['', 'record'],
    ['attributes', 'attributes'],
    ['attributes/*', 'attribute'],
    ['variants', 'variants'],
    ['variants/*', 'variant'],
    ['variants/*/attributes', 'variant-attributes'],
    ['variants/*/attributes/*', 'variant-attribute'],
    ['views', 'views'],
    ['views/*', 'view'],
    ['views/*/attributes', 'view-attributes'],
    ['views/*/attributes/*', 'view-attribute'],
    ['views/*/variants', 'view-variants'],
    ['views/*/variants/*', 'view-variant'],
    ['views/*/variants/*/attributes', 'view-variant-attributes'],
    ['views/*/variants/*/attributes/*', 'view-variant-attribute'],
    ['views/*/variants/*/exclude_from_view', 'view-variant-exclusion'],
  ] as const
).map(([place, component]) => {
  const pattern = place === '' ? [] : place.split('/');
  return { pattern, component, itemsToo: !pattern.includes('variants') };
});

/** The parts of a record that an operation can address (doc: public-facts B5). */
export type Component = (typeof COMPONENTS)[number]['component'];

const NO_FAMILY = 'path must begin with /products/ or /items/';

/** Target of `path`, or the reason why it has none (spec, "Catalog patch operation"; doc, public-facts B5). */
export function parseTarget(path: string): Target | { problem: string } {
  const pointer = parsePointer(path);
  if (pointer === undefined)
    return { problem: path.startsWith('/') ? '~ must be followed by 0 or 1' : NO_FAMILY };
  const [family, id, ...segments] = pointer;
  if (family !== 'products' && family !== 'items') return { problem: NO_FAMILY };
  if (id === undefined || id === '') return { problem: `path names no id after /${family}/` };
  const match = COMPONENTS.find(
    ({ pattern }) =>
      pattern.length === segments.length &&
      pattern.every((expected, i) => (expected === '*' ? segments[i] !== '' : expected === segments[i])),
  );
  if (match === undefined) return { problem: `nothing of a record is at ${toPointer(['…', ...segments])}` };
  if (family === 'items' && !match.itemsToo) return { problem: 'an item has no variants' };
  return { family, id, component: match.component, segments };
}

/** The path that `parseTarget` reads back into this target. */
export function toTargetPath(target: Pick<Target, 'family' | 'id' | 'segments'>): string {
  return toPointer([target.family, target.id, ...target.segments]);
}
