import { listFiles } from '../../../client/sftp/list-files.ts';
import { SHARED_ROOT } from '../../../client/state/shared/shared-folder.ts';
import type { CommandContext } from '../../context.ts';
import { withSftp } from '../../shared/sftp-link.ts';
import { printFiles, printRemoved } from './sftp-output.ts';

/** Lists the SFTP folder, or one folder in it. */
export async function runFilesLs(context: CommandContext, folder: string | undefined): Promise<number> {
  const under = folder?.replace(/\/+$/, '') || '.';
  const files = await withSftp(context, (link) =>
    link.use((remote) => listFiles(remote, context.now().getTime(), under)),
  );
  // The state of pushes is not the merchant's: shown only if its folder is named.
  const shown = files.filter(({ path }) => under !== '.' || !path.startsWith(`${SHARED_ROOT}/`));
  await printFiles(context.output, shown);
  return 0;
}

/** Deletes files one after the other; the first that cannot be deleted ends it. */
export async function runFilesRm(context: CommandContext, paths: readonly string[]): Promise<number> {
  const removed: string[] = [];
  try {
    await withSftp(context, async (link) => {
      for (const path of paths) {
        await link.use((remote) => remote.remove(path));
        removed.push(path);
      }
    });
  } finally {
    if (removed.length > 0) await printRemoved(context.output, removed);
  }
  return 0;
}
