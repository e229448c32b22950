import type { ValidationReport } from '../../catalog/validate.ts';
import type { Problem } from '../../errors.ts';
import { counted, formatCount as figure } from './amounts.ts';
import { describeLocation } from './errors.ts';
import type { JsonValue } from './json.ts';
import type { Output } from './output.ts';
import { printable } from './printable.ts';

function headline({
  file,
  kind,
  family,
  operations,
  errors,
  warnings,
  isComplete,
}: ValidationReport): string {
  const word = kind === 'catalog' ? (family === 'items' ? 'item' : 'product') : 'operation';
  const what = kind === 'empty' ? 'no operations' : `${kind} of ${counted(operations, word)}`;
  const found = errors === 0 ? 'valid' : counted(errors, 'error');
  const verdict = isComplete ? found : `${found} before reading stopped`;
  return `${file}: ${what}: ${verdict}${warnings === 0 ? '' : `, ${counted(warnings, 'warning')}`}`;
}

/** Each problem on a line; how it is mended follows where it is said for the first time. */
function describeProblems(problems: readonly Problem[]): string[] {
  const said = new Set<string>();
  return problems.flatMap(({ file: _, ...problem }) => {
    const where = describeLocation(problem);
    const line = `  ${problem.severity}  ${where === '' ? '' : `${where}: `}${problem.message}  [${problem.code}]`;
    const { hint } = problem;
    if (hint === undefined || said.has(hint)) return [line];
    said.add(hint);
    return [line, `         fix: ${hint}`];
  });
}

/** How many more there are of each code than were shown. */
function describeHidden({ problems, countByCode }: ValidationReport): string[] {
  const hidden = new Map(countByCode);
  for (const { code } of problems) hidden.set(code, (hidden.get(code) ?? 0) - 1);
  const rest = [...hidden].filter(([, count]) => count > 0);
  if (rest.length === 0) return [];
  const codes = rest.map(([code, count]) => `${code} ${figure(count)}`).join(', ');
  return [`  not shown (--max-errors): ${codes}`];
}

function describeReport(report: ValidationReport): string {
  const lines = [headline(report), ...describeProblems(report.problems), ...describeHidden(report)];
  return `${lines.map(printable).join('\n')}\n`;
}

function toDocument(report: ValidationReport): JsonValue {
  const { countByCode, family, problems, bytes, isComplete, ...rest } = report;
  return {
    ...rest,
    family,
    complete: isComplete,
    uncompressed_bytes: bytes,
    count_by_code: Object.fromEntries(countByCode),
    problems: problems.map((problem) => ({ ...problem })),
  };
}

/** The reports of `validate`, in the order of the files. */
export async function printReports(output: Output, reports: readonly ValidationReport[]): Promise<void> {
  const total = (count: (report: ValidationReport) => number) =>
    reports.reduce((sum, report) => sum + count(report), 0);
  const errors = total((report) => report.errors);
  const document = {
    schema: 'brctl.validate/1',
    valid: errors === 0,
    errors,
    warnings: total((report) => report.warnings),
    files: reports.map(toDocument),
  };
  await output.result(document, () => reports.map(describeReport).join(''));
  for (const { file, problems } of reports)
    output.annotate(problems.map((problem) => ({ ...problem, file })));
}
