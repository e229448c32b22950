type Shares = { readonly [name: string]: number };

/** The largest difference of a share: L∞. What is not named has none. */
export function findLargestDifference(a: Shares, b: Shares): { distance: number; name: string } {
  let max = { distance: 0, name: '' };
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const distance = Math.abs((a[name] ?? 0) - (b[name] ?? 0));
    if (distance > max.distance) max = { distance, name };
  }
  return max;
}

/** The Jensen-Shannon distance, base 2, of two distributions: the square root of their divergence, from 0 to 1 (Lin, 1991). */
export function computeJensenShannon(a: Shares, b: Shares): number {
  let divergence = 0;
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const p = a[name] ?? 0;
    const q = b[name] ?? 0;
    const middle = (p + q) / 2;
    if (p > 0) divergence += (p * Math.log2(p / middle)) / 2;
    if (q > 0) divergence += (q * Math.log2(q / middle)) / 2;
  }
  return Math.sqrt(Math.min(1, Math.max(0, divergence)));
}
