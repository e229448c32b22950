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
