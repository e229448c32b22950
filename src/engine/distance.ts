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

/** Great-circle distance in the place's unit. */
export function distanceTo({ lat, lon, unit }: Place, storeLat: number, storeLon: number): number {
  const sinLat = Math.sin(((storeLat - lat) * RADIANS) / 2);
  const sinLon = Math.sin(((storeLon - lon) * RADIANS) / 2);
  const chord = sinLat * sinLat + Math.cos(lat * RADIANS) * Math.cos(storeLat * RADIANS) * sinLon * sinLon;
  const km = 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
  return unit === 'km' ? km : km / KM_PER_MILE;
}
