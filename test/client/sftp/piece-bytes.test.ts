import { expect, test } from 'vitest';
import { pieceBytesFor } from '../../../src/client/sftp/piece-bytes.ts';

test.each([
  ['SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n', 253_952],
  ['Welcome to the feed server\r\nSSH-2.0-OpenSSH_7.4\r\n', 253_952],
  ['SSH-2.0-ssh2js1.17.0\r\n', 32_768],
  ['SSH-2.0-AWS_SFTP_1.1\r\n', 32_768],
  ['SSH-2.0-mod_sftp, not SSH-2.0-OpenSSH_9\r\n', 32_768],
  ['', 32_768],
])('a server that greets with %j is sent pieces of %i bytes', (greeting, bytes) => {
  expect(pieceBytesFor(greeting)).toBe(bytes);
});
