import { type Coordinates, parseCoordinates } from '../../../engine/query/coordinates.ts';
import type { FacetFilter, SearchQuery } from '../../../engine/query/model.ts';
import { invalidParameter, parsedParameter, type QueryParameters, textParameter } from './query-parameter.ts';
import { DISTANCE_FIELD } from './search-filters.ts';

/**
 * The customer's place from `ll` and the farthest store from `fq=store_lat_lon:"<distance>"` (spec: C rule 2).
 * Of several distances the smallest counts, as filters narrow each other.
 *
 * @throws Refusal `invalid_parameter` for a distance without `ll`, or one that is not a number of 0 or more
 */
export function readStorePickup(
  parameters: QueryParameters,
  filters: readonly FacetFilter[],
  unit: 'km' | 'mi',
): SearchQuery['geo'] {
  const distances = filters.filter(({ field }) => field === DISTANCE_FIELD).map(distanceOf);
  const ll = textParameter(parameters, 'll');
  if (ll === '') {
    if (distances.length === 0) return null;
    throw invalidParameter('ll', 'a filter by store_lat_lon needs ll=<latitude>,<longitude>');
  }
  const place: Coordinates = parsedParameter('ll', ll, parseCoordinates);
  return { ...place, maxDistance: distances.length === 0 ? null : Math.min(...distances), unit };
}

/** Filters without those by distance. */
export function withoutDistance(filters: readonly FacetFilter[]): FacetFilter[] {
  return filters.filter(({ field }) => field !== DISTANCE_FIELD);
}

function distanceOf({ anyOf }: FacetFilter): number {
  const [test] = anyOf;
  const distance =
    anyOf.length === 1 && test?.kind === 'value' ? Number(test.value || Number.NaN) : Number.NaN;
  if (distance >= 0 && distance < Number.POSITIVE_INFINITY) return distance;
  throw invalidParameter('fq', 'store_lat_lon expects one distance as in store_lat_lon:"25"');
}
