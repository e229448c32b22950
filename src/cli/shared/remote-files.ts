import type { RunTempFiles } from '../../base/files/run-files.ts';
import { LINE_FEED } from '../../base/json/ascii.ts';
import { openInput } from '../../catalog/opening/open.ts';
import type { OperationsFile } from '../../client/delivery/push/delta-effects.ts';
import { listFiles, type RemoteFile } from '../../client/sftp/list-files.ts';
import type { CommandContext } from '../context.ts';
import { hasSftpCredentials } from './caller.ts';
import { withSftp } from './sftp-link.ts';

/** What is in the SFTP folder; undefined where no SFTP credentials are set. */
export async function listRemoteFiles(context: CommandContext): Promise<RemoteFile[] | undefined> {
  if (!hasSftpCredentials(context, await context.config())) return undefined;
  const nowMs = context.now().getTime();
  return await withSftp(context, (link) => link.use((folder) => listFiles(folder, nowMs)));
}

/**
 * Fetches files of JSON Lines from the SFTP folder, as one; undefined where no SFTP credentials are set.
 * @throws BrctlError what SFTP throws
 */
export async function fetchRemoteFile(
  context: CommandContext,
  remotePaths: readonly string[],
  runFiles: RunTempFiles,
): Promise<OperationsFile | undefined> {
  if (!hasSftpCredentials(context, await context.config())) return undefined;
  const name = remotePaths.join(', ');
  return await context.output.progress(`reading ${name}`, async () => {
    const fetched: string[] = [];
    await withSftp(context, async (link) => {
      for (const remotePath of remotePaths) {
        const file = runFiles.fileName('.sftp');
        await link.use((folder) => folder.download(remotePath, file));
        fetched.push(file);
      }
    });
    const [only] = fetched;
    const path =
      fetched.length === 1 && only !== undefined ? only : await runFiles.write(joined(fetched), '.jsonl');
    return { path, name };
  });
}

/** The text of files, inflated, one after the other; the last line of each is ended. */
async function* joined(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    let last = LINE_FEED;
    for await (const chunk of await openInput(file, { maxInflatedBytes: Number.POSITIVE_INFINITY })) {
      last = chunk.at(-1) ?? last;
      yield chunk;
    }
    if (last !== LINE_FEED) yield Buffer.of(LINE_FEED);
  }
}
