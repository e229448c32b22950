import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InstanceFolder } from '../../instance-folder.ts';

export interface SshKeyPair {
  privateKey: string;
  publicKey: string;
}

export interface KeptKeyPair extends SshKeyPair {
  file: string;
}

/**
 * The key pair kept under a name in a folder, made at the first call: `<name>` (mode 0600, as ssh demands) and
 * `<name>.pub`.
 */
export async function openKeyPair(
  folder: InstanceFolder,
  name: string,
  generate: () => SshKeyPair,
): Promise<KeptKeyPair> {
  const file = path.join(folder.path, name);
  if (existsSync(file) && existsSync(`${file}.pub`)) {
    chmodSync(file, 0o600);
    return {
      file,
      privateKey: readFileSync(file, 'utf8'),
      publicKey: readFileSync(`${file}.pub`, 'utf8').trim(),
    };
  }
  const pair = generate();
  await Promise.all([
    folder.write(`${file}.pub`, `${pair.publicKey}\n`, 0o644),
    folder.write(file, pair.privateKey, 0o600),
  ]);
  return { file, ...pair };
}

/** `known_hosts` lines for an SFTP server that listens on this machine, under each of its names. */
export function knownHostsText(host: string, port: number, hostKeyLine: string): string {
  const names = [...new Set([host, '127.0.0.1', 'localhost'])];
  return names.map((name) => `${port === 22 ? name : `[${name}]:${port}`} ${hostKeyLine}\n`).join('');
}
