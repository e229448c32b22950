import type { RemoteFile } from '../../client/sftp/list-files.ts';
import { formatAge, formatBytes } from '../../wording/amounts.ts';
import type { Output } from './output.ts';
import { renderTable } from './table.ts';

const COLUMNS = [
  { title: 'Path' },
  { title: 'Size', align: 'right', minor: true },
  { title: 'Modified', minor: true },
  { title: 'Age', align: 'right' },
  { title: 'Days left', align: 'right' },
] as const;

/** A table of files, oldest first; with --json one document. */
export async function printFiles(output: Output, files: readonly RemoteFile[]): Promise<void> {
  const document = { schema: 'brctl.files/1', files: files.map(toJson) };
  await output.result(document, (stdout) => {
    if (files.length === 0 && stdout.isTty) return 'the SFTP folder is empty: brctl upload <file>\n';
    const size = stdout.isTty ? formatBytes : String;
    return renderTable(
      COLUMNS,
      files.map((file) => toRow(file, size)),
      stdout,
    );
  });
}

/** The paths that were deleted, one a line. */
export async function printRemoved(output: Output, paths: readonly string[]): Promise<void> {
  await output.result({ schema: 'brctl.files-rm/1', removed: paths }, () => `${paths.join('\n')}\n`);
}

function toRow(file: RemoteFile, size: (bytes: number) => string): string[] {
  const modified = new Date(file.modifiedMs).toISOString().replace(/\.\d+Z$/, 'Z');
  return [file.path, size(file.sizeBytes), modified, formatAge(file.ageMs), String(file.daysLeft)];
}

function toJson(file: RemoteFile) {
  return {
    path: file.path,
    size_bytes: file.sizeBytes,
    modified_at: new Date(file.modifiedMs),
    age_ms: Math.round(file.ageMs),
    expires_at: new Date(file.expiresMs),
    days_left: file.daysLeft,
  };
}
