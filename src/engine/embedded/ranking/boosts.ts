import type { Boost } from '../../query/model.ts';
import { compileTests, type IdLookup } from '../filters/filters.ts';
import type { Scored } from '../matching/matching.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

const LEAST_FACTOR = 0.01;

/**
 * Multiplies the score of products that match a boost by 1 + its weight; several add up. Moves the ranking and never
 * what is found (spec: C rule 4). Where nothing scores, as in a category, everything counts 1.
 */
export function applyBoosts(
  snapshot: Snapshot,
  lookup: IdLookup,
  found: Scored,
  boosts: readonly Boost[],
): void {
  const compiled = boosts.map(({ field, value, weight }) => ({
    weight,
    passes: compileTests(snapshot, lookup, field, [{ kind: 'value', value }]),
  }));
  if (compiled.length === 0) return;
  found.scores ??= snapshot.scratch.float32(found.ids.length).fill(1);
  for (let at = 0; at < found.ids.length; at++) {
    const ordinal = found.ids[at] ?? 0;
    let factor = 1;
    for (const { weight, passes } of compiled) if (passes(ordinal)) factor += weight;
    found.scores[at] = (found.scores[at] ?? 0) * Math.max(LEAST_FACTOR, factor);
  }
}
