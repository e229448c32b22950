import type { Uploaded } from '../../client/sftp/upload.ts';
import { formatBytes } from '../../wording/amounts.ts';
import type { Output } from './output.ts';

/** A file and the name that it gets. */
export interface NamedUpload {
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
