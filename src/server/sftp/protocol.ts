/** Numbers of the SSH File Transfer Protocol, version 3 (draft-ietf-secsh-filexfer-02). */
export const SFTP_VERSION = 3;

/** Packets that a client sends (section 3). */
export const REQUEST = {
  init: 1,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  setstat: 9,
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  rename: 18,
  readlink: 19,
  symlink: 20,
  extended: 200,
} as const;

/** Packets that the server sends (section 7). */
export const RESPONSE = {
  version: 2,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attrs: 105,
  extendedReply: 201,
} as const;

/** Outcomes (section 7). */
export const STATUS = {
  ok: 0,
  eof: 1,
  noSuchFile: 2,
  permissionDenied: 3,
  failure: 4,
  badMessage: 5,
  operationUnsupported: 8,
} as const;

/** How a file is opened (section 6.3). */
export const OPEN_FLAG = {
  read: 0x01,
  write: 0x02,
  append: 0x04,
  create: 0x08,
  truncate: 0x10,
  exclusive: 0x20,
} as const;

/** Which attributes a packet carries (section 5). */
export const ATTRIBUTE = {
  size: 0x01,
  ownerAndGroup: 0x02,
  permissions: 0x04,
  times: 0x08,
  extended: 0x8000_0000,
} as const;

/** Extensions that the version packet announces (OpenSSH's PROTOCOL, section 4). */
export const EXTENSIONS: readonly (readonly [name: string, version: string])[] = [
  ['posix-rename@openssh.com', '1'],
  ['statvfs@openssh.com', '2'],
  ['fstatvfs@openssh.com', '2'],
  ['fsync@openssh.com', '1'],
  ['limits@openssh.com', '1'],
];

/** Bounds on one session; `limits@openssh.com` tells the client (as OpenSSH's own server has them). */
export const SESSION_LIMITS = {
  packetBytes: 256 * 1024,
  readBytes: 255 * 1024,
  writeBytes: 255 * 1024,
  openHandles: 256,
} as const;
