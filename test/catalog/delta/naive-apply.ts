/** An independent, slow reading of the operations: on parsed values, with no code of the product. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
export interface ParsedOperation {
  op: string;
  path: string;
  value?: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function setOwn(object: JsonObject, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

export function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The object that holds the last segment; maps of attributes, variants and views come into being. */
function parentOf(root: JsonObject, segments: string[]): JsonObject {
  let parent = root;
  for (const segment of segments.slice(0, -1)) {
    if (!Object.hasOwn(parent, segment)) {
      if (!['attributes', 'variants', 'views'].includes(segment)) throw new Error(`no ${segments.join('/')}`);
      setOwn(parent, segment, {});
    }
    const next = parent[segment];
    if (!isObject(next)) throw new Error(`nothing can be inside ${segments.join('/')}`);
    parent = next;
  }
  return parent;
}

/** Applies operations to a map of records by id; throws where one of them has no target. */
export function naiveApply(records: Map<string, Json>, operations: ParsedOperation[]): Map<string, Json> {
  const root: JsonObject = {};
  for (const [id, record] of records) setOwn(root, id, structuredClone(record));
  for (const { op, path, value } of operations) {
    const segments = segmentsOf(path).slice(1);
    const parent = parentOf(root, segments);
    const key = segments.at(-1) as string;
    if (op === 'add') setOwn(parent, key, structuredClone(value as Json));
    else if (op === 'remove' && Object.hasOwn(parent, key)) delete parent[key];
    else throw new Error(`${op} of nothing: ${path}`);
  }
  return new Map(Object.entries(root));
}

/** Records of a catalog's text by id. */
export function parseCatalog(text: string): Map<string, Json> {
  const records = new Map<string, Json>();
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const { path, value } = JSON.parse(line) as ParsedOperation;
    records.set(segmentsOf(path)[1] as string, value as Json);
  }
  return records;
}

/** A text that equal values share, whatever the order of their keys. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key] as Json)}`).join(',')}}`;
}
