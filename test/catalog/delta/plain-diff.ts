import { gunzipSync } from 'node:zlib';
import { ByteList } from '../../../src/catalog/delta/bytes/byte-list.ts';
import {
  type DiffOptions,
  type DiffSummary,
  type Explanation,
  touchedShare,
} from '../../../src/catalog/delta/diff-options.ts';
import {
  explainChange,
  explainUnavailable,
  explainWhole,
  readExplanation,
} from '../../../src/catalog/delta/output/explanation.ts';
import { isUnavailable, unavailabilityOf } from '../../../src/catalog/delta/record/availability.ts';
import { RecordLine } from '../../../src/catalog/delta/record/record-line.ts';
import { RecordDiffer } from '../../../src/catalog/delta/tree/record-differ.ts';
import {
  writeAdd,
  writePatch,
  writeRemove,
  writeValue,
} from '../../../src/catalog/delta/tree/write-patch.ts';

/** What a diff gives: the delta, the figures, what changed. */
export interface PlainOutcome {
  text: string;
  summary: DiffSummary;
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

/**
 * The same as `diffCatalogs`, in the simplest way: both catalogs in memory, in maps by id, every line read, no kernel.
 * Undefined where there is something wrong with a catalog.
 */
export function plainDiff(
  oldContent: string | Uint8Array,
  newContent: string | Uint8Array,
  { recordFormat = 'operations', missing = 'unavailable' }: DiffOptions,
): PlainOutcome | undefined {
  const [oldBytes, newBytes] = [plainBytes(oldContent), plainBytes(newContent)];
  const oldLine = new RecordLine(recordFormat);
  const newLine = new RecordLine(recordFormat);
  const olds = linesByPath(oldBytes, oldLine);
  const news = linesByPath(newBytes, newLine);
  if (olds === undefined || news === undefined) return undefined;
  const families = new Set([...olds.keys(), ...news.keys()].map((path) => path.split('/')[1]));
  if (families.size > 1) return undefined;
  const differ = new RecordDiffer(oldLine, newLine);
  const out = new ByteList();
  const explanations: Explanation[] = [];
  const counts = { added: 0, removed: 0, changed: 0, unchanged: 0, touched: 0, operations: 0, warnings: 0 };
  const touch = (operations: number, note: Buffer) => {
    counts.touched++;
    counts.operations += operations;
    explanations.push(readExplanation(note));
  };
  const writing = (write: () => void) => {
    differ.text.duplicate = -1;
    write();
    if (differ.text.duplicate >= 0) counts.warnings++;
  };
  for (const [path, text] of news) {
    newLine.read(text, 0, text.length);
    const old = olds.get(path);
    if (old === undefined) {
      counts.added++;
      writing(() => writeAdd(out, differ.text, path, newLine, newLine.value));
      touch(1, explainWhole('added', newLine));
      continue;
    }
    if (old.equals(text)) {
      counts.unchanged++;
      continue;
    }
    oldLine.read(old, 0, old.length);
    differ.diff();
    counts.warnings += [differ.oldDuplicate, differ.newDuplicate].filter((key) => key >= 0).length;
    const operations = differ.patch.count;
    if (operations === 0) {
      counts.unchanged++;
      continue;
    }
    counts.changed++;
    writing(() => writePatch(out, differ.text, differ.patch, newLine));
    differ.explain();
    touch(operations, explainChange(differ.patch, oldLine, newLine));
  }
  for (const [path, text] of olds) {
    if (news.has(path)) continue;
    counts.removed++;
    if (missing === 'ignore') continue;
    oldLine.read(text, 0, text.length);
    if (missing === 'remove') {
      writeRemove(out, path);
      touch(1, explainWhole('removed', oldLine));
    } else if (!isUnavailable(oldLine)) {
      const unavailability = unavailabilityOf(oldLine);
      writeValue(out, unavailability.path, unavailability.value);
      touch(1, explainUnavailable(oldLine));
    }
  }
  return {
    text: out.view().toString('utf8'),
    explanations,
    summary: {
      family: families.has('items') ? 'items' : 'products',
      oldProducts: olds.size,
      newProducts: news.size,
      ...counts,
      touchedShare: touchedShare(counts),
      bytes: out.length,
      newCatalogBytes: newBytes.length,
    },
  };
}
