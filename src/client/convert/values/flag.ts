const YES = ['true', 'yes', 'y', '1', 'on', 'enabled', 'published', 'active', 'visible'];
const NO = [
  'false',
  'no',
  'n',
  '0',
  '-1',
  'off',
  'disabled',
  'unpublished',
  'draft',
  'archived',
  'not visible',
];

/**
 * What can be bought, and what cannot: the words of merchant feeds and of schema.org's ItemAvailability. A product that can
 * be ordered before it is there is available.
 */
const AVAILABLE = [
  'in stock',
  'instock',
  'available',
  'available for order',
  'preorder',
  'pre order',
  'presale',
  'backorder',
  'back order',
  'limited availability',
  'limitedavailability',
  'limited stock',
  'onlineonly',
  'instoreonly',
  'made to order',
  'madetoorder',
  'onbackorder',
];
const UNAVAILABLE = [
  'out of stock',
  'outofstock',
  'out stock',
  'sold out',
  'soldout',
  'unavailable',
  'not available',
  'discontinued',
  'reserved',
];

const MEANINGS = new Map<string, boolean>([
  ...[...YES, ...AVAILABLE].map((word) => [word, true] as const),
  ...[...NO, ...UNAVAILABLE].map((word) => [word, false] as const),
]);

/** A feed has a few such words, a million times. */
const MAX_REMEMBERED = 1_000;
const remembered = new Map<string, boolean | undefined>();

/** Reads a yes or no, an availability, or a quantity, of which some is yes; undefined for other words. */
export function readFlag(text: string): boolean | undefined {
  const before = remembered.get(text);
  if (before !== undefined) return before;
  const flag = meaningOf(text);
  if (remembered.size < MAX_REMEMBERED) remembered.set(text, flag);
  return flag;
}

function meaningOf(text: string): boolean | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?schema\.org\//, '')
    .replaceAll(/[\s_-]+/g, (gap, at) => (at === 0 ? gap : ' '));
  const known = MEANINGS.get(word);
  if (known !== undefined) return known;
  return /^-?\d+(?:\.\d+)?$/.test(word) ? Number(word) > 0 : undefined;
}
