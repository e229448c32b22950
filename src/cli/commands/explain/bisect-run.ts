import { formatCount, pluralize, withAges } from '../../../base/wording/amounts.ts';
import { ellipsize } from '../../../base/wording/ellipsize.ts';
import type { CommandContext } from '../../context.ts';
import type { OutputStream } from '../../io.ts';
import { makeBold } from '../../output/highlight.ts';
import { escapeControls, type JsonValue, toJson } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { withLocalService } from '../../shared/local-service.ts';
import { usageError } from '../../usage-error.ts';
import { type BisectDocument, bisect, type Culprit, type ProductChange, type Step } from './bisect.ts';
import { createPastService } from './past-service.ts';
import { type ProductSearchFlags, toSearchPairs } from './search-params.ts';

interface BisectFlags extends Omit<ProductSearchFlags, 'rows' | 'start'> {
  expect: string;
  inTop: number;
}

export async function runBisect(context: CommandContext, flags: BisectFlags): Promise<number> {
  const { query, category, inTop, expect: product } = flags;
  if (query === undefined && category === undefined)
    throw usageError(
      'usage.missing_option',
      '--query or --category is missing',
      `brctl bisect --query "grey sofa" --expect ${product}`,
    );
  const { output } = context;
  const pairs = await toSearchPairs(await context.config(), { ...flags, rows: inTop });
  const document = await withLocalService(context, (service) =>
    output.progress(`searching earlier versions for ${product}`, (report) =>
      bisect(createPastService(service), product, pairs, inTop, report),
    ),
  );
  await output.result(document, (stdout) => bisectText(document, stdout, output.now().getTime()));
  return document.verdict === 'never' ? 5 : 0;
}

/** Operations of one product that are shown, and characters of each. */
const MAX_OPERATIONS = 5;
const MAX_CHARACTERS = 160;
const INDENT = '  ';
const LABEL_WIDTH = 10;

function bisectText(document: BisectDocument, to: OutputStream, nowMs: number): string {
  const { product, culprit, before, after } = document;
  const lines = [
    makeBold(escapeControls(`${product} ${nameQuery(document)}: ${formatVerdict(document)}`), to),
  ];
  if (culprit !== null) lines.push(...formatCulprit(culprit));
  if (before !== null) lines.push(label('before', formatStep(before)));
  if (after !== null) lines.push(label('after', formatStep(after)));
  lines.push(label('now', formatNow(document)), label('checked', formatSteps(document.steps)));
  const text = lines.join('\n');
  return `${wrapText(to.isTty ? withAges(text, nowMs) : text, to)}\n`;
}

function nameQuery({ query, category, in_top: top }: BisectDocument): string {
  const subject = query === null ? `in category ${category}` : `for "${query}"`;
  return `${subject}, top ${formatCount(top)}`;
}

function formatVerdict(document: BisectDocument): string {
  const { verdict, culprit, oldest_version: first, newest_version: last } = document;
  const span = first === last ? `version ${first}` : `versions ${first} to ${last}`;
  if (verdict === 'never') return `NOT FOUND in any of ${span}`;
  if (verdict === 'kept') return `found in every version checked, ${span}`;
  return `${verdict.toUpperCase()} by version ${culprit?.version}`;
}

function formatCulprit(culprit: Culprit): string[] {
  const { type, job_id, source, applied_at, request, change, others, counts } = culprit;
  const job = [job_id ?? 'not known', type, applied_at, source && `file ${source}`]
    .filter(Boolean)
    .join(', ');
  const lines = [label('job', job)];
  if (request !== null) {
    const call = request.method === null ? 'no longer in the log' : `${request.method} ${request.url}`;
    lines.push(label('request', `${request.id} ${call}`));
  }
  if (change !== null) lines.push(...formatChange(change));
  for (const other of others) {
    const moved = `rank ${other.rank_before ?? 'behind'} before, ${other.rank_after ?? 'behind'} after`;
    lines.push(label('instead', `${other.product}: ${moved}`), ...formatChange(other));
  }
  if (change === null && others.length === 0) {
    const what =
      counts === null
        ? 'the load'
        : `${pluralize(counts.added, 'product')} added, ${formatCount(counts.changed)} changed, ${formatCount(counts.removed)} removed: the load`;
    lines.push(label('change', `${what} did not touch the product, but moved other products past it`));
  }
  return lines;
}

function formatChange({ kind, line, operations }: ProductChange): string[] {
  const lines = operations.slice(0, MAX_OPERATIONS).map(formatOperation);
  const rest = operations.length - lines.length;
  const [first, ...others] = rest > 0 ? [...lines, `and ${formatCount(rest)} more`] : lines;
  const place = line === null ? '' : `line ${formatCount(line)}: `;
  return [label(kind, `${place}${first ?? ''}`), ...others.map((text) => label('', text))];
}

function formatOperation(operation: unknown): string {
  const { op, path, value } = operation as { op: string; path: string; value?: JsonValue };
  return ellipsize(`${op} ${path}${value === undefined ? '' : ` ${toJson(value)}`}`, MAX_CHARACTERS);
}

function formatStep({ version, found, code, rank, total }: Step): string {
  const state = rank === null ? 'not found' : `rank ${formatCount(rank)} of ${formatCount(total ?? 0)}`;
  return `version ${version}: ${state}${found || code === null ? '' : `, ${code}`}`;
}

function formatNow(document: BisectDocument): string {
  const { found_now: found, published_version: published, newest_version: newest } = document;
  const state = found ? 'found' : 'not found';
  if (published === null) return `${state}: nothing is published yet`;
  const waits = published < newest ? `; version ${newest} is not indexed yet: brctl index` : '';
  return `${state}, version ${published} is published${waits}`;
}

function formatSteps(steps: readonly Step[]): string {
  if (steps.length === 0) return 'no version has the product';
  const indexed = steps.filter(({ by }) => by === 'ranking').length;
  const versions = steps.map(({ version, found }) => `${version} ${found ? '✓' : '✗'}`).join(' · ');
  const others = indexed === steps.length ? '' : '; the others judged by the record alone';
  return `${versions}; ${pluralize(indexed, 'version')} searched${others}`;
}

function label(name: string, text: string): string {
  return escapeControls(`${INDENT}${name.padEnd(LABEL_WIDTH)}${text}`);
}
