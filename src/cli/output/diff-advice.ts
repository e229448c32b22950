import type { DiffSummary, MissingPolicy } from '../../delta/diff-options.ts';
import type { PartLayout } from '../../delta/split.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { counted, formatCount } from '../../wording/amounts.ts';

/** How a delta was asked for. */
export interface DeltaShape {
  layout: PartLayout;
  /** Files that `--split` made, each a job; undefined without it. */
  jobs: number | undefined;
  /** Operations that one job takes, where the service's limit was changed. */
  maxOps: number | undefined;
  missing: MissingPolicy;
}

/** The least number of jobs that operations and bytes fit into. */
function jobsFor(operations: number, bytes: number, maxOperations: number, maxBytes: number): number {
  return Math.max(1, Math.ceil(operations / maxOperations), Math.ceil(bytes / maxBytes));
}

/**
 * What the user should know before sending a delta (spec: Limits).
 *
 * @param summary its bytes are those of the delta as it is written
 */
export function describeAdvice(summary: DiffSummary, shape: DeltaShape): string[] {
  const { operations, bytes } = summary;
  if (operations === 0) return [];
  const maxOperations = shape.maxOps ?? LIMITS.operationsPerJob;
  const maxBytes = shape.layout === 'json-patch' ? LIMITS.jsonPatchBytes : LIMITS.jsonLinesBytes;
  const needed = jobsFor(operations, bytes, maxOperations, maxBytes);
  const jobs = shape.jobs ?? needed;
  return [
    ...fullLoadAdvice(summary, jobs, shape.missing),
    ...(shape.jobs === undefined ? tooLargeAdvice(operations, needed, maxOperations, maxBytes, shape) : []),
    ...(shape.jobs !== undefined && shape.jobs > 1
      ? [`${counted(shape.jobs, 'file')}, each a separate job: each is atomic, but not all of them together`]
      : []),
    ...sizeAdvice(operations, jobs),
  ];
}

/** A change of more than about 20 % of the products suggests a full load (spec: Limits). */
function fullLoadAdvice(summary: DiffSummary, jobs: number, missing: MissingPolicy): string[] {
  const { touched, touchedShare, operations, bytes, newProducts, newCatalogBytes, removed } = summary;
  if (newProducts === 0) return ['the new catalog is empty: is it the right file?'];
  if (touchedShare <= LIMITS.fullLoadAdvisedShare) return [];
  const share = `${Math.round(touchedShare * 1000) / 10} %`;
  const isOverSftp = newCatalogBytes > LIMITS.jsonLinesBytes;
  return [
    `a full load is advised: ${counted(touched, 'product')} (${share}) ${touched === 1 ? 'is' : 'are'} touched`,
    `  delta      ${counted(operations, 'operation')}, ${counted(bytes, 'byte')}, ${counted(jobs, 'job')}`,
    `  full load  ${counted(newProducts, 'product')}, ${counted(newCatalogBytes, 'byte')}, 1 job${isOverSftp ? ' over SFTP' : ''}`,
    ...(removed > 0 && missing !== 'remove'
      ? [`  a full load also removes products that have vanished (${counted(removed, 'product')})`]
      : []),
  ];
}

function tooLargeAdvice(
  operations: number,
  needed: number,
  maxOperations: number,
  maxBytes: number,
  { layout }: DeltaShape,
): string[] {
  if (needed === 1) return [];
  const limit =
    operations > maxOperations
      ? counted(maxOperations, 'operation')
      : `${counted(maxBytes, 'byte')} as ${layout}`;
  return [`one job takes ${limit}: this delta needs ${formatCount(needed)} jobs (--split)`];
}

/** About 5 to 1,000 operations are recommended for a job (spec: Limits). */
function sizeAdvice(operations: number, jobs: number): string[] {
  const { min, max } = LIMITS.recommendedOperationsPerJob;
  const perJob = Math.ceil(operations / jobs);
  if (perJob >= min && perJob <= max) return [];
  const range = `${formatCount(min)} to ${formatCount(max)}`;
  const here =
    jobs === 1 ? `this delta has ${formatCount(perJob)}` : `this delta has about ${formatCount(perJob)}`;
  const remedy = perJob > max ? `; --split --max-ops ${max} makes them smaller` : '';
  return [`the service recommends ${range} operations a job; ${here}${remedy}`];
}
