import type { SftpLink } from './link.ts';
import { type Uploaded, type UploadRequest, uploadFile } from './upload.ts';

/** Files that are under way at a time over the one connection. */
const FILES_AT_A_TIME = 4;

/**
 * Uploads files, several at a time over one connection; after a lost connection each resumes where it stopped.
 *
 * @returns how each ended, in the order of `requests`
 * @throws the first failure; the other files under way are stopped
 */
export async function uploadAll(
  link: SftpLink,
  requests: readonly UploadRequest[],
  signal: AbortSignal,
): Promise<Uploaded[]> {
  const results: Uploaded[] = [];
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const queue = requests.entries();
  const work = async () => {
    for (const [at, request] of queue) {
      results[at] = await link.use((folder) => uploadFile(folder, request, either));
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(FILES_AT_A_TIME, requests.length) }, work));
    return results;
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}
