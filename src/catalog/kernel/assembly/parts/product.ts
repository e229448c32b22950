// A product: attributes, variants, views.
import { attributes, typedValue } from './attributes';
import { isId } from './ids';
import { BOOLEAN, UNUSUAL } from './layout';
import { hasUniqueKeys, isObject, isText, next, textLength, textStart } from './line';

/** The bit of a price, which a product may leave to its variants; from the host. */
export let priceBit: i32 = 0;

/** `attributes`, `variants`, `views`, `exclude_from_view` */
const NAMES = memory.data<u8>([
  0x61, 0x74, 0x74, 0x72, 0x69, 0x62, 0x75, 0x74, 0x65, 0x73, 0x76, 0x61, 0x72, 0x69, 0x61, 0x6e, 0x74, 0x73, 0x76, 0x69,
  0x65, 0x77, 0x73, 0x65, 0x78, 0x63, 0x6c, 0x75, 0x64, 0x65, 0x5f, 0x66, 0x72, 0x6f, 0x6d, 0x5f, 0x76, 0x69, 0x65, 0x77,
]);

const ATTRIBUTES: i32 = 1;
const VARIANTS: i32 = 2;
const VIEWS: i32 = 4;
const EXCLUSION: i32 = 8;

/** Kind of a member of a component; 0 for none of its members. */
function memberOf(key: i32): i32 {
  if (isText(key, NAMES, 10)) return ATTRIBUTES;
  if (isText(key, NAMES + 10, 8)) return VARIANTS;
  if (isText(key, NAMES + 18, 5)) return VIEWS;
  return isText(key, NAMES + 23, 17) ? EXCLUSION : 0;
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
