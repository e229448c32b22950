import { formatAge, formatBytes } from '../../../base/wording/amounts.ts';
import type { RemoteFile } from '../../../client/sftp/list-files.ts';
import type { Uploaded } from '../../../client/sftp/upload.ts';
import type { Output } from '../../output/output.ts';
import { renderTable } from '../../output/table.ts';

const FILE_COLUMNS = [
  { title: 'Path' },
  { title: 'Size', align: 'right', minor: true },
  { title: 'Modified', minor: true },
  { title: 'Age', align: 'right' },
  { title: 'Days left', align: 'right' },
] as const;

/** A table of files, oldest first; with --json one document. */
export async function printFiles(output: Output, files: readonly RemoteFile[]): Promise<void> {
  const document = { schema: 'brctl.files/1', files: files.map(fileToJson) };
  await output.result(document, (stdout) => {
    if (files.length === 0 && stdout.isTty) return 'the SFTP folder is empty: brctl upload <file>\n';
    const size = stdout.isTty ? formatBytes : String;
    return renderTable(
      FILE_COLUMNS,
      files.map((file) => fileToRow(file, size)),
      stdout,
    );
  });
}

/** The paths that were deleted, one a line. */
export async function printRemoved(output: Output, paths: readonly string[]): Promise<void> {
  await output.result({ schema: 'brctl.files-rm/1', removed: paths }, () => `${paths.join('\n')}\n`);
}

function fileToRow(file: RemoteFile, size: (bytes: number) => string): string[] {
  const modified = new Date(file.modifiedMs).toISOString().replace(/\.\d+Z$/, 'Z');
  return [file.path, size(file.sizeBytes), modified, formatAge(file.ageMs), String(file.daysLeft)];
}

function fileToJson(file: RemoteFile) {
  return {
    path: file.path,
    size_bytes: file.sizeBytes,
    modified_at: new Date(file.modifiedMs),
    age_ms: Math.round(file.ageMs),
    expires_at: new Date(file.expiresMs),
    days_left: file.daysLeft,
  };
}

/** A file and the name that it gets. */
interface NamedUpload {
  /** As the user named it. */
  readonly file: string;
  readonly remotePath: string;
  /** Of a stream the size is not known. */
  readonly source: { readonly sizeBytes?: number };
  /** It is compressed on the way. */
  readonly compresses: boolean;
}

/** The remote path of each file, one a line; what was resumed or skipped as remarks. */
export async function printUploads(
  output: Output,
  planned: readonly NamedUpload[],
  uploaded: readonly Uploaded[],
): Promise<void> {
  for (const { remotePath, skipped, resumedBytes } of uploaded) {
    if (skipped) output.note(`${remotePath}: already there with the same content; nothing was sent`);
    else if (resumedBytes > 0) output.note(`${remotePath}: resumed after ${formatBytes(resumedBytes)}`);
  }
  const files = uploaded.map((file, at) => ({
    path: file.remotePath,
    local: planned[at]?.file,
    size_bytes: file.sizeBytes,
    resumed_bytes: file.resumedBytes,
    skipped: file.skipped,
    compressed: planned[at]?.compresses,
  }));
  await output.result({ schema: 'brctl.upload/1', files }, () =>
    files.map(({ path }) => `${path}\n`).join(''),
  );
}

/** What would be uploaded, and where to. */
export async function printUploadPlan(
  output: Output,
  { host, port, user }: { host: string | undefined; port: number | undefined; user: string | undefined },
  planned: readonly NamedUpload[],
): Promise<void> {
  const files = planned.map(({ file, remotePath, compresses, source }) => ({
    path: remotePath,
    local: file,
    local_bytes: source.sizeBytes,
    compressed: compresses,
  }));
  const address = `sftp://${user ?? '?'}@${host ?? '?'}${port === undefined ? '' : `:${port}`}`;
  for (const { path, local, compressed } of files) {
    output.note(`${local} -> ${address}/${path}${compressed ? ', compressed' : ''}`);
  }
  await output.result({ schema: 'brctl.upload/1', dry_run: true, host, port, user, files }, () =>
    files.map(({ path }) => `${path}\n`).join(''),
  );
}
