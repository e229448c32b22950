import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import ssh2 from 'ssh2';
import { BrctlError, getMessage } from '../../base/errors.ts';

const KEY_TYPE = 'ssh-ed25519';
const BLOCK_BYTES = 8;

/** An Ed25519 key in OpenSSH's format (PROTOCOL.key), no passphrase: ssh2 reads Ed25519 in no other. */
function openSshEd25519(privateKey: KeyObject): string {
  const { d, x } = privateKey.export({ format: 'jwk' });
  const [seed, publicBytes] = [Buffer.from(`${d}`, 'base64url'), Buffer.from(`${x}`, 'base64url')];
  const check = randomBytes(4);
  const secret = pad(
    Buffer.concat([
      check,
      check,
      encodeField(KEY_TYPE),
      encodeField(publicBytes),
      encodeField(Buffer.concat([seed, publicBytes])),
      encodeField(''),
    ]),
  );
  const whole = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(encodeField),
    Buffer.of(0, 0, 0, 1),
    encodeField(Buffer.concat([encodeField(KEY_TYPE), encodeField(publicBytes)])),
    encodeField(secret),
  ]);
  const lines = whole.toString('base64').match(/.{1,70}/g) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

function encodeField(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Padding counts 1, 2, 3 … up to the block size. */
function pad(bytes: Buffer): Buffer {
  const missing = (BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES;
  return Buffer.concat([bytes, Buffer.from(Array.from({ length: missing }, (_, index) => index + 1))]);
}

export interface PrivateKey {
  privateKey: string;
  passphrase?: string;
}

const FOREIGN_FORMATS = [
  {
    begins: /^---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----/,
    name: 'an ssh.com (RFC 4716) private key',
    convert: (file: string) =>
      `ssh-keygen -i -m RFC4716 -f ${file} > ${file}.openssh && chmod 600 ${file}.openssh`,
  },
  {
    begins: /^PuTTY-User-Key-File-/,
    name: 'a PuTTY key',
    convert: (file: string) =>
      `puttygen ${file} -O private-openssh -o ${file}.openssh && ssh-keygen -y -f ${file}.openssh`,
  },
  {
    begins:
      /^(---- BEGIN SSH2 PUBLIC KEY ----|-----BEGIN (RSA )?PUBLIC KEY-----|(ssh|ecdsa|sk)-[\w@.-]+ AAAA)/,
    name: 'a public key; the private one is needed',
    convert: (file: string) =>
      `ssh-keygen -y -f ${file.replace(/\.pub$/, '')} shows whether that is the private key`,
  },
  {
    begins: /^-----BEGIN CERTIFICATE-----/,
    name: 'a certificate, not a private key',
    convert: (file: string) => `ssh-keygen -t ed25519 -f ${file}.new makes a new key pair`,
  },
  {
    begins: /^0[\x80-\x84]/,
    name: 'a private key in binary (DER)',
    convert: (file: string) =>
      `openssl pkey -inform DER -in ${file} -out ${file}.pem && ssh-keygen -p -f ${file}.pem`,
  },
];

const PKCS8 = /^-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/;

/**
 * Makes ready a private key in OpenSSH's format, PEM (PKCS#1, SEC1) or PKCS#8, encrypted or not.
 * @param file its name, for the error alone
 * @throws BrctlError kind `config`: passphrase missing or wrong, or a format that must be converted first
 */
export function readPrivateKey(text: string, passphrase: string | undefined, file: string): PrivateKey {
  const foreign = FOREIGN_FORMATS.find(({ begins }) => begins.test(text));
  if (foreign !== undefined) throw unsupportedError(file, `it is ${foreign.name}`, foreign.convert(file));
  if (PKCS8.test(text)) return { privateKey: convertPkcs8(text, passphrase, file) };
  const parsed: unknown = ssh2.utils.parseKey(text, passphrase);
  if (parsed instanceof Error) throw unreadableError(parsed, passphrase, file);
  return passphrase === undefined ? { privateKey: text } : { privateKey: text, passphrase };
}

/** ssh2 knows no PKCS#8, so the key is written again in the format of its kind. */
function convertPkcs8(text: string, passphrase: string | undefined, file: string): string {
  const key = decryptPkcs8(text, passphrase, file);
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return key.export({ format: 'pem', type: 'pkcs1' }).toString();
    case 'ec':
      return key.export({ format: 'pem', type: 'sec1' }).toString();
    case 'ed25519':
      return openSshEd25519(key);
    default:
      throw unsupportedError(
        file,
        `it is a PKCS#8 key of the kind ${key.asymmetricKeyType}, which SSH does not use`,
        `ssh-keygen -t ed25519 -f ${file}.new makes a new key pair`,
      );
  }
}

function decryptPkcs8(text: string, passphrase: string | undefined, file: string): KeyObject {
  const isEncrypted = text.includes('BEGIN ENCRYPTED');
  if (isEncrypted && passphrase === undefined) throw noPassphraseError(file);
  try {
    return createPrivateKey({ key: text, passphrase });
  } catch (cause) {
    throw isEncrypted ? passphraseError(file) : unsupportedError(file, getMessage(cause), advise('', file));
  }
}

function unreadableError(cause: Error, passphrase: string | undefined, file: string): BrctlError {
  const why = cause.message;
  if (passphrase === undefined && /no passphrase given/i.test(why)) return noPassphraseError(file);
  if (passphrase !== undefined && /passphrase|bad decrypt|integrity/i.test(why)) return passphraseError(file);
  return unsupportedError(file, why, advise(why, file));
}

function noPassphraseError(file: string): BrctlError {
  return new BrctlError('the SFTP key is encrypted, and no passphrase is set', {
    kind: 'config',
    code: 'sftp.passphrase_missing',
    file,
    hint: 'set BRCTL_SFTP_PASSPHRASE or BRCTL_SFTP_PASSPHRASE_FILE, or load the key into ssh-agent',
  });
}

function passphraseError(file: string): BrctlError {
  return new BrctlError('the passphrase does not open the SFTP key', {
    kind: 'config',
    code: 'sftp.passphrase_wrong',
    file,
    hint: `ssh-keygen -y -f ${file} checks the passphrase`,
  });
}

function advise(why: string, file: string): string {
  // ssh2 starts a cipher that it does not really know, and then stumbles over its vector.
  if (/cipher|initialization vector/i.test(why)) return `ssh-keygen -p -Z aes256-ctr -f ${file}`;
  if (/key type/i.test(why))
    return `ssh-add ${file} lets the agent use it; or make another: ssh-keygen -t ed25519 -f ${file}.new`;
  return `ssh-keygen -p -f ${file} writes a readable key in OpenSSH's format`;
}

function unsupportedError(file: string, why: string, hint: string): BrctlError {
  return new BrctlError('the SFTP key cannot be used', {
    kind: 'config',
    code: 'sftp.key_unsupported',
    file,
    why,
    hint,
  });
}
