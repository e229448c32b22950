import {
  canonical,
  isObject,
  type Json,
  type JsonObject,
  naiveApply,
  type ParsedOperation,
} from './naive-apply.ts';

/** Every path of a record that an operation may address, with the value there (doc: public-facts B5). */
const PATTERNS = [
  '',
  'attributes',
  'attributes/*',
  'variants',
  'variants/*',
  'variants/*/attributes',
  'variants/*/attributes/*',
  'views',
  'views/*',
  'views/*/attributes',
  'views/*/attributes/*',
  'views/*/variants',
  'views/*/variants/*',
  'views/*/variants/*/attributes',
  'views/*/variants/*/attributes/*',
  'views/*/variants/*/exclude_from_view',
];
const ITEM_PATTERNS = PATTERNS.filter((pattern) => !pattern.includes('variants'));

function addressed(record: Json, patterns: string[]): Map<string, Json> {
  const found = new Map<string, Json>();
  const visit = (value: Json, path: string, pattern: string): void => {
    if (!patterns.includes(pattern)) return;
    found.set(path, value);
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '') continue;
      const segment = key.replaceAll('~', '~0').replaceAll('/', '~1');
      for (const name of new Set([key, '*'])) {
        visit(inner, `${path}/${segment}`, pattern === '' ? name : `${pattern}/${name}`);
      }
    }
  };
  visit(record, '', '');
  return found;
}

function bytesOf(operation: ParsedOperation): number {
  return Buffer.byteLength(JSON.stringify(operation)) + 1;
}

/** Operations that could have a part in a delta: each path set to its final state. */
function candidates(id: string, oldRecord: Json, newRecord: Json, family: string): ParsedOperation[] {
  const patterns = family === 'items' ? ITEM_PATTERNS : PATTERNS;
  const before = addressed(oldRecord, patterns);
  const after = addressed(newRecord, patterns);
  const operations: ParsedOperation[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const full = `/${family}/${id}${path}`;
    const value = after.get(path);
    if (value === undefined) operations.push({ op: 'remove', path: full });
    else if (!before.has(path) || canonical(before.get(path) as Json) !== canonical(value)) {
      operations.push({ op: 'add', path: full, value });
    }
  }
  return operations;
}

function reaches(id: string, oldRecord: Json, target: string, chosen: ParsedOperation[]): boolean {
  try {
    return canonical((naiveApply(new Map([[id, oldRecord]]), chosen).get(id) ?? null) as Json) === target;
  } catch {
    return false;
  }
}

/** How many candidate operations there are: the search tries all sets of them. */
export function countCandidates(oldRecord: JsonObject, newRecord: JsonObject, family = 'products'): number {
  return candidates('x', oldRecord, newRecord, family).length;
}

/**
 * The least bytes, and with them the least operations, of any set of operations that turns one record into the
 * other: by trying every set.
 */
export function smallestDelta(
  id: string,
  oldRecord: JsonObject,
  newRecord: JsonObject,
  family = 'products',
): { bytes: number; operations: number } {
  const options = candidates(id, oldRecord, newRecord, family);
  const sizes = options.map(bytesOf);
  const target = canonical(newRecord);
  let best = { bytes: Number.POSITIVE_INFINITY, operations: 0 };
  for (let set = 0; set < 2 ** options.length; set++) {
    const chosen = options.filter((_, index) => (set & (1 << index)) !== 0);
    const bytes = sizes.reduce((sum, size, index) => ((set & (1 << index)) === 0 ? sum : sum + size), 0);
    const isBetter = bytes < best.bytes || (bytes === best.bytes && chosen.length < best.operations);
    if (isBetter && reaches(id, oldRecord, target, chosen)) best = { bytes, operations: chosen.length };
  }
  return best;
}
