import ssh2 from 'ssh2';

/** Numbers of the SSH File Transfer Protocol, version 3 (draft-ietf-secsh-filexfer-02). */
export const SFTP_VERSION = 3;

/** Outcomes (section 7), and how a file is opened (section 6.3). */
export const { STATUS_CODE: STATUS, OPEN_MODE } = ssh2.utils.sftp;

/** Which attributes a packet carries (section 5). */
export const ATTRIBUTE = {
  size: 0x01,
  ownerAndGroup: 0x02,
  permissions: 0x04,
  times: 0x08,
  extended: 0x8000_0000,
} as const;

/** Bounds on one session; `limits@openssh.com` tells the client (as OpenSSH's own server has them). */
export const SESSION_LIMITS = {
  packetBytes: 256 * 1024,
  readBytes: 255 * 1024,
  writeBytes: 255 * 1024,
  openHandles: 256,
} as const;
