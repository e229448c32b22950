/** Taken by every server in one request (draft-ietf-secsh-filexfer-02, section 3: "packets of at least 34000 bytes"). */
export const PIECE_BYTES = 32 * 1024;
/** OpenSSH takes packets of 256 KiB with their heads (its `SFTP_MAX_MSG_LENGTH`): fewer requests, and fewer answers to wait for. */
const OPENSSH_PIECE_BYTES = 248 * 1024;

/**
 * How much of a file goes into one request to write.
 *
 * @param greeting what the server says first: a line with its name (RFC 4253, section 4.2)
 */
export function pieceBytesFor(greeting: string): number {
  return /^SSH-2\.0-OpenSSH_/m.test(greeting) ? OPENSSH_PIECE_BYTES : PIECE_BYTES;
}
