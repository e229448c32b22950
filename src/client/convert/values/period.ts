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

/** With the year in front or behind: `2026.11.3.`, `2026年11月3日`, `20261103`, `3.11.2026`, `03-11-2026`. */
const YEAR_FIRST = /^(\d{4})(?:[./年-] ?)?(\d{1,2})(?:[./月-] ?)?(\d{1,2})[.日]?(?!\d)/;
const DAY_FIRST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/;
/** A month stands in front nowhere but in American dates: this is a day. */
const LATE_DAY = /^(?:1[3-9]|2\d|3[01])\//;

/** The ends of a period by ISO 8601 where another form leaves no doubt which number is the month. */
function toIsoForms(ends: readonly string[]): string[] {
  const join = (...parts: readonly string[]) => parts.map((part) => part.padStart(2, '0')).join('-');
  const isDayFirst = ends.some((end) => LATE_DAY.test(end));
  return ends.map((end) =>
    end
      .replace(YEAR_FIRST, (_, year, month, day) => join(year, month, day))
      .replace(DAY_FIRST, (date, day, mark, month, year) =>
        mark === '/' && !isDayFirst ? date : join(year, month, day),
      ),
  );
}

/** Is `now` between the two? An empty end is open; undefined where one that is given is no moment. */
export function isWithin(now: number, ...ends: readonly [from: string, until: string]): boolean | undefined {
  // Zeros stand for no day in databases of shops.
  const zeroless = ends.map((end) => end.trim().replace(/^0000-?00-?00.*/, ''));
  const [from = '', until = ''] = toIsoForms(zeroless);
  // Both ends are written alike.
  const form = [from, until].some(isAmerican) ? AMERICAN : ISO;
  const start = from === '' ? Number.NEGATIVE_INFINITY : readMoment(from, form, false);
  const end = until === '' ? Number.POSITIVE_INFINITY : readMoment(until, form, true);
  if (start === undefined || end === undefined) return undefined;
  return start <= now && now <= end;
}

export const isMoment = (text: string): boolean => text.trim() !== '' && isWithin(0, text, '') !== undefined;
