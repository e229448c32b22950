import type { DiffSummary, ExplainedChange, Explanation } from '../../delta/diff-options.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { formatCount as count, counted } from '../../wording/amounts.ts';
import { shortened } from '../../wording/shortened.ts';
import type { OutputStream } from '../io.ts';
import { fitLines } from './fit-lines.ts';
import { toJson } from './json.ts';
import type { Output } from './output.ts';

/** Characters of a value that `--explain` shows. */
const SHOWN_CHARACTERS = 200;

/** What is said about a delta beside its summary. */
export interface DeltaRemarks {
  /** Files that were written. */
  files: readonly string[];
  advice: readonly string[];
  /** Stdout is free for a document: the delta went to a file. */
  toStdout: boolean;
}

/** What the delta holds and what to know before sending it: remarks for people, one document with `--json`. */
export async function printSummary(
  output: Output,
  summary: DiffSummary,
  { files, advice, toStdout }: DeltaRemarks,
): Promise<void> {
  if (!output.json) {
    for (const remark of [describeDelta(summary, files), ...advice]) output.note(remark);
    return;
  }
  const document = {
    schema: 'brctl.diff/1',
    family: summary.family,
    old_products: summary.oldProducts,
    new_products: summary.newProducts,
    added: summary.added,
    removed: summary.removed,
    changed: summary.changed,
    unchanged: summary.unchanged,
    touched_share: summary.touchedShare,
    full_load_advised: summary.newProducts > 0 && summary.touchedShare > LIMITS.fullLoadAdvisedShare,
    operations: summary.operations,
    delta_bytes: summary.bytes,
    catalog_bytes: summary.newCatalogBytes,
    warnings: summary.warnings,
    files,
    advice,
  };
  if (toStdout) await output.result(document, () => '');
  else output.note(toJson(document));
}

/** One line about what the delta holds. */
function describeDelta(summary: DiffSummary, files: readonly string[]): string {
  const { operations, bytes, changed, added, removed, unchanged } = summary;
  if (operations === 0 && removed === 0) return `no differences in ${counted(unchanged, 'product')}`;
  const where = files.length === 0 ? '' : ` in ${files.join(', ')}`;
  const products = `${count(changed)} changed, ${count(added)} added, ${count(removed)} vanished, ${count(unchanged)} unchanged`;
  return `${counted(operations, 'operation')}, ${counted(bytes, 'byte')}${where}: ${products}`;
}

function changeLine({ path, old: before, new: after }: ExplainedChange): string {
  const name = path.split('/').slice(3).join('/') || 'record';
  if (before === undefined) return `  + ${name}: ${shortened(after ?? '', SHOWN_CHARACTERS)}`;
  if (after === undefined) return `  - ${name}: ${shortened(before, SHOWN_CHARACTERS)}`;
  return `  ~ ${name}: ${shortened(before, SHOWN_CHARACTERS)} -> ${shortened(after, SHOWN_CHARACTERS)}`;
}

/** What changed in one product, for `--explain`. */
export function explainText(explanation: Explanation, json: boolean, stderr: OutputStream): string {
  const { product, kind, changes } = explanation;
  if (json)
    return `${toJson({ schema: 'brctl.diff-explain/1', product, kind, changes: changes.map((change) => ({ ...change })) })}\n`;
  return fitLines(`${product} ${kind}\n${changes.map(changeLine).join('\n')}\n`, stderr);
}
