import { formatJson, type JsonPart } from '../../base/json/json-text.ts';
import { RawJson } from '../../base/json/lossless.ts';

/** Data must not steer the terminal: without control characters and those that turn the direction of writing, on one line. */
export function escapeControls(text: string): string {
  return removeControls(text).replace(/[\t\n\u2028\u2029]/g, ' ');
}

/** The same for texts of several lines. */
export function removeControls(text: string): string {
  // Every control character but tab and line feed, and what turns the direction.
  return text.replace(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** Document of `--json`: plain data in which any part may be RawJson. */
export type JsonValue = JsonPart;

/** One line of JSON. Control characters that JSON allows as they are (C1) are escaped, as a terminal would obey them. */
export function toJson(value: JsonValue): string {
  return formatJson(value).replace(
    /[\u007f-\u009f]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value with its members in snake_case, as documents have them; the keys of a Map are data and stay. */
export function toSnakeCase(value: object): { readonly [member: string]: JsonValue } {
  return convert(value) as { readonly [member: string]: JsonValue };
}

function convert(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof RawJson || value instanceof Date)
    return value;
  if (Array.isArray(value)) return value.map(convert);
  if (value instanceof Map) return Object.fromEntries(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      convert(member),
    ]),
  );
}
