import path from 'node:path';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { readPidNamespace } from '../../../base/process/process-check.ts';
import { formatBytes, pluralize } from '../../../base/wording/amounts.ts';
import { openInterruptedUploads, type UploadIdentity } from '../../../client/delivery/interrupted-uploads.ts';
import { compressSource } from '../../../client/delivery/upload-source.ts';
import type { SftpConfig } from '../../../client/sftp/connect.ts';
import { type UploadResult, uploadAll } from '../../../client/sftp/upload.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import type { Output } from '../../output/output.ts';
import type { StepAmount } from '../../output/progress.ts';
import { withSftp } from '../../shared/sftp-link.ts';
import { type PlannedUpload, planUploads, type UploadFlags } from './upload-plan.ts';

const LEFT_BEHIND =
  'stopped; what was sent is in .part files on the server, and the same command resumes from there';

export async function runUpload(
  context: CommandContext,
  files: readonly string[],
  flags: UploadFlags,
): Promise<void> {
  const read = { bytes: 0, report: (_at: StepAmount) => {} };
  const planned = await planUploads(context, files, flags, (bytes) => {
    read.bytes += bytes;
    read.report({ done: read.bytes, total: sumBytes(planned), unit: 'bytes' });
  });
  if (flags.dryRun) return await printUploadPlan(context.output, await context.config(), planned);
  const label = `uploading ${files.length === 1 ? files[0] : pluralize(files.length, 'file')}`;
  const uploaded = await context.output.progress(label, async (report) => {
    read.report = report;
    return await withSftp(context, (link, config) => send(context, planned, flags, config, link));
  });
  await printUploads(context.output, planned, uploaded);
}

/** Uploads all, under the names that an interrupted run gave them. */
async function send(
  context: CommandContext,
  planned: readonly PlannedUpload[],
  flags: UploadFlags,
  config: SftpConfig,
  link: Parameters<typeof uploadAll>[0],
) {
  const { environment } = await context.config();
  const interrupted = openInterruptedUploads({
    ...context,
    stateDir: context.paths.stateDir,
    namespace: await readPidNamespace(),
  });
  const identify = (upload: PlannedUpload): UploadIdentity | null => {
    const { source, modifiedMs, startByte } = upload;
    if (!upload.isTimed || modifiedMs === null || source.sizeBytes === undefined) return null;
    const { host, user } = config;
    const file = path.resolve(context.cwd, upload.file);
    const about = { file, sizeBytes: source.sizeBytes, modifiedMs, ...omitUndefined({ startByte }) };
    return { environment, host, user, mode: flags.mode ?? '', ...about };
  };
  const requests = [];
  for (const upload of planned) {
    const identity = identify(upload);
    const { remotePath } = upload;
    requests.push({
      remotePath: identity === null ? remotePath : await interrupted.claim(identity, remotePath),
      source: upload.compresses ? compressSource(upload.source) : upload.source,
    });
  }
  const uploaded = await uploadAll(link, requests, context.signal).catch((error: unknown) => {
    if (context.signal.aborted) context.output.note(LEFT_BEHIND);
    throw error;
  });
  for (const identity of planned.map(identify)) if (identity !== null) await interrupted.settle(identity);
  return uploaded;
}

function sumBytes(planned: readonly PlannedUpload[]): number | undefined {
  const sizes = planned.map(({ source }) => source.sizeBytes);
  return sizes.every((size) => size !== undefined) ? sizes.reduce((sum, size) => sum + size, 0) : undefined;
}

/** The remote path of each file, one a line; what was resumed or skipped as remarks. */
async function printUploads(
  output: Output,
  planned: readonly PlannedUpload[],
  uploaded: readonly UploadResult[],
): Promise<void> {
  for (const { remotePath, skipped, resumedBytes } of uploaded) {
    if (skipped) output.note(`${remotePath}: already there with the same content; nothing was sent`);
    else if (resumedBytes > 0) output.note(`${remotePath}: resumed after ${formatBytes(resumedBytes)}`);
  }
  const files = uploaded.map(({ remotePath, sizeBytes, resumedBytes, skipped }, index) => ({
    path: remotePath,
    local: planned[index]?.file,
    size_bytes: sizeBytes,
    resumed_bytes: resumedBytes,
    skipped,
    compressed: planned[index]?.compresses,
  }));
  await output.result({ schema: 'brctl.upload/1', files }, () => listPaths(uploaded));
}

async function printUploadPlan(
  output: Output,
  config: Config,
  planned: readonly PlannedUpload[],
): Promise<void> {
  const [host, port, user] = [config.get('sftpHost'), config.integer('sftpPort'), config.get('sftpUser')];
  const address = `sftp://${user ?? '?'}@${host ?? '?'}${port === undefined ? '' : `:${port}`}`;
  for (const { file, remotePath, compresses } of planned)
    output.note(`${file} -> ${address}/${remotePath}${compresses ? ', compressed' : ''}`);
  const files = planned.map(({ file, remotePath, compresses, source }) => ({
    path: remotePath,
    local: file,
    local_bytes: source.sizeBytes,
    compressed: compresses,
  }));
  await output.result({ schema: 'brctl.upload/1', dry_run: true, host, port, user, files }, () =>
    listPaths(planned),
  );
}

function listPaths(files: readonly { remotePath: string }[]): string {
  return files.map(({ remotePath }) => `${remotePath}\n`).join('');
}
