import type { Problem } from '../../base/errors.ts';
import { formatCount as count, pluralize } from '../../base/wording/amounts.ts';
import type { ConvertReport } from '../../client/convert/convert.ts';
import type { FeedPlan } from '../../client/convert/plan-feed.ts';
import { GROUP_HINT } from '../../client/convert/rejected-rows.ts';
import { describeLocation } from '../output/errors.ts';
import type { Output } from '../output/output.ts';
import { toJson, toSnakeCase } from '../output/printable.ts';

/** Values that were left out, of which this many are shown. */
const SHOWN_VALUES = 3;

function describeStyle(style: FeedPlan['styles']['price']): string {
  if (style === 'unknown') return 'decimal mark unknown';
  return style === 'thousands' ? 'no decimals' : `decimal ${style}`;
}

function describeShape({ format, shape, encoding, styles }: FeedPlan): string {
  const container = {
    csv: `CSV with '${shape.delimiter}' between cells`,
    tsv: 'tab separated',
    json: 'JSON',
    jsonlines: 'JSON Lines',
    xml: `XML, a product in each <${shape.path.at(-1) ?? '?'}>`,
  }[shape.container];
  const title = format === undefined ? 'fields matched by name' : `detected: ${format.title}`;
  return `${title}: ${container}, ${encoding.name}, ${describeStyle(styles.price)}`;
}

/** Detected format of a feed, and the targets of its fields. */
export function describePlan(plan: FeedPlan): string[] {
  const used = plan.fields.filter(({ takenFor }) => takenFor.length > 0);
  const unused = plan.fields.filter(({ takenFor }) => takenFor.length === 0);
  return [
    describeShape(plan),
    ...used.map(({ field, takenFor }) => `  ${field} -> ${takenFor.join(', ')}`),
    ...(unused.length === 0 ? [] : [`  not used: ${unused.map(({ field }) => field).join(', ')}`]),
  ];
}

function describeProblem(problem: Problem): string {
  return `  ${describeLocation(problem)}: ${problem.message}  [${problem.code}]`;
}

function describeCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([code, times]) => `${code} ${count(times)}`).join(', ');
}

function describeReport(
  { rows, products, variants, rejected }: ConvertReport,
  file: string | undefined,
): string {
  const made = `${pluralize(products, 'product')}${variants === 0 ? '' : ` with ${pluralize(variants, 'variant')}`}`;
  return `${pluralize(rows, 'row')}: ${made}, ${count(rejected)} skipped${file === undefined ? '' : `; written to ${file}`}`;
}

/** Counts that a merchant looks at first. */
function describeProducts({ products, unavailable, without }: ConvertReport): string[] {
  const { availability, ...others } = without;
  const sellable = products - unavailable - availability;
  const lacking = Object.entries(others).map(([part, times]) => `${count(times)} without ${part}`);
  return [
    `  ${count(sellable)} available, ${count(unavailable)} sold out, ${count(availability)} without availability`,
    `  ${lacking.join(', ')}`,
  ];
}

/** Skipped rows of a feed, and the consequences, as remarks. */
export function describeConverted(output: Output, report: ConvertReport, file?: string): void {
  const { rejections, leftOutExamples } = report;
  for (const problem of rejections) output.warn(`skipped:${describeProblem(problem)}`);
  if (report.rejected > rejections.length)
    output.warn(`skipped in total: ${describeCounts(report.rejectedByCode)} (--max-errors shows more)`);
  if (report.rejectedByCode.has('catalog.duplicate_id')) output.warn(GROUP_HINT);
  for (const problem of leftOutExamples.slice(0, SHOWN_VALUES))
    output.warn(`value:${describeProblem(problem)}`);
  if (report.leftOut.size > 0) output.warn(`values skipped, or doubtful: ${describeCounts(report.leftOut)}`);
  if (report.warnings.size > 0) output.note(`brctl validate warns of: ${describeCounts(report.warnings)}`);
  if (report.pricedByParts > 0)
    output.note(
      `${pluralize(report.pricedByParts, 'product')} without its own price (grouped or bundled): uses the lowest price of its parts`,
    );
  output.note(describeReport(report, file));
  for (const line of describeProducts(report)) output.note(line);
}

/** Result of a conversion: remarks for people, one document with `--json`, on stdout where the products went to a file. */
export async function printConverted(
  output: Output,
  report: ConvertReport,
  { feed, file }: { feed: string; file: string | undefined },
): Promise<void> {
  if (!output.json) {
    describeConverted(output, report, file);
    return;
  }
  const { plan, bytes: _, leftOut, leftOutExamples: _examples, warnings, ...figures } = report;
  const { container } = plan.shape;
  const document = {
    schema: 'brctl.convert/1',
    ...toSnakeCase({
      feed,
      file,
      from: plan.format?.name ?? container,
      container,
      encoding: plan.encoding.name,
      decimal: plan.styles.price,
      fields: plan.fields.map(({ field, takenFor }) => ({ field, takenFor })),
      ...figures,
      leftOutByCode: leftOut,
      warningsByCode: warnings,
    }),
  };
  if (file === undefined) output.note(toJson(document));
  else await output.result(document, () => '');
}
