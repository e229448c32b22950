import { findMember, mapMembers } from '../../../base/json/members.ts';
import { MAX_STORED_DEPTH, scanJson } from '../../../base/json/scan.ts';
import { Tape } from '../../../base/json/tape.ts';
import { getNodeText } from '../../../base/json/text.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { parsePointer } from '../../../protocol/json-pointer.ts';
import type { ExplainedChange, Explanation } from '../diff-options.ts';
import type { CanonicalLine } from '../record/canonical-line.ts';

const VALUE = '","value":';

/** The text of what the record on a tape has at a path; undefined where it has nothing there. Lists each object once. */
function readValue(tape: Tape, listed: Map<number, Map<string, number>>, path: string): string | undefined {
  let node = findMember(tape, 0, 'value');
  for (const segment of (parsePointer(path) ?? []).slice(2)) {
    if (node !== undefined && !listed.has(node)) listed.set(node, mapMembers(tape, node));
    node = node === undefined ? undefined : listed.get(node)?.get(segment);
  }
  return node === undefined ? undefined : getNodeText(tape, node);
}

/**
 * Note on the change of a product, beside its operations.
 *
 * @param operations JSON Lines as the kernel writes them, one for each own change
 */
export function explain(
  old: CanonicalLine | undefined,
  fresh: CanonicalLine | undefined,
  operations: string,
): Buffer {
  const changes: ExplainedChange[] = [];
  const tape = new Tape();
  const listed = new Map<number, Map<string, number>>();
  const bytes = Buffer.from(old?.text ?? 'null');
  scanJson(tape, bytes, 0, bytes.length, MAX_STORED_DEPTH);
  for (const operation of operations.split('\n').slice(0, -1)) {
    const { path } = JSON.parse(operation) as { path: string };
    const value = operation.indexOf(VALUE);
    const now = value < 0 ? undefined : operation.slice(value + VALUE.length, -1);
    changes.push({ path, ...omitUndefined({ old: readValue(tape, listed, path), new: now }) });
  }
  const kind = old === undefined ? 'added' : fresh === undefined ? 'removed' : 'changed';
  const product = (old ?? fresh)?.id ?? '';
  return Buffer.from(JSON.stringify({ product, kind, changes } satisfies Explanation));
}
