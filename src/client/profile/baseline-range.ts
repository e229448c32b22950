/** Earlier feeds without which nothing is known to be usual. */
export const MIN_TRAINING_FEEDS = 8;
export const MAX_TRAINING_FEEDS = 30;

/** Deviations from the median beyond which a value is an anomaly. */
const DEVIATIONS = 4;
/** The median absolute deviation of normally distributed values times this is their standard deviation. */
const MAD_TO_DEVIATION = 1.4826;

/** How values are compared: shares by their odds, so that 99 % and 98 % are as far apart as 2 % and 1 %; counts by their ratio. */
export type Scale = 'share' | 'count';

export interface RangeOptions {
  scale: Scale;
  /** Values nearer to the median are no anomalies: an absolute part of 1 for shares, a relative one for counts. */
  floor: number;
  /** Products that the shares are of: few of them say little. */
  products: number;
}

/** A share that is off by fewer products than this says nothing. */
const MIN_PRODUCTS = 5;
const HALF = 0.5;

/**
 * Usual values: median ± max(4 × 1.4826 × MAD, floor) on a log or log-odds scale, extended by what occurred before
 * and capped at half the observed range (or the floor) beyond it. Tolerates weekends, sales and seasons.
 */
export function computeBaselineRange(values: readonly number[], { scale, floor, products }: RangeOptions) {
  const curve = scale === 'share' ? computeOdds(products) : LOGARITHM;
  const median = getMedian(values);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const share = scale === 'share' ? Math.max(floor, MIN_PRODUCTS / Math.max(1, products)) : floor;
  const scaleShare = (from: number) => (scale === 'share' ? share : from * share);
  const middle = curve.to(median);
  const deviation = MAD_TO_DEVIATION * getMedian(values.map((value) => Math.abs(curve.to(value) - middle)));
  // A season takes out a little each day: its first days are the ones that no MAD knows of.
  const further = scale === 'count' ? 1 : HALF;
  const widen = (from: number) => Math.max(scaleShare(from), (max - min) * HALF);
  return {
    median,
    low: Math.min(
      Math.max(curve.from(middle - DEVIATIONS * deviation), min - widen(min)),
      median - scaleShare(median),
      min - scaleShare(min) * further,
    ),
    high: Math.max(
      Math.min(curve.from(middle + DEVIATIONS * deviation), max + widen(max)),
      median + scaleShare(median),
      max + scaleShare(max) * further,
    ),
  };
}

interface Curve {
  to(value: number): number;
  from(value: number): number;
}

const LOGARITHM: Curve = {
  to: (value) => Math.log(Math.max(value, Number.MIN_VALUE)),
  from: (value) => Math.exp(value),
};

/** Log odds of a share of this many products, with five products more on either side: from none to two is not far. */
function computeOdds(products: number): Curve {
  const n = Math.max(1, products);
  return {
    to(share) {
      const inner = (share * n + MIN_PRODUCTS) / (n + 2 * MIN_PRODUCTS);
      return Math.log(inner / (1 - inner));
    },
    from: (odds) => ((n + 2 * MIN_PRODUCTS) / (1 + Math.exp(-odds)) - MIN_PRODUCTS) / n,
  };
}

/** @param values at least one */
function getMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] as number)) / 2;
}
