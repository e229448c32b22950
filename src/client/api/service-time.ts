/** Digits of a moment after 2001, and before 2286: what the unit of a number of digits is, in milliseconds. */
const UNITS: readonly { digits: RegExp; ms: number }[] = [
  { digits: /^\d{10}$/, ms: 1_000 },
  { digits: /^\d{13}$/, ms: 1 },
  { digits: /^\d{16}$/, ms: 0.001 },
];
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const ISO =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,](\d+))?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * A time as the service may tell it, as RFC 3339 in UTC with milliseconds: ISO text of any precision, with or without
 * its zone (UTC then), a date of HTTP, or seconds, milliseconds or microseconds since 1970, as number or text (doc:
 * public-facts B6 has ISO text and milliseconds). Undefined for anything else.
 */
export function readServiceTime(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(typeof value === 'number' ? Math.trunc(value) : value).trim();
  const unit = UNITS.find(({ digits }) => digits.test(text));
  const millis = unit === undefined ? Date.parse(asRfc3339(text)) : Math.trunc(Number(text) * unit.ms);
  return Number.isNaN(millis) ? undefined : new Date(millis).toISOString();
}

/** ISO text with a zone, or a date of HTTP as it is; Date.parse takes nearly anything for a year. */
function asRfc3339(text: string): string {
  const [, date, time, fraction = '', zone = 'Z'] = ISO.exec(text) ?? [];
  if (date === undefined) return HTTP_DATE.test(text) ? text : '';
  return `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${normalizeZone(zone)}`;
}

function normalizeZone(zone: string): string {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
}
