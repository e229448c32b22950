import type { RecordFamily } from '../../../protocol/paths.ts';

/**
 * Which members of a component can be addressed by an operation of their own (doc: public-facts B5).
 * `each` stands for all of them: ids of variants and views, names of attributes.
 */
export interface ComponentShape {
  readonly named?: readonly { readonly name: string; readonly shape: ComponentShape }[];
  readonly each?: ComponentShape;
}

function named(members: Readonly<Record<string, ComponentShape>>): ComponentShape {
  return { named: Object.entries(members).map(([name, shape]) => ({ name, shape })) };
}

const LEAF: ComponentShape = {};
const ATTRIBUTES: ComponentShape = { each: LEAF };
const VARIANTS: ComponentShape = { each: named({ attributes: ATTRIBUTES }) };
const VIEW_VARIANTS: ComponentShape = { each: named({ attributes: ATTRIBUTES, exclude_from_view: LEAF }) };
const VIEWS: ComponentShape = { each: named({ attributes: ATTRIBUTES, variants: VIEW_VARIANTS }) };
const ITEM_VIEWS: ComponentShape = { each: named({ attributes: ATTRIBUTES }) };

/** The addressable components of a record: products have variants, items have none (doc: public-facts B5). */
export const RECORD_SHAPES: Readonly<Record<RecordFamily, ComponentShape>> = {
  products: named({ attributes: ATTRIBUTES, variants: VARIANTS, views: VIEWS }),
  items: named({ attributes: ATTRIBUTES, views: ITEM_VIEWS }),
};

/** Can members of this component be addressed at all? */
export function isLeaf(shape: ComponentShape): boolean {
  return shape.named === undefined && shape.each === undefined;
}

/** Is the component a map of ids or names, rather than one with members of fixed names? */
export function isMap(shape: ComponentShape): boolean {
  return shape.each !== undefined;
}
