import type { Column } from './column.ts';

/** The earth's mean radius, as search servers take it for distances. */
const EARTH_RADIUS_KM = 6371.0087714;
const KM_PER_MILE = 1.609344;
const RADIANS = Math.PI / 180;

/** Where a customer is, and the unit of distances from there. */
export interface Place {
  lat: number;
  lon: number;
  unit: 'km' | 'mi';
}

/** The distance from the place to each document's nearest store (haversine); NaN for one without a store. */
export function nearestStores(stores: Column | null, ids: Uint32Array, place: Place): Float64Array {
  const distances = new Float64Array(ids.length).fill(Number.NaN);
  if (stores === null || stores.kind !== 'number' || stores.ends === null) return distances;
  const { ends, values } = stores;
  for (let at = 0; at < ids.length; at++) {
    const ordinal = ids[at] ?? 0;
    const end = ends[ordinal] ?? 0;
    for (let pair = ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0); pair < end; pair += 2) {
      const distance = distanceTo(place, values[pair] ?? 0, values[pair + 1] ?? 0);
      if (!(distance >= (distances[at] ?? Number.NaN))) distances[at] = distance;
    }
  }
  return distances;
}

/** Great-circle distance in the place's unit. */
function distanceTo({ lat, lon, unit }: Place, storeLat: number, storeLon: number): number {
  const sinLat = Math.sin(((storeLat - lat) * RADIANS) / 2);
  const sinLon = Math.sin(((storeLon - lon) * RADIANS) / 2);
  const chord = sinLat * sinLat + Math.cos(lat * RADIANS) * Math.cos(storeLat * RADIANS) * sinLon * sinLon;
  const km = 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
  return unit === 'km' ? km : km / KM_PER_MILE;
}
