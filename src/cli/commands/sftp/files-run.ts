import { formatAge, formatBytes } from '../../../base/wording/amounts.ts';
import { listFiles, type RemoteFile } from '../../../client/sftp/list-files.ts';
import { SHARED_ROOT } from '../../../client/state/shared/shared-folder.ts';
import type { CommandContext } from '../../context.ts';
import { snakeCase } from '../../output/printable.ts';
import { renderTable } from '../../output/table.ts';
import { withSftp } from '../../shared/sftp-link.ts';

/** Lists the SFTP folder, or one folder in it. */
export async function runFilesLs(context: CommandContext, folder: string | undefined): Promise<void> {
  const under = folder?.replace(/\/+$/, '') || '.';
  const files = await withSftp(context, (link) =>
    link.use((remote) => listFiles(remote, context.now().getTime(), under)),
  );
  // The state of pushes is not the merchant's: shown only if its folder is named.
  const shown = files.filter(({ path }) => under !== '.' || !path.startsWith(`${SHARED_ROOT}/`));
  await context.output.result({ schema: 'brctl.files/1', files: shown.map(fileToJson) }, (stdout) => {
    if (shown.length === 0 && stdout.isTty) return 'the SFTP folder is empty: brctl upload <file>\n';
    const size = stdout.isTty ? formatBytes : String;
    return renderTable(
      COLUMNS,
      shown.map((file) => fileToRow(file, size)),
      stdout,
    );
  });
}

/** Deletes files one after the other; the first that cannot be deleted ends it. */
export async function runFilesRm(context: CommandContext, paths: readonly string[]): Promise<void> {
  const removed: string[] = [];
  try {
    await withSftp(context, async (link) => {
      for (const path of paths) {
        await link.use((remote) => remote.remove(path));
        removed.push(path);
      }
    });
  } finally {
    const text = `${removed.join('\n')}\n`;
    if (removed.length > 0) await context.output.result({ schema: 'brctl.files-rm/1', removed }, () => text);
  }
}

const COLUMNS = [
  { title: 'Path' },
  { title: 'Size', align: 'right', minor: true },
  { title: 'Modified', minor: true },
  { title: 'Age', align: 'right' },
  { title: 'Days left', align: 'right' },
] as const;

function fileToRow(file: RemoteFile, size: (bytes: number) => string): string[] {
  const modified = new Date(file.modifiedMs).toISOString().replace(/\.\d+Z$/, 'Z');
  return [file.path, size(file.sizeBytes), modified, formatAge(file.ageMs), String(file.daysLeft)];
}

function fileToJson({ modifiedMs, ageMs, expiresMs, ...file }: RemoteFile) {
  const modifiedAt = new Date(modifiedMs);
  return snakeCase({ ...file, modifiedAt, ageMs: Math.round(ageMs), expiresAt: new Date(expiresMs) });
}
