import type { FacetFilter, SearchQuery } from '../../../engine/query/model.ts';
import { syntaxError } from '../../../engine/query/syntax-error.ts';
import { invalidParameter, parsedParameter, type QueryParameters, textParameter } from './query-parameter.ts';
import { DISTANCE_FIELD } from './search-filters.ts';

/**
 * The customer's place from `ll` and the farthest store from `fq=store_lat_lon:"<distance>"` (spec: C rule 2).
 * Of several distances the smallest counts, as filters narrow each other.
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

interface Coordinates {
  lat: number;
  lon: number;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** `<latitude>,<longitude>` in degrees (spec: C rule 2; bounds of doc: public-facts B4). @throws BrctlError `query.syntax` */
export function parseCoordinates(text: string): Coordinates {
  const [lat, lon, ...rest] = text.split(',').map((part) => part.trim());
  if (lat === undefined || lon === undefined || rest.length > 0) {
    throw syntaxError(text, 0, 'Expected <latitude>,<longitude>');
  }
  return { lat: degrees(text, lat, 90, 'latitude'), lon: degrees(text, lon, 180, 'longitude') };
}

function degrees(text: string, part: string, bound: number, name: string): number {
  const value = NUMBER.test(part) ? Number(part) : Number.NaN;
  if (Math.abs(value) <= bound) return value;
  throw syntaxError(text, text.indexOf(part), `Expected a ${name} from -${bound} to ${bound}`);
}
