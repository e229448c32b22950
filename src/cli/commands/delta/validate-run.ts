import { BrctlError, isNotFound } from '../../../base/errors.ts';
import type { LoadMode } from '../../../catalog/rules/check-operation.ts';
import { type ValidationReport, validateInput } from '../../../catalog/validate.ts';
import type { CommandContext } from '../../context.ts';
import { exitCodeOf } from '../../exit-codes.ts';
import { refuseStdinTwice } from '../../shared/file-operands.ts';
import { inputOf } from '../../shared/input-operand.ts';
import { printReports, printSarif } from './validate-output.ts';

/** The options of `brctl validate`. */
export interface ValidateFlags {
  mode: LoadMode | 'auto';
  inputFormat: 'operations' | 'records';
  failOn: 'error' | 'warning';
  format: 'text' | 'sarif';
}

/** Checks one file after the other and prints what was found in all. */
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
      const report = await checkFile(context, file, flags).catch(keepMissing(missing));
      if (report !== undefined) reports.push(report);
    }
  } finally {
    // What was found in the files before is told, too, where the user stopped.
    if (reports.length > 0) await print(context, reports, flags);
  }
  if (missing[0] !== undefined) throw allMissing(missing[0], missing);
  const failing = ({ errors, warnings }: ValidationReport) =>
    errors > 0 || (flags.failOn === 'warning' && warnings > 0);
  return reports.some(failing) ? exitCodeOf('input') : 0;
}

async function print(
  { output, globals, version }: CommandContext,
  reports: readonly ValidationReport[],
  { format }: ValidateFlags,
): Promise<void> {
  if (format === 'sarif') await printSarif(output, reports, version);
  else await printReports(output, reports, globals.maxErrors);
}

async function checkFile(
  context: CommandContext,
  file: string,
  { mode, inputFormat }: ValidateFlags,
): Promise<ValidationReport> {
  return await context.output.progress(`checking ${file}`, (say) =>
    validateInput(inputOf(context, file), {
      mode,
      inputFormat,
      maxProblems: context.globals.maxErrors,
      signal: context.signal,
      onProgress: (bytes) => say({ done: bytes, unit: 'bytes' }),
    }),
  );
}

/** The other files are checked all the same. */
function keepMissing(missing: BrctlError[]): (thrown: unknown) => undefined {
  return (thrown) => {
    if (!isNotFound(thrown)) throw thrown;
    missing.push(thrown);
  };
}

function allMissing(first: BrctlError, missing: readonly BrctlError[]): BrctlError {
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
