import type { LosslessValue } from '../../../base/json/lossless.ts';
import { formatCount, pluralize, withAges } from '../../../base/wording/amounts.ts';
import { ellipsize } from '../../../base/wording/ellipsize.ts';
import type { ExplainCode } from '../../../protocol/explanation.ts';
import type { OutputStream } from '../../io.ts';
import { bold } from '../../output/highlight.ts';
import type { Output } from '../../output/output.ts';
import { type JsonValue, printable, toJson } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';
import type { Found } from './find-change.ts';

/** Operations of one product that are shown, and characters of each. */
const MAX_OPERATIONS = 5;
const MAX_CHARACTERS = 160;
const INDENT = '  ';
const LABEL_WIDTH = 10;

export async function printBisect(output: Output, document: BisectDocument): Promise<void> {
  await output.result(document, (stdout) => bisectText(document, stdout, output.now().getTime()));
}

function bisectText(document: BisectDocument, to: OutputStream, nowMs: number): string {
  const { product, culprit, before, after } = document;
  const lines = [bold(printable(`${product} ${askedText(document)}: ${verdictText(document)}`), to)];
  if (culprit !== null) lines.push(...culpritLines(culprit));
  if (before !== null) lines.push(labelled('before', stepText(before)));
  if (after !== null) lines.push(labelled('after', stepText(after)));
  lines.push(labelled('now', nowText(document)), labelled('looked at', stepsText(document.steps)));
  const text = lines.join('\n');
  return `${wrapText(to.isTty ? withAges(text, nowMs) : text, to)}\n`;
}

function askedText({ query, category, in_top: top }: BisectDocument): string {
  const asked = query === null ? `in category ${category}` : `for "${query}"`;
  return `${asked}, top ${formatCount(top)}`;
}

function verdictText({
  verdict,
  culprit,
  oldest_version: first,
  newest_version: last,
}: BisectDocument): string {
  const span = first === last ? `version ${first}` : `versions ${first} to ${last}`;
  if (verdict === 'never') return `NOT FOUND in any of ${span}`;
  if (verdict === 'kept') return `found in every version checked, ${span}`;
  return `${verdict.toUpperCase()} by version ${culprit?.version}`;
}

function culpritLines({
  type,
  job_id,
  source,
  applied_at,
  request,
  change,
  others,
  counts,
}: Culprit): string[] {
  const job = [job_id ?? 'not known', type, applied_at, source && `file ${source}`]
    .filter(Boolean)
    .join(', ');
  const lines = [labelled('job', job)];
  if (request !== null) {
    const call = request.method === null ? 'no longer in the log' : `${request.method} ${request.url}`;
    lines.push(labelled('request', `${request.id} ${call}`));
  }
  if (change !== null) lines.push(...changeLines(change));
  for (const other of others) {
    const moved = `rank ${other.rank_before ?? 'behind'} before, ${other.rank_after ?? 'behind'} after`;
    lines.push(labelled('instead', `${other.product}: ${moved}`), ...changeLines(other));
  }
  if (change === null && others.length === 0) {
    const what =
      counts === null
        ? 'the load'
        : `${pluralize(counts.added, 'product')} added, ${formatCount(counts.changed)} changed, ${formatCount(counts.removed)} removed: the load`;
    lines.push(labelled('change', `${what} left the product alone and changed how the others stand to it`));
  }
  return lines;
}

function changeLines({ kind, line, operations }: ProductChange): string[] {
  const shown = operations.slice(0, MAX_OPERATIONS).map(operationText);
  const rest = operations.length - shown.length;
  const [first, ...others] = rest > 0 ? [...shown, `and ${formatCount(rest)} more`] : shown;
  const place = line === null ? '' : `line ${formatCount(line)}: `;
  return [labelled(kind, `${place}${first ?? ''}`), ...others.map((text) => labelled('', text))];
}

function operationText(operation: unknown): string {
  const { op, path, value } = operation as { op: string; path: string; value?: JsonValue };
  return ellipsize(`${op} ${path}${value === undefined ? '' : ` ${toJson(value)}`}`, MAX_CHARACTERS);
}

function stepText({ version, found, code, rank, total }: Step): string {
  const state = rank === null ? 'not found' : `rank ${formatCount(rank)} of ${formatCount(total ?? 0)}`;
  return `version ${version}: ${state}${found || code === null ? '' : `, ${code}`}`;
}

function nowText({
  found_now: found,
  published_version: published,
  newest_version: newest,
}: BisectDocument): string {
  const state = found ? 'found' : 'not found';
  if (published === null) return `${state}: nothing is published yet`;
  const waits = published < newest ? `; version ${newest} is not indexed yet: brctl index` : '';
  return `${state}, version ${published} is published${waits}`;
}

function stepsText(steps: readonly Step[]): string {
  if (steps.length === 0) return 'the record alone: no version has it';
  const indexed = steps.filter(({ by }) => by === 'ranking').length;
  const versions = steps.map(({ version, found }) => `${version} ${found ? '✓' : '✗'}`).join(' · ');
  return `${versions}; ${pluralize(indexed, 'version')} searched; the others decided from the record alone`;
}

function labelled(label: string, text: string): string {
  return printable(`${INDENT}${label.padEnd(LABEL_WIDTH)}${text}`);
}

export type Step = {
  version: number;
  /** By the record alone, or by an index of the version. */
  by: 'record' | 'ranking';
  found: boolean;
  code: ExplainCode | null;
  rank: number | null;
  total: number | null;
};

export type BisectDocument = {
  schema: 'brctl.bisect/1';
  catalog: string;
  product: string;
  query: string | null;
  category: string | null;
  in_top: number;
  /** By what is published. */
  found_now: boolean;
  published_version: number | null;
  oldest_version: number;
  newest_version: number;
  verdict: Found['kind'];
  /** What told it: the record alone, or the ranking. */
  by: Step['by'] | null;
  culprit: Culprit | null;
  before: Step | null;
  after: Step | null;
  steps: Step[];
};

export type ProductChange = {
  kind: 'added' | 'changed' | 'removed';
  /** Of the load; null where it is not known, and where a full load leaves the product out. */
  line: number | null;
  operations: LosslessValue[];
};

export type Culprit = {
  version: number;
  type: string | null;
  job_id: string | null;
  source: string | null;
  applied_at: string | null;
  /** The call that made the job; members but the id are null where the log no longer has it. */
  request: { id: string; at: string | null; method: string | null; url: string | null } | null;
  /** What it did to the product itself; null where it left it alone. */
  change: ProductChange | null;
  /** Products that took its place, or left it. */
  others: (ProductChange & { product: string; rank_before: number | null; rank_after: number | null })[];
  /** What else the load did; null where nobody has counted. */
  counts: { added: number; changed: number; removed: number } | null;
};
