import { formatAge, formatBytes } from '../../../base/wording/amounts.ts';
import { listFiles, type RemoteFile } from '../../../client/sftp/list-files.ts';
import { SHARED_ROOT } from '../../../client/state/shared/shared-folder.ts';
import type { CommandContext } from '../../context.ts';
import { toSnakeCase } from '../../output/printable.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { withSftp } from '../../shared/sftp-link.ts';

/** Lists the SFTP folder, or one folder in it. */
export async function runFilesLs(context: CommandContext, folder: string | undefined): Promise<void> {
  const under = folder?.replace(/\/+$/, '') || '.';
  const files = await withSftp(context, (link) =>
    link.use((remote) => listFiles(remote, context.now().getTime(), under)),
  );
  // The state of pushes is not the merchant's: shown only if its folder is named.
  const listed = files.filter(({ path }) => under !== '.' || !path.startsWith(`${SHARED_ROOT}/`));
  await context.output.result({ schema: 'brctl.files/1', files: listed.map(fileToJson) }, (stdout) => {
    const none = 'the SFTP folder is empty: brctl upload <file>';
    return renderRows(buildColumns(stdout.isTty ? formatBytes : String), listed, stdout, none);
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

const buildColumns = (size: (bytes: number) => string): RowColumn<RemoteFile>[] => [
  { title: 'Path', of: ({ path }) => path },
  { title: 'Size', align: 'right', minor: true, of: ({ sizeBytes }) => size(sizeBytes) },
  { title: 'Modified', minor: true, of: ({ modifiedMs }) => toSecond(new Date(modifiedMs)) },
  { title: 'Age', align: 'right', of: ({ ageMs }) => formatAge(ageMs) },
  { title: 'Days left', align: 'right', of: ({ daysLeft }) => String(daysLeft) },
];

const toSecond = (time: Date) => time.toISOString().replace(/\.\d+Z$/, 'Z');

function fileToJson({ modifiedMs, ageMs, expiresMs, ...file }: RemoteFile) {
  const modifiedAt = new Date(modifiedMs);
  return toSnakeCase({ ...file, modifiedAt, ageMs: Math.round(ageMs), expiresAt: new Date(expiresMs) });
}
