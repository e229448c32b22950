import type { RunTempFiles } from '../../../base/files/run-files.ts';
import type { RecordFormat } from '../../../catalog/delta/diff-options.ts';
import { checkLimits } from '../../../client/delivery/limits.ts';
import {
  type FileSource,
  type PreparedBody,
  prepareFile,
  preparePaths,
} from '../../../client/delivery/prepare-body.ts';
import type { CommandContext } from '../../context.ts';
import { prepareOperations } from '../../shared/operations-file.ts';
import type { GuardFlags, PlanFlags } from '../../shared/push-setup.ts';
import type { WaitFlags } from '../../shared/wait-jobs.ts';
import { usageError } from '../../usage-error.ts';

/**
 * Bodies of a submit: the checked body of a file or of --sftp, divided with --split.
 * @throws BrctlError `usage` for options that do not go together; `input` for what the service would refuse
 */
export async function prepareBodies(
  context: CommandContext,
  file: string | undefined,
  flags: SubmitFlags,
  runFiles: RunTempFiles,
): Promise<PreparedBody[]> {
  if ((file === undefined) === (flags.sftp === undefined))
    throw usageError(
      file === undefined ? 'usage.missing_argument' : 'usage.conflict',
      file === undefined ? 'there is nothing to send' : 'a file and --sftp cannot be sent together',
      'brctl submit <file>, brctl submit - for stdin, or brctl submit --sftp <path...>',
    );
  if (flags.split && flags.mode === 'full')
    throw usageError(
      'usage.conflict',
      'a full load cannot be split',
      'upload it with brctl upload --split and name every path in one brctl submit --mode full --sftp',
      'each PUT replaces the whole catalog, so only the last part would remain',
    );
  const body =
    file === undefined
      ? preparePaths(flags.sftp ?? [], '--sftp', flags.family)
      : await context.output.progress(`checking ${file}`, async () =>
          prepareFile(await openSource(context, file, flags.inputFormat, runFiles), {
            mode: flags.mode,
            maxProblems: context.globals.maxErrors,
            signal: context.signal,
            stdin: context.io.stdin.stream,
            runFiles,
          }),
        );
  if (body.kind === 'sftpPaths') await checkOverSftp(context, body.paths ?? []);
  return await fitLimits(context, body, flags, runFiles);
}

async function openSource(
  context: CommandContext,
  file: string,
  format: RecordFormat,
  runFiles: RunTempFiles,
): Promise<FileSource> {
  const name = file === '-' ? 'stdin' : file;
  const isTakenAsIs = file === '-' && format !== 'records';
  return { path: isTakenAsIs ? file : await prepareOperations(context, file, format, runFiles), name };
}

async function fitLimits(
  context: CommandContext,
  body: PreparedBody,
  flags: SubmitFlags,
  runFiles: RunTempFiles,
): Promise<PreparedBody[]> {
  const { mode, maxOps: maxOperations, split } = flags;
  if (!split) {
    checkLimits({ ...body, mode, maxOperations, splitHint: context.commandLineWith('--split') });
    return [body];
  }
  const { splitBody } = await import('../../../client/delivery/split-body.ts');
  const parts = await splitBody(body, { maxOperations }, () => runFiles.fileName('.jsonl'));
  for (const part of parts) checkLimits({ ...part, mode, maxOperations });
  return parts;
}

/** With SFTP credentials, the paths are looked up before they are named to the service. */
async function checkOverSftp(context: CommandContext, paths: readonly string[]): Promise<void> {
  const { listRemoteFiles } = await import('../../shared/remote-files.ts');
  const files = await listRemoteFiles(context);
  if (files === undefined) {
    context.output.note('no SFTP credentials are configured: not checking whether these files exist');
    return;
  }
  const { checkRemoteFiles } = await import('../../../client/delivery/sftp-paths.ts');
  checkRemoteFiles(paths, files, context.now());
}

export interface SubmitFlags
  extends WaitFlags,
    GuardFlags,
    Pick<PlanFlags, 'inputFormat' | 'split' | 'maxOps'> {
  mode: 'delta' | 'full';
  sftp?: string[];
  family: 'products' | 'items';
  dryRun?: boolean;
  force?: boolean;
}
