import { BrctlError, isNotFound, type Problem } from '../../../base/errors.ts';
import { formatCount as figure, pluralize } from '../../../base/wording/amounts.ts';
import { nameOtherFile } from '../../../catalog/findings/json-hint.ts';
import type { LoadMode } from '../../../catalog/rules/check-operation.ts';
import { type ValidationReport, validateInput } from '../../../catalog/validate.ts';
import type { CommandContext } from '../../context.ts';
import { exitCodeOf } from '../../exit-codes.ts';
import type { OutputStream } from '../../io.ts';
import { describeLocation } from '../../output/errors.ts';
import { colorState } from '../../output/highlight.ts';
import type { Output } from '../../output/output.ts';
import { escapeControls, toSnakeCase } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { refuseStdinTwice, toInput } from '../../shared/file-operands.ts';

interface ValidateFlags {
  mode: LoadMode | 'auto';
  inputFormat: 'operations' | 'records';
  failOn: 'error' | 'warning';
  format: 'text' | 'sarif';
}

export async function runValidate(
  context: CommandContext,
  files: readonly string[],
  flags: ValidateFlags,
): Promise<number> {
  refuseStdinTwice(files);
  const reports: ValidationReport[] = [];
  const missing: BrctlError[] = [];
  try {
    for (const file of files) {
      try {
        reports.push(await checkFile(context, file, flags));
      } catch (thrown) {
        // The other files are checked all the same.
        if (!isNotFound(thrown)) throw thrown;
        missing.push(thrown);
      }
    }
  } finally {
    // Also reports the findings of the earlier files if the user interrupts.
    if (reports.length > 0)
      await (flags.format === 'sarif'
        ? printSarif(context.output, reports, context.version)
        : printReports(context.output, reports, context.globals.maxErrors));
  }
  if (missing[0] !== undefined) throw allMissingError(missing[0], missing);
  const hasFailed = ({ errors, warnings }: ValidationReport) =>
    errors > 0 || (flags.failOn === 'warning' && warnings > 0);
  return reports.some(hasFailed) ? exitCodeOf('input') : 0;
}

async function checkFile(
  context: CommandContext,
  file: string,
  { mode, inputFormat }: ValidateFlags,
): Promise<ValidationReport> {
  return await context.output.progress(`checking ${file}`, (say) =>
    validateInput(toInput(context, file), {
      mode,
      inputFormat,
      maxProblems: context.globals.maxErrors,
      signal: context.signal,
      onProgress: (bytes) => say({ done: bytes, unit: 'bytes' }),
    }),
  );
}

function allMissingError(first: BrctlError, missing: readonly BrctlError[]): BrctlError {
  if (missing.length === 1) return first;
  return new BrctlError(`${missing.length} files do not exist`, {
    ...first.details,
    problems: missing.map(({ message, code, details: { file } }) => ({
      severity: 'error',
      code,
      message,
      ...(file === undefined ? {} : { file }),
    })),
  });
}

function formatHeadline(report: ValidationReport): string {
  const { file, kind, family, operations, errors, warnings, isComplete } = report;
  const word = kind === 'catalog' ? (family === 'items' ? 'item' : 'product') : 'operation';
  const nothing = errors === 0 ? 'empty' : 'no valid operation';
  const what = kind === 'empty' ? nothing : `${kind} of ${pluralize(operations, word)}`;
  const result = errors === 0 ? 'valid' : pluralize(errors, 'error');
  const verdict = isComplete ? result : `${result} before reading stopped`;
  return `${file}: ${what}: ${verdict}${warnings === 0 ? '' : `, ${pluralize(warnings, 'warning')}`}`;
}

/** Examples of each code, unless more were asked for. */
const EXAMPLES = 3;
const DEFAULT_MOST = 20;

/** Findings by code, those of errors first: how many there are, examples with their places, and how to fix them. */
function describeFindings(
  { problems, countByCode }: ValidationReport,
  mostShown: number,
  to: OutputStream,
): string[] {
  const examples = mostShown === DEFAULT_MOST ? EXAMPLES : mostShown;
  const bySeverity = [...problems].sort((a, b) => weigh(a) - weigh(b));
  const groups = [...new Set(bySeverity.map(({ code }) => code))].flatMap((code) => {
    const those = problems.filter((problem) => problem.code === code);
    return describeCode(those, countByCode.get(code) ?? those.length, examples, to);
  });
  const hidden = [...countByCode].filter(([code]) => !problems.some((problem) => problem.code === code));
  const rest = hidden.map(([code, count]) => `${code} ${figure(count)}`).join(', ');
  return hidden.length === 0 ? groups : [...groups, `  not shown (--max-errors): ${rest}`];
}

const weigh = ({ severity }: Problem) => (severity === 'error' ? 0 : 1);

function describeCode(
  those: readonly Problem[],
  count: number,
  examples: number,
  to: OutputStream,
): string[] {
  const [first] = those;
  if (first === undefined) return [];
  const { severity, code, hint } = first;
  const fix = hint === undefined ? [] : [escapeControls(`         fix: ${hint}`)];
  const state = `  ${colorState(severity, to)}  `;
  if (count === 1) return [`${state}${escapeControls(format(first))}  [${code}]`, ...fix];
  const lines = those.slice(0, examples).map((problem) => escapeControls(`         ${format(problem)}`));
  const more = count - lines.length;
  return [
    `${state}${code}: ${figure(count)} times`,
    ...lines,
    ...(more > 0 ? [`         … and ${figure(more)} more`] : []),
    ...fix,
  ];
}

function format({ file: _, ...problem }: Problem): string {
  const where = describeLocation(problem);
  return `${where === '' ? '' : `${where}: `}${problem.message}`;
}

async function printReports(
  output: Output,
  reports: readonly ValidationReport[],
  mostShown: number,
): Promise<void> {
  const addUp = (count: (report: ValidationReport) => number) =>
    reports.reduce((sum, report) => sum + count(report), 0);
  const errors = addUp((report) => report.errors);
  const document = {
    schema: 'brctl.validate/1',
    valid: errors === 0,
    errors,
    warnings: addUp((report) => report.warnings),
    files: reports.map(({ bytes, isComplete, ...rest }) =>
      toSnakeCase({ ...rest, complete: isComplete, uncompressedBytes: bytes }),
    ),
  };
  await output.result(document, (stdout) => {
    const lines = reports.flatMap((report) => {
      const other = nameOtherFile(report.problems.find(({ severity }) => severity === 'error'));
      // The problems of its lines follow from its kind.
      if (other !== undefined)
        return [escapeControls(`${report.file}: ${other.text}`), `  fix: ${other.fix}`];
      return [escapeControls(formatHeadline(report)), ...describeFindings(report, mostShown, stdout)];
    });
    return `${wrapText(lines.join('\n'), stdout)}\n`;
  });
  for (const { file, problems } of reports)
    output.annotate(problems.map((problem) => ({ ...problem, file })));
}

/** The reports as SARIF 2.1.0, which code hosts show beside the lines. */
async function printSarif(
  output: Output,
  reports: readonly ValidationReport[],
  version: string,
): Promise<void> {
  const codes = [...new Set(reports.flatMap(({ countByCode }) => [...countByCode.keys()]))].sort();
  const hints = new Map(
    reports.flatMap(({ problems }) => problems.flatMap(({ code, hint }) => (hint ? [[code, hint]] : []))),
  );
  const rules = codes.map((id) => ({ id, ...(hints.has(id) && { help: { text: hints.get(id) } }) }));
  const results = reports.flatMap(({ file, problems }) =>
    problems.map(({ line, column, ...problem }) => ({
      ruleId: problem.code,
      level: problem.severity,
      message: { text: format(problem) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: encodeURI(file) },
            ...(line !== undefined && {
              region: { startLine: line, ...(column !== undefined && { startColumn: column }) },
            }),
          },
        },
      ],
    })),
  );
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'brctl validate', version, rules } }, results }],
  };
  await output.bytes(`${JSON.stringify(sarif, null, 2)}\n`);
}
