import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';

const KEY_TYPE = 'ssh-ed25519';
const BLOCK_BYTES = 8;

/** An Ed25519 key in OpenSSH's format (PROTOCOL.key), no passphrase: ssh2 reads Ed25519 in no other. */
export function openSshEd25519(privateKey: KeyObject): string {
  const seed = base64UrlMember(privateKey, 'd');
  const publicBytes = base64UrlMember(createPublicKey(privateKey), 'x');
  const check = randomBytes(4);
  const secret = pad(
    Buffer.concat([
      check,
      check,
      field(KEY_TYPE),
      field(publicBytes),
      field(Buffer.concat([seed, publicBytes])),
      field(''),
    ]),
  );
  const whole = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(field),
    Buffer.of(0, 0, 0, 1),
    field(Buffer.concat([field(KEY_TYPE), field(publicBytes)])),
    field(secret),
  ]);
  const lines = whole.toString('base64').match(/.{1,70}/g) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

function base64UrlMember(key: KeyObject, member: 'd' | 'x'): Buffer {
  return Buffer.from(String(key.export({ format: 'jwk' })[member]), 'base64url');
}

function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Padding counts 1, 2, 3 … up to the block size. */
function pad(bytes: Buffer): Buffer {
  const missing = (BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES;
  return Buffer.concat([bytes, Buffer.from(Array.from({ length: missing }, (_, at) => at + 1))]);
}
