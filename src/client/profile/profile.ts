import { isCount, isMapOf, isNumber, isObjectOf, isText, type ValueOf } from '../../base/json/shape.ts';
import { TYPES } from './features.ts';
import type { WatchedFeed } from './feed-profiler.ts';
import { type FieldTally, interpolatePrice, PRICE_BINS, type Tally } from './tally.ts';

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
    categories: selectLargest(tally.categories, share),
    brands: selectLargest(tally.brands, share),
    fields: summarizeFields(tally, share),
  };
}

function summarizeFields({ fields }: Tally, share: (count: number) => number): Profile['fields'] {
  const used = [...fields].filter(([, { filled }]) => filled > 0);
  const sorted = used.sort(([a, one], [b, other]) => other.filled - one.filled || (a < b ? -1 : 1));
  const chosen = sorted.slice(0, MAX_FIELDS).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(chosen.map(([name, field]) => [name, sumField(field, share(field.filled))]));
}

function sumField(
  { filled, types, characters, distinct }: FieldTally,
  fill: number,
): Profile['fields'][string] {
  const texts = types[TYPES.indexOf('string')] ?? 0;
  const shares = TYPES.flatMap((type, place) => {
    const count = types[place] ?? 0;
    return count > 0 ? [[type, roundShare(count / filled)] as const] : [];
  });
  return {
    fill,
    types: Object.fromEntries(shares),
    ...(distinct !== undefined && { distinct: distinct.size }),
    ...(texts > 0 && { length: Math.round((10 * characters) / texts) / 10 }),
  };
}

function selectLargest(names: ReadonlyMap<string, number>, share: (count: number) => number) {
  const sorted = [...names].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  const rest = sorted.slice(MAX_NAMES).reduce((sum, [, count]) => sum + count, 0);
  const largest = sorted.slice(0, MAX_NAMES).map(([name, count]) => [name, share(count)] as const);
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
