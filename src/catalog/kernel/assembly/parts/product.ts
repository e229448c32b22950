// A product: attributes, variants, views.
import { isWord } from '../../../../base/json/kernel/assembly/parts/words';
import { attributes, typedValue } from './attributes';
import { isId } from './ids';
import { BOOLEAN, UNUSUAL } from './layout';
import { hasUniqueKeys, isObject, next, TAPE, textLength, textStart } from './line';

/** The bit of a price, which a product may leave to its variants; from the host. */
export let priceBit: i32 = 0;

const ATTRIBUTES: i32 = 1;
const VARIANTS: i32 = 2;
const VIEWS: i32 = 4;
const EXCLUSION: i32 = 8;

/** Kind of a member of a component; 0 for none of its members. */
function memberOf(key: i32): i32 {
  if (isWord(TAPE, key, 'attributes')) return ATTRIBUTES;
  if (isWord(TAPE, key, 'variants')) return VARIANTS;
  if (isWord(TAPE, key, 'views')) return VIEWS;
  return isWord(TAPE, key, 'exclude_from_view') ? EXCLUSION : 0;
}

/** Kinds of members of each component, and of its maps. */
const PRODUCT: i32 = 1;
const VARIANT: i32 = 2;
const VIEW: i32 = 3;
const VIEW_VARIANT: i32 = 4;

function allowedIn(component: i32): i32 {
  switch (component) {
    case PRODUCT: return ATTRIBUTES | VARIANTS | VIEWS;
    case VIEW: return ATTRIBUTES | VARIANTS;
    case VIEW_VARIANT: return ATTRIBUTES | EXCLUSION;
    default: return ATTRIBUTES;
  }
}

/** A map of ids; gives the union of the bits of its components. */
function components(node: i32, component: i32): i32 {
  if (!isObject(node) || !hasUniqueKeys(node)) return UNUSUAL;
  const end = next(node);
  let present: i32 = 0;
  for (let key = node + 1; key < end; key = next(key + 1)) {
    const bits = isId(textStart(key), textLength(key)) ? partOf(key + 1, component) : UNUSUAL;
    if (bits < 0) return UNUSUAL;
    present |= bits;
  }
  return present;
}

/** An object of attributes and more, each at most once; gives the bits of the attributes, or UNUSUAL. */
function partOf(node: i32, component: i32): i32 {
  if (!isObject(node)) return UNUSUAL;
  const end = next(node);
  let allowed = allowedIn(component);
  let present: i32 = 0;
  for (let key = node + 1; key < end; key = next(key + 1)) {
    const member = memberOf(key);
    if ((allowed & member) == 0) return UNUSUAL;
    allowed ^= member;
    const bits = valueBits(member, key + 1, component);
    if (bits < 0) return UNUSUAL;
    present |= bits;
  }
  return component == PRODUCT && (allowed & ATTRIBUTES) != 0 ? UNUSUAL : present;
}

function valueBits(member: i32, node: i32, component: i32): i32 {
  if (member == ATTRIBUTES) return attributes(node);
  if (member == EXCLUSION) return typedValue(BOOLEAN, node) ? 0 : UNUSUAL;
  const isOfView = member == VARIANTS && component == VIEW;
  const bits = components(node, member == VIEWS ? VIEW : isOfView ? VIEW_VARIANT : VARIANT);
  return bits < 0 ? UNUSUAL : bits & priceBit;
}

/** A product: gives the bits of its attributes, or UNUSUAL. */
export function product(node: i32): i32 {
  return partOf(node, PRODUCT);
}
