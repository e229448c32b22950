import { createHash } from 'node:crypto';
import ssh2 from 'ssh2';
import { BrctlError } from '../errors.ts';

/**
 * A new ssh-ed25519 key pair in OpenSSH's own formats: the private key as a file, which has mode 0600, the public key as one
 * line.
 */
export function generateKeyPair(comment: string): { privateKey: string; publicKey: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519', { comment });
    // ssh2 loses the first byte of one key in 256, when it is zero; such a pair nobody can read.
    if (isReadable(pair.private) && isReadable(pair.public))
      return { privateKey: pair.private, publicKey: pair.public.trim() };
  }
}

function isReadable(key: string): boolean {
  return !((ssh2.utils.parseKey(key) as unknown) instanceof Error);
}

/** Reads one key, private or public, in any format that ssh2 knows. Throws BrctlError of kind `config`. */
export function parseKey(text: string): ssh2.ParsedKey {
  const parsed: ssh2.ParsedKey | ssh2.ParsedKey[] | Error = ssh2.utils.parseKey(text);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === undefined || key instanceof Error) {
    throw new BrctlError('not a readable SSH key', {
      kind: 'config',
      code: 'sftp.key_unreadable',
      why: key?.message ?? 'it holds no key',
      hint: 'give an OpenSSH key, as made by `ssh-keygen -t ed25519`',
    });
  }
  return key;
}

/** `ssh-ed25519 AAAA…`: what known_hosts and authorized_keys hold. */
export function formatPublicKey(key: ssh2.ParsedKey): string {
  return `${key.type} ${key.getPublicSSH().toString('base64')}`;
}

/** `SHA256:…`, as OpenSSH shows a key. */
export function computeKeyFingerprint(key: ssh2.ParsedKey): string {
  return `SHA256:${createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;
}
