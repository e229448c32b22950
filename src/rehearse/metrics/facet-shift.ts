/** How many products have each value of a facet, by what the value is called. */
export type FacetCounts = ReadonlyMap<string, number>;

/** The values that have products before and none after, in their order before. */
export function findLostValues(before: FacetCounts, after: FacetCounts): string[] {
  return [...before]
    .filter(([value, count]) => count > 0 && !((after.get(value) ?? 0) > 0))
    .map(([value]) => value);
}

/**
 * Largest change of a value's share, 0 to 1 (L∞, as TensorFlow Data Validation's `infinity_norm`).
 * A facet that is missing or empty has only shares of 0.
 */
export function computeShareShift(before: FacetCounts, after: FacetCounts): number {
  const [sumBefore, sumAfter] = [sumCounts(before), sumCounts(after)];
  const values = new Set([...before.keys(), ...after.keys()]);
  const shifts = [...values].map((value) =>
    Math.abs((before.get(value) ?? 0) / sumBefore - (after.get(value) ?? 0) / sumAfter),
  );
  return Math.max(0, ...shifts);
}

/** Never 0, as it divides. */
function sumCounts(counts: FacetCounts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0) || 1;
}
