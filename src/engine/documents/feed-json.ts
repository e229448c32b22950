/**
 * JSON as a feed writes it: numbers keep their digits, and members their order. JSON.parse keeps neither, so numbers, and keys
 * that read as one, are texts behind a mark while they are looked at. For texts that are known to be valid JSON.
 */

/** The latter half of a surrogate pair: no text begins with one (`json.surrogate`), and JSON.stringify escapes it. */
const MARK = '\udc00';
const ESCAPED_MARK = '\\udc00';
/** Runs of texts and signs, keys that are numbers, and numbers. */
const TOKENS = /(?:"(?!\d+"\s*:)[^"\\]*(?:\\.[^"\\]*)*"|[^"\d-])+|"(\d+"\s*:)|(-?\d[\d.eE+-]*)/g;
const MARKED = /"\\udc00([^"]*)"(:?)/g;

export function parseFeedJson(text: string): unknown {
  return JSON.parse(
    text.replace(TOKENS, (token, key?: string, number?: string) => {
      if (key !== undefined) return `"${ESCAPED_MARK}${key}`;
      return number === undefined ? token : `"${ESCAPED_MARK}${number}"`;
    }),
  );
}

export function formatFeedJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes(ESCAPED_MARK)) return json;
  return json.replace(MARKED, (_, text: string, colon: string) => (colon === '' ? text : `"${text}":`));
}

/** A value as JSON.parse gives it. */
export function toPlainValue(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(formatFeedJson(value));
}

/** A number by its digits. */
export function markDigits(digits: string): string {
  return MARK + digits;
}

/** The digits of a number, the name of a key, or any other text as it is. */
export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

/** The key of a member by its name. */
export function toFeedKey(name: string): string {
  return /^\d+$/.test(name) ? MARK + name : name;
}
