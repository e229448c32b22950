// Which components of a record an operation can address (doc: public-facts B5).
import { endOf, startOf } from '../../../../../base/json/kernel/assembly/parts/tape';
import { isWord } from '../../../../../base/json/kernel/assembly/parts/words';
import { ITEM_SHAPE, PRODUCT_SHAPE } from './layout';

export const NO_SHAPE: i32 = 0;
/** A value that is set as a whole. */
export const LEAF: i32 = 1;
const ATTRIBUTES: i32 = 4;
const VARIANTS: i32 = 5;
const VARIANT: i32 = 6;
const VIEWS: i32 = 7;
const VIEW: i32 = 8;
const VIEW_VARIANTS: i32 = 9;
const VIEW_VARIANT: i32 = 10;
const ITEM_VIEWS: i32 = 11;
const ITEM_VIEW: i32 = 12;

/** Is the component a map of ids or names, rather than one with members of fixed names? */
export function isMap(shape: i32): bool {
  return shape == ATTRIBUTES || shape == VARIANTS || shape == VIEWS || shape == VIEW_VARIANTS || shape == ITEM_VIEWS;
}

/** Shape of the members of a map. */
function shapeOfEach(map: i32): i32 {
  switch (map) {
    case VARIANTS: return VARIANT;
    case VIEWS: return VIEW;
    case VIEW_VARIANTS: return VIEW_VARIANT;
    case ITEM_VIEWS: return ITEM_VIEW;
    default: return LEAF;
  }
}

/** Shape of a member, or `NO_SHAPE` where no operation can address it; an empty key has no path. */
export function memberShape(shape: i32, tape: usize, key: i32): i32 {
  if (isMap(shape)) return endOf(tape, key) - startOf(tape, key) > 2 ? shapeOfEach(shape) : NO_SHAPE;
  if (isWord(tape, key, 'attributes')) return ATTRIBUTES;
  if (isWord(tape, key, 'variants')) return shape == PRODUCT_SHAPE ? VARIANTS : shape == VIEW ? VIEW_VARIANTS : NO_SHAPE;
  if (isWord(tape, key, 'views')) return shape == PRODUCT_SHAPE ? VIEWS : shape == ITEM_SHAPE ? ITEM_VIEWS : NO_SHAPE;
  return shape == VIEW_VARIANT && isWord(tape, key, 'exclude_from_view') ? LEAF : NO_SHAPE;
}
