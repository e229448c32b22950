/** From 0.01 to 10,000,000. */
const LOWEST_DECADE = -2;
const DECADES = 9;
const BINS_PER_DECADE = 8;
/** The first is for what is below, the last for what is above. */
export const PRICE_BINS = DECADES * BINS_PER_DECADE + 2;

/** The bin of a price: the same ones for every feed, each a third wider than the one before. */
export function binOf(price: number): number {
  if (!(price > 0)) return 0;
  const bin = Math.floor((Math.log10(price) - LOWEST_DECADE) * BINS_PER_DECADE) + 1;
  return Math.min(PRICE_BINS - 1, Math.max(0, bin));
}

/** The price at a place within a bin, from 0 to 1. */
export function priceAt(bin: number, place: number): number {
  return 10 ** ((bin - 1 + place) / BINS_PER_DECADE + LOWEST_DECADE);
}
