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

/** One line of JSON; members that are undefined are left out, dates become RFC 3339 UTC. */
export function toJson(value: JsonValue): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
