import { distanceTo, type Place } from '../../distance.ts';
import type { Column } from './column.ts';

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
