/** `2026-11-27 00:00`, `2026-11-27T00:00-0800`, `2026-11-27`: what Date reads once it has a T and a colon in the zone. */
const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/** `10/21/16, 2:10 AM`: how shop software of English origin writes it. */
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?\s?([AP]M)?)?$/i;

/** The American way of writing a moment as ISO 8601 has it; other texts stay as they are. */
function toIsoMoment(text: string): string {
  const match = AMERICAN.exec(text);
  if (match === null) return text;
  const [, month = '', day = '', year = '', hour, minute, second = '00', half] = match;
  const padTwo = (number: string | number) => String(number).padStart(2, '0');
  const date = `${year.length === 2 ? `20${year}` : year}-${padTwo(month)}-${padTwo(day)}`;
  if (hour === undefined) return date;
  const hours = half === undefined ? hour : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return `${date}T${padTwo(hours)}:${minute}:${second}`;
}

/** Elsewhere the day stands in front: only AM or PM, or a day past 12, tells the two apart. */
function isAmerican(text: string): boolean {
  const [, , day, , , , , half] = AMERICAN.exec(text) ?? [];
  return half !== undefined || Number(day) > 12;
}

/** A moment in milliseconds; without a zone it is UTC. Undefined for what is none. */
function readMoment(text: string, isEnd: boolean): number | undefined {
  const match = MOMENT.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = match;
  // A day as the end of a period is over when the day is.
  const time =
    hour === undefined ? (isEnd ? '23:59:59' : '00:00:00') : `${hour.padStart(2, '0')}:${minute}:${second}`;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const moment = Date.parse(`${year}-${month}-${day}T${time}${offset}`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Is `now` between the two? An empty end is open; undefined where one that is given is no moment. */
export function isWithin(now: number, ...ends: readonly [from: string, until: string]): boolean | undefined {
  // Zeros stand for no day in databases of shops.
  const given = ends.map((end) => end.trim().replace(/^0000-00-00.*/, ''));
  // Both ends are written alike.
  const [from = '', until = ''] = given.some(isAmerican) ? given.map(toIsoMoment) : given;
  const start = from === '' ? Number.NEGATIVE_INFINITY : readMoment(from, false);
  const end = until === '' ? Number.POSITIVE_INFINITY : readMoment(until, true);
  if (start === undefined || end === undefined) return undefined;
  return start <= now && now <= end;
}
