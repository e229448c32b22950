import type { SFTPWrapper } from 'ssh2';

/** What SSH sends at most in one packet of a channel, by OpenSSH and ssh2 alike. */
const PACKET_BYTES = 32 * 1024;
/** Length, type, id, handle, offset and length of the data: what is before the data of a WRITE. */
const WRITE_HEADER_BYTES = 29;
/** Taken by every server (draft-ietf-secsh-filexfer-02, section 3: "packets of at least 34000 bytes"). */
const SAFE_BYTES = 31 * 1024;

/**
 * Bytes to put into one READ or WRITE. Large ones cost both sides less, and a WRITE that just fills its SSH packets
 * leaves no small one behind. ssh2 asks servers of OpenSSH for their limit and has no call that tells it.
 */
export function pieceBytes(sftp: SFTPWrapper): number {
  const limit: unknown = Reflect.get(sftp, '_maxWriteLen');
  if (typeof limit !== 'number') return SAFE_BYTES;
  const packets = Math.floor((limit + WRITE_HEADER_BYTES) / PACKET_BYTES);
  return packets < 2 ? SAFE_BYTES : packets * PACKET_BYTES - WRITE_HEADER_BYTES;
}
