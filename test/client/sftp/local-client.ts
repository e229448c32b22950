import type { SftpConfig } from '../../../src/client/sftp/connect.ts';
import { createSftpLink, type LinkOptions } from '../../../src/client/sftp/reconnecting-sftp.ts';
import type { UploadSource } from '../../../src/client/sftp/upload.ts';
import type { LocalSftp } from '../../server/sftp/local-sftp.ts';

export const calm = new AbortController().signal;

/** Time that does not pass: pauses end at once. */
export const noPause = { random: () => 0, sleep: async () => undefined };

/** The configuration of a client that knows the local service. */
export function configFor(local: LocalSftp, changes: Partial<SftpConfig> = {}): SftpConfig {
  return {
    host: '127.0.0.1',
    port: local.server.port,
    user: local.user,
    key: { privateKey: local.userKey.privateKey },
    hostKeys: { kind: 'pinned', value: local.server.hostKeyFingerprint },
    connectTimeoutMs: 60_000,
    tries: 3,
    ...changes,
  };
}

export function linkTo(local: LocalSftp, changes: Partial<SftpConfig> = {}, more: Partial<LinkOptions> = {}) {
  return createSftpLink({ config: configFor(local, changes), signal: calm, timing: noPause, ...more });
}

/** A source that gives these bytes in chunks, and counts how often it was opened. */
export function sourceOf(content: Buffer, chunkBytes = 100_000): UploadSource & { opened: number } {
  return {
    repeatable: true,
    sizeBytes: content.length,
    opened: 0,
    async *open() {
      this.opened++;
      for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
    },
  };
}
