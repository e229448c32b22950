import type { SearchQuery } from '../query/model.ts';
import { measureDistance, type Place } from '../store-places.ts';
import { applyFacetFilters, type FilteredDocuments } from './filters/facet-test.ts';
import type { IdLookup } from './filters/filters.ts';
import { compileFilter } from './filters/narrowing.ts';
import type { ScoredDocuments } from './matching/matching.ts';
import { COLUMN } from './snapshot/schema.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Recall after every filter; scores are null until they are computed. */
export interface Candidates extends ScoredDocuments {
  distances: Float64Array | null;
  /** 1 for each document that stands before the others whatever the order; null where all are alike. */
  exact: Uint8Array | null;
  /** Documents that the facet of a field counts, by the field's key: its own filters do not apply. */
  withoutFilterOn: FilteredDocuments['withoutFilterOn'];
}

/**
 * Applies `efq` and distance, then the facet filters. A facet does not see the facet filters on its own field, so that
 * further values can be chosen (doc: public-facts C2).
 */
export function applyFilters(
  snapshot: Snapshot,
  lookup: IdLookup,
  recalled: Uint32Array,
  query: Pick<SearchQuery, 'filters' | 'facetFilters' | 'geo'>,
): Candidates {
  let ids = recalled;
  for (const filter of query.filters) ids = compileFilter(snapshot, lookup, filter)(ids);
  const near = filterByDistance(snapshot, ids, query.geo);
  const { kept, withoutFilterOn } = applyFacetFilters(snapshot, lookup, query.facetFilters, near.ids);
  return { ...keepNear(near, kept), scores: null, exact: null, withoutFilterOn };
}

type Near = Pick<Candidates, 'ids' | 'distances'>;

function keepNear({ ids, distances }: Near, kept: Uint32Array): Near {
  if (distances === null) return { ids: kept, distances };
  const keptDistances = new Float64Array(kept.length);
  let at = 0;
  for (const [place, ordinal] of kept.entries()) {
    while (ids[at] !== ordinal) at++;
    keptDistances[place] = distances[at] ?? Number.NaN;
  }
  return { ids: kept, distances: keptDistances };
}

function filterByDistance(snapshot: Snapshot, ids: Uint32Array, geo: SearchQuery['geo']): Near {
  if (geo === null) return { ids, distances: null };
  const distances = findNearestStores(snapshot, ids, geo);
  const { maxDistance } = geo;
  if (maxDistance === null) return { ids, distances };
  const isInside = (distance: number) => distance <= maxDistance;
  return {
    ids: ids.filter((_, at) => isInside(distances[at] ?? Number.NaN)),
    distances: distances.filter(isInside),
  };
}

/** The distance from the place to each document's nearest store (haversine); NaN for one without a store. */
function findNearestStores(snapshot: Snapshot, ids: Uint32Array, place: Place): Float64Array {
  const distances = new Float64Array(ids.length).fill(Number.NaN);
  const ends = snapshot.endsOf(COLUMN.storeCounts);
  const places = snapshot.doubles(COLUMN.stores);
  for (let index = 0; index < ids.length; index++) {
    const ordinal = ids[index] ?? 0;
    const end = ends[ordinal] ?? 0;
    for (let store = ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0); store < end; store++) {
      const distance = measureDistance(place, places[store * 2] ?? 0, places[store * 2 + 1] ?? 0);
      if (!(distance >= (distances[index] ?? Number.NaN))) distances[index] = distance;
    }
  }
  return distances;
}
