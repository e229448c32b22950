import { gunzipSync } from 'node:zlib';
import {
  computeTouchedShare,
  type DiffOptions,
  type DiffSummary,
  type ExplainedChange,
  type Explanation,
} from '../../../src/catalog/delta/diff-options.ts';
import { RecordLine } from '../../../src/catalog/delta/record/record-line.ts';
import {
  type Change,
  changesOf,
  isMembers,
  lineOf,
  type Plain,
  parse,
  print,
  unavailability,
} from './oracle.ts';

/** What a diff gives: the delta, the figures but for warnings, what changed. */
export interface PlainOutcome {
  text: string;
  summary: Omit<DiffSummary, 'warnings'>;
  explanations: Explanation[];
}

const GZIP_MAGIC = 0x8b1f;

function plainBytes(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  return bytes.length > 1 && bytes.readUInt16LE() === GZIP_MAGIC ? gunzipSync(bytes) : bytes;
}

/** The lines of a catalog by the paths of their records; undefined where it is not sound. */
function linesByPath(bytes: Buffer, line: RecordLine): Map<string, Buffer> | undefined {
  const lines = new Map<string, Buffer>();
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf('\n', start);
    const next = newline < 0 ? bytes.length : newline + 1;
    let end = newline < 0 ? bytes.length : newline;
    while (end > start && ' \t\r'.includes(String.fromCharCode(bytes[end - 1] as number))) end--;
    if (end > start) {
      const text = bytes.subarray(start, end);
      if (line.read(text, 0, text.length) !== undefined || lines.has(line.path)) return undefined;
      lines.set(line.path, text);
    }
    start = next;
  }
  return lines;
}

/** The record in a sound line. */
function recordOf(line: Buffer, recordFormat: string): Plain {
  const whole = parse(line.toString('utf8'));
  if (!isMembers(whole)) throw new Error('a sound line is an object');
  if (recordFormat === 'operations') return whole._value as Plain;
  const { _id: _, ...record } = whole;
  return record;
}

/**
 * The same as `diffCatalogs`, in the simplest way: both catalogs in memory, in maps by id, every line read, no kernel; records
 * are compared by the definition in `oracle.ts`. Undefined where there is something wrong with a catalog.
 */
export function plainDiff(
  oldContent: string | Uint8Array,
  newContent: string | Uint8Array,
  { recordFormat = 'operations', missing = 'unavailable' }: DiffOptions,
): PlainOutcome | undefined {
  const [oldBytes, newBytes] = [plainBytes(oldContent), plainBytes(newContent)];
  const line = new RecordLine(recordFormat);
  const olds = linesByPath(oldBytes, line);
  const news = linesByPath(newBytes, line);
  if (olds === undefined || news === undefined) return undefined;
  const families = new Set([...olds.keys(), ...news.keys()].map((path) => path.split('/')[1]));
  if (families.size > 1) return undefined;
  const family = families.has('items') ? 'items' : 'products';
  const delta: string[] = [];
  const explanations: Explanation[] = [];
  const counts = { added: 0, removed: 0, changed: 0, unchanged: 0, touched: 0, operations: 0 };
  const touch = (
    path: string,
    kind: Explanation['kind'],
    changes: readonly Change[],
    explained: readonly Change[],
  ) => {
    if (changes.length === 0) return;
    counts.touched++;
    counts.operations += changes.length;
    delta.push(...changes.map(lineOf));
    explanations.push({ product: idOf(path), kind, changes: explained.map(explain) });
  };
  for (const [path, text] of news) {
    const old = olds.get(path);
    const fresh = recordOf(text, recordFormat);
    if (old === undefined) {
      counts.added++;
      touch(path, 'added', [{ path, new: fresh }], [{ path, new: fresh }]);
      continue;
    }
    const before = recordOf(old, recordFormat);
    const changes = changesOf(family, path, before, fresh);
    counts[changes.length === 0 ? 'unchanged' : 'changed']++;
    touch(path, 'changed', changes, changesOf(family, path, before, fresh, false));
  }
  for (const [path, text] of olds) {
    if (news.has(path)) continue;
    counts.removed++;
    if (missing === 'ignore') continue;
    const old = recordOf(text, recordFormat);
    const changes = missing === 'remove' ? [{ path, old }] : unavailability(path, old);
    touch(path, 'removed', changes, changes);
  }
  const text = delta.join('');
  return {
    text,
    explanations,
    summary: {
      family,
      oldProducts: olds.size,
      newProducts: news.size,
      ...counts,
      touchedShare: computeTouchedShare(counts),
      bytes: Buffer.byteLength(text),
      newCatalogBytes: newBytes.length,
    },
  };
}

/** The id in a path that is JSON-escaped. */
function idOf(path: string): string {
  const text = JSON.parse(`"${path}"`) as string;
  return text
    .slice(text.indexOf('/', 1) + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

function explain({ path, old, new: fresh }: Change): ExplainedChange {
  return {
    path: JSON.parse(`"${path}"`) as string,
    ...(old !== undefined && { old: print(old) }),
    ...(fresh !== undefined && { new: print(fresh) }),
  };
}

/** An explanation with its values in their shortest spelling: a diff quotes them as they are in the catalogs. */
export function shortest(explanation: Explanation): Explanation {
  const changes = explanation.changes.map(({ path, old, new: fresh }) => ({
    path,
    ...(old !== undefined && { old: print(parse(old)) }),
    ...(fresh !== undefined && { new: print(parse(fresh)) }),
  }));
  return { ...explanation, changes };
}
