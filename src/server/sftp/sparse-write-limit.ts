import type { Stats } from 'node:fs';
import type { OpenWrite } from '../service/files/sftp-writes.ts';
import { STATUS } from './protocol.ts';
import { StatusError } from './status.ts';

/** Clients with many writes under way go ahead by a few MB. */
const MAX_GAP_BYTES = 64 * 1024 * 1024;
const BLOCK_BYTES = 512;

/** Bytes of a file that take room on disk: its holes are not among them. */
export function allocatedBytes(stat: Pick<Stats, 'size' | 'blocks'>): number {
  return Math.min(stat.size, stat.blocks * BLOCK_BYTES);
}

/**
 * Lets a file grow only as far as what was really sent reaches, and a gap further: a single byte must not make a
 * file of any size, which every copy and every reader of it would pay for.
 * @param offset where the client wants to write, or the size that the file shall have
 * @throws StatusError for a gap that is too large
 */
export function assertGapAllowed(write: OpenWrite, offset: number): void {
  if (offset <= write.sizeBytes || offset - write.sentBytes <= MAX_GAP_BYTES) return;
  throw new StatusError(
    STATUS.failure,
    `${offset} is more than ${MAX_GAP_BYTES} bytes beyond what was sent of this file`,
  );
}
