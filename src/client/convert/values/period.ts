const DAY_MS = 86_400_000;

/** `2026-11-27 00:00`, `2026-11-27T00:00-0800`, `2026-11-27`. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/** `10/21/16, 2:10 AM`: how shop software of English origin writes it. */
const AMERICAN = /^\d{1,2}\/(\d{1,2})\/(?:\d{2}|\d{4})(?:,? \d{1,2}:\d{2}(?::\d{2})?\s?([AP]M)?)?$/i;

/** Elsewhere the day stands in front: only AM or PM, or a day past 12, tells the two apart. */
function isAmerican(text: string): boolean {
  const [, day, half] = AMERICAN.exec(text) ?? [];
  return half !== undefined || Number(day) > 12;
}

/** A moment in milliseconds; without a zone it is UTC. Undefined for what is none. */
function readMoment(text: string, form: RegExp, isEnd: boolean): number | undefined {
  const zone = ISO.exec(text)?.[1] ?? 'UTC';
  if (!form.test(text) && !ISO.test(text)) return undefined;
  const moment = Date.parse(`${text.replace('T', ' ').replace(/\s?(?=[AP]M$)/i, ' ')} ${zone}`);
  // A day as the end of a period is over when the day is.
  const rest = isEnd && !text.includes(':') ? DAY_MS - 1000 : 0;
  return Number.isNaN(moment) ? undefined : moment + rest;
}

/** Is `now` between the two? An empty end is open; undefined where one that is given is no moment. */
export function isWithin(now: number, ...ends: readonly [from: string, until: string]): boolean | undefined {
  // Zeros stand for no day in databases of shops.
  const zeroless = ends.map((end) => end.trim().replace(/^0000-?00-?00.*/, ''));
  const [from = '', until = ''] = zeroless.map((end) => end.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
  // Both ends are written alike.
  const form = [from, until].some(isAmerican) ? AMERICAN : ISO;
  const start = from === '' ? Number.NEGATIVE_INFINITY : readMoment(from, form, false);
  const end = until === '' ? Number.POSITIVE_INFINITY : readMoment(until, form, true);
  if (start === undefined || end === undefined) return undefined;
  return start <= now && now <= end;
}
