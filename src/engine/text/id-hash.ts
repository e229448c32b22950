const HALF = 2 ** 32;
/** Bits of the upper half that a number holds beside the lower half without rounding. */
const UPPER_BITS = 0x1fffff;

/**
 * A number of 53 bits for an id. Two of a million ids are the same with a chance of one in
 * ten thousand million, so looking up an id reads no text.
 */
export function hashId(id: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (high >>> 15), 0x85ebca6b);
  }
  return ((high ^ (high >>> 13)) & UPPER_BITS) * HALF + (low >>> 0);
}
