import { isCount, isMapOf, isNumber, isObjectOf, isText, type ValueOf } from '../../base/json/shape.ts';
import { KIND } from '../../base/json/tape.ts';
import type { WatchedFeed } from './feed-profiler.ts';
import { BRAND, CATEGORY, FIELD } from './kernel/assembly/parts/layout.ts';
import { type CountedName, interpolatePrice, PRICE_BINS, type Tally } from './tally.ts';

const isShares = isMapOf(isNumber);

const isFieldProfile = isObjectOf(
  {
    fill: isNumber,
    /** Of the values. */
    types: isShares,
  },
  {
    /** Different values; absent for booleans. */
    distinct: isCount,
    /** Characters of a text, on average. */
    length: isNumber,
  },
);

/** Shares are parts of 1, rounded; products are those that were profiled, but for the counts at the top. */
export const isProfile = isObjectOf(
  {
    /** When the feed was planned, RFC 3339 UTC. */
    at: isText,
    /** Of the catalog. */
    products: isCount,
    /** How many products the shares are of: one in `oneIn` of the catalog's. */
    profiled: isCount,
    oneIn: isCount,
    /** Profiled products that were in the catalog before, too; the moves are counted among them. */
    inBoth: isCount,
    /** Products to which something happened, by its name. */
    moves: isMapOf(isCount),
    available: isNumber,
    /** Of a product, on average. */
    variants: isNumber,
    prices: isObjectOf({ quantiles: isShares, bins: isShares }),
    /** Shares of the largest; the others together are `others`. */
    categories: isShares,
    brands: isShares,
    fields: isMapOf(isFieldProfile),
  },
  {
    /** Differences from the catalog before, where that was known. */
    added: isCount,
    removed: isCount,
    changed: isCount,
    /** With a price anywhere; absent from profiles of earlier versions of brctl. */
    priced: isNumber,
    /** Without a title, a price anywhere or a url; absent from profiles of earlier versions of brctl. */
    incomplete: isNumber,
  },
);
export type Profile = ValueOf<typeof isProfile>;

/** Names that have a share of their own; the others are counted together. */
const MAX_NAMES = 60;
/** Fields of a profile; those that most products have. */
export const MAX_FIELDS = 80;
const OTHERS = 'others';
/** How the kernel tells the JSON types apart; `null` and what is empty count as no value. */
const { string, number, true: boolean, array, object } = KIND;
const KINDS_OF_TYPES = { string, number, boolean, array, object };
const QUANTILES = [1, 10, 50, 90, 99];
const DIGITS = 1e6;

/** Exact figures of the whole catalog. */
export type CatalogCounts = Pick<Profile, 'at' | 'products' | 'added' | 'removed' | 'changed'>;

/** The profile of a catalog, from what was seen of it. */
export function createProfile(counts: CatalogCounts, { tally, movement, inBoth }: WatchedFeed): Profile {
  const { products: profiled, oneIn } = tally;
  const share = (count: number) => roundShare(count / Math.max(1, profiled));
  return {
    ...counts,
    profiled,
    oneIn,
    inBoth,
    moves: movement.listCounts(),
    available: share(profiled - tally.unavailable),
    priced: share(tally.priced),
    incomplete: share(tally.incomplete),
    variants: share(tally.variants),
    prices: { quantiles: computeQuantiles(tally.prices), bins: listBins(tally) },
    categories: selectLargest(tally.listNames(CATEGORY), share),
    brands: selectLargest(tally.listNames(BRAND), share),
    fields: summarizeFields(tally.listNames(FIELD), share),
  };
}

function summarizeFields(fields: CountedName[], share: (count: number) => number): Profile['fields'] {
  const chosen = fields.sort(compareFilled).slice(0, MAX_FIELDS);
  const sorted = chosen.sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map((field) => [field.name, sumField(field, share(field.filled))]));
}

function compareFilled(a: CountedName, b: CountedName): number {
  return b.filled - a.filled || (a.name < b.name ? -1 : 1);
}

function sumField({ filled, distinct, kinds, characters }: CountedName, fill: number) {
  const texts = kinds[KIND.string] ?? 0;
  const shares = Object.entries(KINDS_OF_TYPES).flatMap(([type, kind]) => {
    const count = kinds[kind] ?? 0;
    return count > 0 ? [[type, roundShare(count / filled)] as const] : [];
  });
  return {
    fill,
    types: Object.fromEntries(shares),
    ...(distinct > 0 && { distinct }),
    ...(texts > 0 && { length: Math.round((10 * characters) / texts) / 10 }),
  };
}

function selectLargest(names: CountedName[], share: (count: number) => number) {
  const sorted = names.sort(compareFilled);
  const rest = sorted.slice(MAX_NAMES).reduce((sum, { filled }) => sum + filled, 0);
  const largest = sorted.slice(0, MAX_NAMES).map(({ name, filled }) => [name, share(filled)] as const);
  return Object.fromEntries([...largest, ...(rest > 0 ? [[OTHERS, share(rest)] as const] : [])]);
}

/** Of the products that have a price. */
function listBins({ prices }: Tally): { [bin: string]: number } {
  const priced = sumCounts(prices);
  const used = [...prices].flatMap((count, bin) =>
    count > 0 ? [[String(bin), roundShare(count / priced)] as const] : [],
  );
  return Object.fromEntries(used);
}

function computeQuantiles(prices: Int32Array): { [percent: string]: number } {
  const priced = sumCounts(prices);
  return Object.fromEntries(
    priced === 0 ? [] : QUANTILES.map((percent) => [percent, getQuantile(prices, (priced * percent) / 100)]),
  );
}

/** The price that this many are below, to three digits. */
function getQuantile(prices: Int32Array, below: number): number {
  let before = 0;
  for (let bin = 0; bin < PRICE_BINS; bin++) {
    const count = prices[bin] as number;
    if (count > 0 && before + count >= below)
      return bin === 0 ? 0 : Number(interpolatePrice(bin, (below - before) / count).toPrecision(3));
    before += count;
  }
  return 0;
}

function sumCounts(counts: Int32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function roundShare(share: number): number {
  return Math.round(share * DIGITS) / DIGITS;
}
