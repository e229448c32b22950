export interface StorePlace {
  lat: number;
  lon: number;
}

/** The places of a `store_location` attribute; what is no place on earth is left out (doc: public-facts B4). */
export function storePlaces(value: unknown): StorePlace[] {
  const given: unknown[] = Array.isArray(value) ? value : [value];
  const places: StorePlace[] = [];
  for (const place of given) {
    const { lat, lon } = (place ?? {}) as { lat?: unknown; lon?: unknown };
    if (!isCoordinate(lat, 90) || !isCoordinate(lon, 180)) continue;
    places.push({ lat: Number(lat), lon: Number(lon) });
  }
  return places;
}

function isCoordinate(value: unknown, limit: number): boolean {
  if (typeof value === 'string' ? value.trim() === '' : typeof value !== 'number') return false;
  return Math.abs(Number(value)) <= limit;
}

/** The earth's mean radius, as search servers take it for distances. */
const EARTH_RADIUS_KM = 6371.0087714;
const KM_PER_MILE = 1.609344;
const RADIANS = Math.PI / 180;

/** Where a customer is, and the unit of distances from there. */
export interface Place extends StorePlace {
  unit: 'km' | 'mi';
}

export function measureDistance({ lat, lon, unit }: Place, storeLat: number, storeLon: number): number {
  const sinLat = Math.sin(((storeLat - lat) * RADIANS) / 2);
  const sinLon = Math.sin(((storeLon - lon) * RADIANS) / 2);
  const chord = sinLat * sinLat + Math.cos(lat * RADIANS) * Math.cos(storeLat * RADIANS) * sinLon * sinLon;
  const km = 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
  return unit === 'km' ? km : km / KM_PER_MILE;
}

/** The distance from a place to the nearest of the stores of an attribute; null where there is no place, or no store. */
export function measureNearest(stores: unknown, place: Place | null): number | null {
  if (place === null) return null;
  const distances = storePlaces(stores).map(({ lat, lon }) => measureDistance(place, lat, lon));
  return distances.length === 0 ? null : distances.reduce((least, each) => Math.min(least, each));
}
