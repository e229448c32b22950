import { listFiles, type RemoteFile } from '../../client/sftp/list-files.ts';
import type { CommandContext } from '../context.ts';
import { hasSftpCredentials } from './sftp-credentials.ts';
import { withSftp } from './sftp-link.ts';

/** What is in the SFTP folder; undefined where no SFTP credentials are set. */
export async function listRemoteFiles(context: CommandContext): Promise<RemoteFile[] | undefined> {
  if (!hasSftpCredentials(context, await context.config())) return undefined;
  const nowMs = context.now().getTime();
  return await withSftp(context, (link) => link.use((folder) => listFiles(folder, nowMs)));
}
