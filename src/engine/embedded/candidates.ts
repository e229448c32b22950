import type { SearchQuery } from '../query/model.ts';
import { nearestStores } from './distance.ts';
import { facetTest } from './facet-test.ts';
import { compileFilter, type IdLookup, type Predicate } from './filters.ts';
import type { Scored } from './matching.ts';
import { COLUMN } from './schema.ts';
import type { Snapshot } from './snapshot.ts';

/** What is left of the recall after every filter. */
export interface Candidates extends Scored {
  distances: Float64Array | null;
  /** What the facet of a filtered field counts, by the field's key: also what only its own filters keep out. */
  facetBase: ReadonlyMap<string, Uint32Array>;
}

/**
 * Applies `efq` and distance, then the facet filters. A facet does not see the facet filters on its own field, so that
 * further values can be chosen (doc: public-facts C2).
 */
export function narrow(
  snapshot: Snapshot,
  lookup: IdLookup,
  recalled: Scored,
  query: Pick<SearchQuery, 'filters' | 'facetFilters' | 'geo'>,
): Candidates {
  let found = recalled;
  for (const filter of query.filters) found = keep(snapshot, found, compileFilter(snapshot, lookup, filter));
  const near = withinDistance(snapshot, found, query.geo);
  const test = facetTest(snapshot, lookup, query.facetFilters);
  if (test === null) return { ...near, facetBase: new Map() };
  const [key, ...otherKeys] = test.keys;
  if (key !== undefined && otherKeys.length === 0) {
    return { ...keepNear(snapshot, near, test.passes), facetBase: new Map([[key, near.ids]]) };
  }
  const unscored = { ids: near.ids, scores: null };
  const facetBase = new Map(
    test.keys.map((own) => [own, keep(snapshot, unscored, test.passesWithout(own)).ids]),
  );
  return { ...keepNear(snapshot, near, test.passes), facetBase };
}

function keep(snapshot: Snapshot, { ids, scores }: Scored, passes: Predicate): Scored {
  const keptIds = snapshot.scratch.uint32(ids.length);
  const keptScores = scores && snapshot.scratch.float32(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const ordinal = ids[at] ?? 0;
    if (!passes(ordinal)) continue;
    if (scores && keptScores) keptScores[count] = scores[at] ?? 0;
    keptIds[count++] = ordinal;
  }
  return { ids: keptIds.subarray(0, count), scores: keptScores?.subarray(0, count) ?? null };
}

interface Near extends Scored {
  distances: Float64Array | null;
}

function keepNear(snapshot: Snapshot, near: Near, passes: Predicate): Near {
  const distances = near.distances?.filter((_, at) => passes(near.ids[at] ?? 0)) ?? null;
  return { ...keep(snapshot, near, passes), distances };
}

function withinDistance(snapshot: Snapshot, found: Scored, geo: SearchQuery['geo']): Near {
  if (geo === null) return { ...found, distances: null };
  const distances = nearestStores(snapshot.column(COLUMN.stores), found.ids, geo);
  const { maxDistance } = geo;
  if (maxDistance === null) return { ...found, distances };
  const inside = new Set<number>();
  for (let at = 0; at < found.ids.length; at++) {
    if ((distances[at] ?? Number.NaN) <= maxDistance) inside.add(found.ids[at] ?? 0);
  }
  return {
    ...keep(snapshot, found, (ordinal) => inside.has(ordinal)),
    distances: distances.filter((distance) => distance <= maxDistance),
  };
}
