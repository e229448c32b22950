import { formatCount as count, pluralize } from '../../../base/wording/amounts.ts';
import { ellipsize } from '../../../base/wording/ellipsize.ts';
import type {
  DiffSummary,
  ExplainedChange,
  Explanation,
  MissingPolicy,
} from '../../../catalog/delta/diff-options.ts';
import type { PartLayout } from '../../../catalog/delta/split.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { OutputStream } from '../../io.ts';
import type { Output } from '../../output/output.ts';
import { toJson, toSnakeCase } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';

/** Characters of a value that `--explain` shows. */
const SHOWN_CHARACTERS = 200;

/**
 * Summary of a delta and its warnings: remarks for people, one document with `--json`.
 * @param toStdout stdout is free for a document: the delta went to a file
 */
export async function printSummary(
  output: Output,
  summary: DiffSummary,
  { files, advice, toStdout }: { files: readonly string[]; advice: readonly string[]; toStdout: boolean },
): Promise<void> {
  if (!output.json) {
    for (const remark of [describeDelta(summary, files), ...advice]) output.note(remark);
    return;
  }
  const { touched: _, bytes, newCatalogBytes, ...figures } = summary;
  const document = {
    schema: 'brctl.diff/1',
    ...toSnakeCase(figures),
    full_load_advised: summary.newProducts > 0 && summary.touchedShare > LIMITS.fullLoadAdvisedShare,
    delta_bytes: bytes,
    catalog_bytes: newCatalogBytes,
    files,
    advice,
  };
  if (toStdout) await output.result(document, () => '');
  else output.note(toJson(document));
}

function describeDelta(summary: DiffSummary, files: readonly string[]): string {
  const { operations, bytes, changed, added, removed, unchanged } = summary;
  if (operations === 0 && removed === 0) return `no differences in ${pluralize(unchanged, 'product')}`;
  const where = files.length === 0 ? '' : ` in ${files.join(', ')}`;
  const products = `${count(changed)} changed, ${count(added)} added, ${count(removed)} missing, ${count(unchanged)} unchanged`;
  return `${pluralize(operations, 'operation')}, ${pluralize(bytes, 'byte')}${where}: ${products}`;
}

function formatChange({ path, old: before, new: after }: ExplainedChange): string {
  const name = path.split('/').slice(3).join('/') || 'record';
  if (before === undefined) return `  + ${name}: ${ellipsize(after ?? '', SHOWN_CHARACTERS)}`;
  if (after === undefined) return `  - ${name}: ${ellipsize(before, SHOWN_CHARACTERS)}`;
  return `  ~ ${name}: ${ellipsize(before, SHOWN_CHARACTERS)} -> ${ellipsize(after, SHOWN_CHARACTERS)}`;
}

export function explainText(explanation: Explanation, json: boolean, stderr: OutputStream): string {
  const { product, kind, changes } = explanation;
  if (json) return `${toJson({ schema: 'brctl.diff-explain/1', ...toSnakeCase(explanation) })}\n`;
  return wrapText(`${product} ${kind}\n${changes.map(formatChange).join('\n')}\n`, stderr);
}

export interface DeltaShape {
  layout: PartLayout;
  /** Files that `--split` made, each a job; undefined without it. */
  jobs: number | undefined;
  /** Operations that one job takes, where the service's limit was changed. */
  maxOps: number | undefined;
  missing: MissingPolicy;
}

/**
 * Warnings before a delta is sent (spec: Limits).
 * @param summary its bytes are those of the delta as it is written
 */
export function describeAdvice(summary: DiffSummary, shape: DeltaShape): string[] {
  const { operations, bytes } = summary;
  if (operations === 0) return [];
  const maxOperations = shape.maxOps ?? LIMITS.operationsPerJob;
  const maxBytes = shape.layout === 'json-patch' ? LIMITS.jsonPatchBytes : LIMITS.jsonLinesBytes;
  const needed = Math.max(1, Math.ceil(operations / maxOperations), Math.ceil(bytes / maxBytes));
  const jobs = shape.jobs ?? needed;
  const advice = adviseFullLoad(summary, jobs, shape.missing);
  if (shape.jobs === undefined && needed > 1) {
    const limit =
      operations > maxOperations
        ? pluralize(maxOperations, 'operation')
        : `${pluralize(maxBytes, 'byte')} as ${shape.layout}`;
    advice.push(`one job takes ${limit}: this delta needs ${count(needed)} jobs (--split)`);
  }
  if (shape.jobs !== undefined && shape.jobs > 1)
    advice.push(`${pluralize(shape.jobs, 'file')}, each a separate job. Each job is atomic; the set is not`);
  return [...advice, ...adviseSize(operations, jobs)];
}

/** A change of more than about 20 % of the products suggests a full load (spec: Limits). */
function adviseFullLoad(summary: DiffSummary, jobs: number, missing: MissingPolicy): string[] {
  const { touched, touchedShare, operations, bytes, newProducts, newCatalogBytes, removed } = summary;
  if (newProducts === 0) return ['the new catalog is empty: is it the right file?'];
  if (touchedShare <= LIMITS.fullLoadAdvisedShare) return [];
  const share = `${Math.round(touchedShare * 1000) / 10} %`;
  const isOverSftp = newCatalogBytes > LIMITS.jsonLinesBytes;
  return [
    `consider a full load: ${pluralize(touched, 'product')} (${share}) ${touched === 1 ? 'is' : 'are'} touched`,
    `  delta      ${pluralize(operations, 'operation')}, ${pluralize(bytes, 'byte')}, ${pluralize(jobs, 'job')}`,
    `  full load  ${pluralize(newProducts, 'product')}, ${pluralize(newCatalogBytes, 'byte')}, 1 job${isOverSftp ? ' over SFTP' : ''}`,
    ...(removed > 0 && missing !== 'remove'
      ? [
          `  a full load also removes products missing from the new catalog (${pluralize(removed, 'product')})`,
        ]
      : []),
  ];
}

/** About 5 to 1,000 operations are recommended for a job (spec: Limits). */
function adviseSize(operations: number, jobs: number): string[] {
  const { min, max } = LIMITS.recommendedOperationsPerJob;
  const perJob = Math.ceil(operations / jobs);
  if (perJob >= min && perJob <= max) return [];
  const range = `${count(min)} to ${count(max)}`;
  const here = `this delta has ${jobs === 1 ? '' : 'about '}${count(perJob)}`;
  const remedy = perJob > max ? `; --split --max-ops ${max} makes them smaller` : '';
  return [`the service recommends ${range} operations a job; ${here}${remedy}`];
}
