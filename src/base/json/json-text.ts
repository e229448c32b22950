import { RawJson } from './lossless.ts';

export type JsonPart =
  | RawJson
  | Date
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonPart[]
  | { readonly [key: string]: JsonPart };

/** Writes a value as JSON; members that are undefined are left out, dates become RFC 3339 UTC. */
export function formatJson(part: JsonPart): string {
  if (part instanceof RawJson) return part.text;
  if (Array.isArray(part)) return `[${part.map(formatJson).join(',')}]`;
  if (typeof part !== 'object' || part === null || part instanceof Date) return JSON.stringify(part ?? null);
  const members: string[] = [];
  for (const [key, value] of Object.entries(part)) {
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${formatJson(value)}`);
  }
  return `{${members.join(',')}}`;
}

/** A value that holds no raw pieces, written by the runtime itself, which is several times faster. */
export function toRawJson(part: JsonPart): RawJson {
  return new RawJson(JSON.stringify(part));
}
