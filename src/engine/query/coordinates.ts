import { syntaxError } from './syntax-error.ts';

export interface Coordinates {
  lat: number;
  lon: number;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * Reads `ll`: `<latitude>,<longitude>` in degrees (spec: C rule 2; bounds of doc: public-facts B4).
 *
 * @throws BrctlError `query.syntax`
 */
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
