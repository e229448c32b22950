import { diffCatalogs } from '../../../catalog/delta/diff.ts';
import type {
  DiffOptions,
  DiffSummary,
  MissingPolicy,
  RecordFormat,
} from '../../../catalog/delta/diff-options.ts';
import { countDeltaBytes, type PartLayout } from '../../../catalog/delta/split.ts';
import { tooManyOperationsError } from '../../../client/delivery/limits.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { CommandContext } from '../../context.ts';
import { EXIT_DIFFERENCES } from '../../exit-codes.ts';
import { writeText } from '../../io.ts';
import {
  createDeltaFile,
  createFramedWriter,
  type DeltaFile,
  type DeltaTarget,
  type FramedWriter,
} from '../../shared/delta-file.ts';
import { refuseOverwriting, refuseStdinTwice, toDiffInput } from '../../shared/file-operands.ts';
import { usageError } from '../../usage-error.ts';
import { describeAdvice, explainText, printSummary } from './delta-output.ts';
import { refuseOverwritingByParts } from './part-files.ts';

interface DiffFlags {
  output?: string;
  missing: MissingPolicy;
  format?: PartLayout | RecordFormat;
  inputFormat?: RecordFormat;
  split?: boolean;
  /** Undefined: the service's limit, and only a remark where it is passed. */
  maxOps?: number;
  exitCode?: boolean;
  explain?: boolean;
  strict?: boolean;
  maxMemory?: number;
}

function isToFile({ output }: DiffFlags): boolean {
  return output !== undefined && output !== '-';
}

/** With `--max-ops` but without `--split`, more operations are an error: nothing is written. */
function refuseTooMany(context: CommandContext, summary: DiffSummary, flags: DiffFlags): void {
  if (flags.split || flags.maxOps === undefined || summary.operations <= flags.maxOps) return;
  const hint = context.commandLineWith('--split', ...(isToFile(flags) ? [] : ['-o', 'delta.jsonl']));
  throw tooManyOperationsError(summary.operations, flags.maxOps, { hint });
}

async function compare(
  context: CommandContext,
  [oldFile, newFile]: readonly [string, string],
  flags: DiffFlags,
  target: DeltaTarget,
): Promise<DiffSummary> {
  const { output, signal, paths, globals, io } = context;
  const { missing, maxMemory, explain, format, inputFormat } = flags;
  const options: DiffOptions = {
    missing,
    recordFormat: inputFormat ?? (format === 'records' ? 'records' : 'operations'),
    strict: flags.strict === true,
    tempDir: paths.tempDir,
    maxProblems: globals.maxErrors,
    signal,
    ...(maxMemory !== undefined && { maxMemoryBytes: maxMemory }),
    onWarning: (warning) => output.warnOf(warning),
    ...(explain && {
      onExplain: (explanation) =>
        writeText(io.stderr.stream, explainText(explanation, output.json, io.stderr)),
    }),
    beforeEmit: (summary) => refuseTooMany(context, summary, flags),
  };
  const [before, after] = [toDiffInput(context, oldFile), toDiffInput(context, newFile)];
  return await output.progress(`comparing ${oldFile} and ${newFile}`, () =>
    diffCatalogs(before, after, (bytes) => target.write(bytes), options),
  );
}

export async function runDiff(
  context: CommandContext,
  oldFile: string,
  newFile: string,
  flags: DiffFlags,
): Promise<number> {
  refuseStdinTwice([oldFile, newFile]);
  refuseOverwriting(context.cwd, [oldFile, newFile], flags.output, 'the delta');
  if (flags.split && flags.output !== undefined)
    refuseOverwritingByParts(context.cwd, [oldFile, newFile], flags.output);
  const layout = flags.format === 'json-patch' ? 'json-patch' : 'jsonlines';
  const target = await openDeltaTarget(context, flags, layout);
  let summary: DiffSummary;
  try {
    summary = await compare(context, [oldFile, newFile], flags, target);
    context.signal.throwIfAborted();
    await target.commit();
  } finally {
    await target.abort();
  }
  const files = target.files();
  const jobs = flags.split ? files.length : undefined;
  const { operations, bytes } = summary;
  const written = { ...summary, bytes: countDeltaBytes(layout, operations, bytes - operations, jobs) };
  const advice = describeAdvice(written, { layout, jobs, maxOps: flags.maxOps, missing: flags.missing });
  await printSummary(context.output, written, { files, advice, toStdout: isToFile(flags) });
  return flags.exitCode && summary.operations > 0 ? EXIT_DIFFERENCES : 0;
}

function createTarget(writer: FramedWriter, file?: DeltaFile): DeltaTarget {
  return {
    write: (lines) => writer.lines(lines),
    async commit() {
      await writer.end();
      await file?.end();
      await file?.commit();
    },
    abort: async () => await file?.abort(),
    files: () => (file === undefined ? [] : [file.name]),
  };
}

/**
 * Opens where a delta goes: stdout, a file, or with `split` as many files as the limits ask for.
 * @throws BrctlError `usage.missing_option` for a split without a file
 */
async function openDeltaTarget(
  { output, cwd }: CommandContext,
  { output: file, split, exitCode, maxOps: maxOperations = LIMITS.operationsPerJob }: DiffFlags,
  layout: PartLayout,
): Promise<DeltaTarget> {
  const isFile = file !== undefined && file !== '-';
  if (split && !isFile)
    throw usageError(
      'usage.missing_option',
      '--split needs --output: it writes several files',
      'add -o delta.jsonl',
    );
  if (!isFile) {
    // Where the exit code tells what is in it, a reader who goes away does not end the work.
    const print = exitCode ? output.bytes : output.stream;
    return createTarget(createFramedWriter(layout, (bytes) => print(bytes)));
  }
  if (split) {
    const { createSplitTarget } = await import('./split-target.ts');
    return createSplitTarget({ file, cwd, layout, maxOperations, warn: (text) => output.warn(text) });
  }
  const target = await createDeltaFile(file, cwd);
  return createTarget(
    createFramedWriter(layout, (bytes) => target.write(bytes)),
    target,
  );
}
