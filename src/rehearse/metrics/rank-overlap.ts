/** How much the first places count: the first ten have 86 % of the weight (Webber et al., section 5). */
const PERSISTENCE = 0.9;

/**
 * Rank-biased overlap of two rankings, extrapolated beyond their ends: 1 for the same products in the same order, 0 for
 * none in common; earlier places count more. Rankings may be of different lengths; an id comes once in each.
 *
 * Source: Webber, Moffat & Zobel 2010 (TOIS 28:4), RBO_ext, equation 32. It says nothing of empty rankings (own): two of
 * them are the same, 1; one of them has nothing in common with the other, 0.
 */
export function rankOverlap(first: readonly string[], second: readonly string[]): number {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  if (short.length === 0) return long.length === 0 ? 1 : 0;
  const seen = { short: new Set<string>(), long: new Set<string>() };
  let overlap = 0;
  let overlapOfShort = 0;
  let sum = 0;
  for (let depth = 1; depth <= long.length; depth++) {
    overlap += addId(short[depth - 1], seen.short, seen.long) + addId(long[depth - 1], seen.long, seen.short);
    if (depth === short.length) overlapOfShort = overlap;
    const beyond = depth - short.length;
    const agreement = overlap / depth + (beyond > 0 ? (overlapOfShort * beyond) / (short.length * depth) : 0);
    sum += agreement * PERSISTENCE ** depth;
  }
  const atTheEnd = (overlap - overlapOfShort) / long.length + overlapOfShort / short.length;
  return ((1 - PERSISTENCE) / PERSISTENCE) * sum + atTheEnd * PERSISTENCE ** long.length;
}

/** 1 where the other ranking has had this product already. Nothing is behind the end of the shorter one. */
function addId(id: string | undefined, own: Set<string>, other: ReadonlySet<string>): number {
  if (id === undefined) return 0;
  own.add(id);
  return other.has(id) ? 1 : 0;
}
