import { RawJson } from '../../json/lossless.ts';

/** What `--json` prints: plain data in which any part may be RawJson. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Date
  | RawJson
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * One line of JSON; members that are undefined are left out, dates become RFC 3339 UTC. Control characters that JSON
 * allows as they are (C1) are escaped, as a terminal would obey them.
 */
export function toJson(value: JsonValue): string {
  return spell(value).replace(
    /[\u007f-\u009f]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function spell(value: JsonValue): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map((item) => spell(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${JSON.stringify(name)}:${spell(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
