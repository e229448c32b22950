import type { DiffSummary, ExplainedChange, Explanation } from '../../delta/diff-options.ts';
import type { PartLayout } from '../../delta/split.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { formatCount as count } from './amounts.ts';
import { toJson } from './json.ts';
import type { Output } from './output.ts';

/** Characters of a value that `--explain` shows. */
const SHOWN_CHARACTERS = 200;

function share(part: number): string {
  return `${(part * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`;
}

function jobsFor(operations: number, bytes: number, maxOperations: number, maxBytes: number): number {
  return Math.max(1, Math.ceil(operations / maxOperations), Math.ceil(bytes / maxBytes));
}

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
    full_load_advised: summary.touchedShare > LIMITS.fullLoadAdvisedShare,
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
  if (operations === 0 && removed === 0) return `no differences in ${count(unchanged)} products`;
  const where = files.length === 0 ? '' : ` in ${files.join(', ')}`;
  const products = `${count(changed)} changed, ${count(added)} added, ${count(removed)} vanished, ${count(unchanged)} unchanged`;
  const noun = operations === 1 ? 'operation' : 'operations';
  return `${count(operations)} ${noun}, ${count(bytes)} bytes${where}: ${products}`;
}

/** What the user should know before sending it (spec: Limits). */
export function describeAdvice(
  summary: DiffSummary,
  layout: PartLayout,
  files: number,
  maxOps: number | undefined,
): string[] {
  if (summary.operations === 0) return [];
  const maxOperations = maxOps ?? LIMITS.operationsPerJob;
  const maxBytes = layout === 'json-patch' ? LIMITS.jsonPatchBytes : LIMITS.jsonLinesBytes;
  const jobs =
    files > 0 && maxOps !== undefined
      ? files
      : jobsFor(summary.operations, summary.bytes, maxOperations, maxBytes);
  return [
    ...fullLoadAdvice(summary, jobs),
    ...(files > 1
      ? [`${count(files)} files, each a job of its own: each is atomic, not all of them together`]
      : []),
    ...(files <= 1 && jobs > 1 ? [tooLargeAdvice(summary, layout, jobs, maxOperations, maxBytes)] : []),
    ...sizeAdvice(summary.operations / Math.max(files, jobs)),
  ];
}

/** spec: "a change touching more than about 20% of products suggests a full load". */
function fullLoadAdvice(summary: DiffSummary, jobs: number): string[] {
  const { touchedShare, changed, added, removed, operations, bytes, newProducts, newCatalogBytes } = summary;
  if (touchedShare <= LIMITS.fullLoadAdvisedShare) return [];
  const fullJobs = jobsFor(0, newCatalogBytes, 1, LIMITS.jsonLinesBytes);
  return [
    `a full load is advised: ${count(changed + added + removed)} products (${share(touchedShare)}) are touched`,
    `  delta      ${count(operations)} operations, ${count(bytes)} bytes, ${count(jobs)} ${jobs === 1 ? 'job' : 'jobs'}`,
    `  full load  ${count(newProducts)} products, ${count(newCatalogBytes)} bytes, 1 job${fullJobs > 1 ? ' over SFTP' : ''}`,
  ];
}

function tooLargeAdvice(
  summary: DiffSummary,
  layout: PartLayout,
  jobs: number,
  maxOperations: number,
  maxBytes: number,
): string {
  const limit =
    summary.operations > maxOperations
      ? `${count(maxOperations)} operations`
      : `${count(maxBytes)} bytes as ${layout}`;
  return `one job takes ${limit}: this delta needs ${count(jobs)} (--split)`;
}

/** spec: "Recommended delta job size: about 5 to 1000 operations". */
function sizeAdvice(operationsPerJob: number): string[] {
  const { min, max } = LIMITS.recommendedOperationsPerJob;
  if (operationsPerJob >= min && operationsPerJob <= max) return [];
  return [
    `the service recommends ${count(min)} to ${count(max)} operations a job; here are about ${count(Math.ceil(operationsPerJob))}`,
  ];
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

function changeLine({ path, old: before, new: after }: ExplainedChange): string {
  const name = path.split('/').slice(3).join('/') || 'record';
  if (before === undefined) return `  + ${name}: ${shortened(after ?? '')}`;
  if (after === undefined) return `  - ${name}: ${shortened(before)}`;
  return `  ~ ${name}: ${shortened(before)} -> ${shortened(after)}`;
}

/** What changed in one product, for `--explain`. */
export function explainText(explanation: Explanation, json: boolean): string {
  const { product, kind, changes } = explanation;
  if (json)
    return `${toJson({ schema: 'brctl.explain/1', product, kind, changes: changes.map((change) => ({ ...change })) })}\n`;
  return `${product} ${kind}\n${changes.map(changeLine).join('\n')}\n`;
}
