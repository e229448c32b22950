import { type OpenRemoteFile, type PlacedChunk, readRange } from './write-pipeline.ts';

/** What `differingFrom` found out on its way. */
export interface Comparison {
  /** Bytes from the start that the remote file already had. */
  sameBytes: number;
  /** Bytes of the whole stream, known at its end. */
  totalBytes: number;
}

/**
 * Compares a stream with the first `remoteBytes` of a remote file, by reading those back, and gives what must be
 * written: everything from the first chunk that differs. So an interrupted upload resumes where it is sound, and a
 * remote file of other content costs one read.
 */
export async function* differingFrom(
  file: OpenRemoteFile,
  remoteBytes: number,
  stream: AsyncIterable<Buffer>,
  found: Comparison,
): AsyncGenerator<PlacedChunk> {
  let isSame = true;
  for await (const bytes of stream) {
    const position = found.totalBytes;
    found.totalBytes += bytes.length;
    const known: number = isSame ? await knownBytes(file, position, bytes, remoteBytes) : 0;
    found.sameBytes += known;
    isSame &&= known === bytes.length;
    if (known < bytes.length) yield { position: position + known, bytes: bytes.subarray(known) };
  }
}

/** Length of the part of `bytes` that is in the remote file already: all, nothing, or up to the file's end. */
async function knownBytes(
  file: OpenRemoteFile,
  position: number,
  bytes: Buffer,
  remoteBytes: number,
): Promise<number> {
  const comparable = Math.max(0, Math.min(bytes.length, remoteBytes - position));
  if (comparable === 0) return 0;
  const remote = await readRange(file, position, comparable);
  return remote.equals(bytes.subarray(0, comparable)) ? comparable : 0;
}
