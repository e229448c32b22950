import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../cli/harness.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { hasBinary } from './binaries.ts';
import { startSshd } from './sshd.ts';

const content = randomBytes(6_000_000);

describe.skipIf(!hasBinary('sshd') || !hasBinary('ssh-keygen'))(
  'an upload to a server of OpenSSH (needs sshd)',
  () => {
    test.each([
      ['that takes AES-GCM of 256 bits', ['Ciphers aes256-gcm@openssh.com']],
      ['that takes ChaCha20', ['Ciphers chacha20-poly1305@openssh.com']],
      ['that takes AES-CTR', ['Ciphers aes128-ctr']],
      ['that changes the keys after each megabyte', ['RekeyLimit 1M']],
    ])('%s arrives as it was sent', async (_what, settings) => {
      const sshd = await startSshd({ settings });
      try {
        const folder = temporaryFolder();
        writeFileSync(path.join(folder, 'big.bin'), content);
        const run = await runCli(['upload', 'big.bin', '--as', 'big.bin', '-q'], {
          cwd: folder,
          home: folder,
          env: sshd.env,
        });
        expect(run).toMatchObject({ exitCode: 0, stderr: '' });
        expect(readFileSync(path.join(sshd.home, 'big.bin')).equals(content)).toBe(true);
      } finally {
        await sshd.stop();
      }
    });
  },
);
