import { MAX_STORED_DEPTH, scanJson } from '../../base/json/scan.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { formatCatalogLine } from './catalog-line.ts';
import { Kernel } from './kernel/kernel.ts';
import { toCanonicalLine } from './record/canonical-line.ts';
import { RecordLine } from './record/record-line.ts';

let kernel: Kernel | undefined;

/**
 * The smallest operations that turn one record into another, each as its JSON text: none where they are equal by value.
 *
 * @param before the record's JSON text; undefined where there was none
 * @param after undefined where there is none any more
 * @throws BrctlError `diff.no_wasm`
 */
export function recordOperations(
  family: RecordFamily,
  id: string,
  before: string | undefined,
  after: string | undefined,
): string[] {
  if (before === undefined)
    return after === undefined ? [] : [formatCatalogLine('operations', family, id, after)];
  kernel ??= new Kernel();
  const old = formatLine(family, id, before);
  const fresh = after === undefined ? undefined : formatLine(family, id, after);
  let operations = kernel.build(family, old, fresh, true);
  for (; operations < 0; operations = kernel.build(family, old, fresh, true)) kernel.enlarge();
  if (operations === 0) return [];
  const { bytes, start, end } = kernel.patchLines;
  return bytes.toString('utf8', start, end).trimEnd().split('\n');
}

/** @throws Error for a text that is no record */
function formatLine(family: RecordFamily, id: string, record: string): string {
  const line = new RecordLine('operations', (...text) => scanJson(...text, MAX_STORED_DEPTH));
  const bytes = Buffer.from(formatCatalogLine('operations', family, id, record));
  const problem = line.read(bytes, 0, bytes.length);
  if (problem !== undefined) throw new Error(`the record ${id} cannot be read: ${problem.message}`);
  return toCanonicalLine(line).text;
}
