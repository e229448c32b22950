import path from 'node:path';
import type { LoadMode } from '../../catalog/check-operation.ts';
import { fileInput } from '../../catalog/input.ts';
import { type ValidationReport, validateInput } from '../../catalog/validate.ts';
import type { CommandContext } from '../context.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { formatBytes } from '../output/amounts.ts';
import { printReports } from '../output/validate.ts';
import { refuseStdinTwice } from './file-operands.ts';

/** The options of `brctl validate`. */
export interface ValidateFlags {
  mode: LoadMode | 'auto';
  inputFormat: 'operations' | 'records';
}

/** Checks one file after the other and prints what was found in all. */
export async function runValidate(
  context: CommandContext,
  files: readonly string[],
  { mode, inputFormat }: ValidateFlags,
): Promise<number> {
  refuseStdinTwice(files);
  const reports: ValidationReport[] = [];
  try {
    for (const file of files) {
      const report = await context.output.progress(`checking ${file}`, (say) =>
        validateInput(inputOf(file, context), {
          mode,
          inputFormat,
          maxProblems: context.globals.maxErrors,
          signal: context.signal,
          onProgress: (bytes) => say(formatBytes(bytes)),
        }),
      );
      reports.push(report);
    }
  } finally {
    // What was found in the files before is told, too, where one is not there or the user stopped.
    if (reports.length > 0) await printReports(context.output, reports);
  }
  return reports.some(({ errors }) => errors > 0) ? exitCodeOf('input') : 0;
}

function inputOf(file: string, { cwd, io, signal }: CommandContext) {
  if (file === '-') return fileInput(file, { stdin: io.stdin.stream, signal });
  return fileInput(path.resolve(cwd, file), { signal }, file);
}
