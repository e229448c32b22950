import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ssh2 from 'ssh2';
import { describe, expect, test } from 'vitest';
import { readPrivateKey } from '../../../src/client/sftp/private-key.ts';
import { hasBinary } from '../../peers/binaries.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const PKCS8 = { format: 'pem', type: 'pkcs8' } as const;
const CIPHER = { cipher: 'aes-256-cbc', passphrase: 'open sesame' } as const;

/** Does ssh2 make of it a private key that signs? */
function signs(text: string, passphrase?: string): boolean {
  const key = readPrivateKey(text, passphrase, 'key');
  const parsed = ssh2.utils.parseKey(key.privateKey, key.passphrase) as ssh2.ParsedKey;
  const data = Buffer.from('data');
  return parsed.verify(data, parsed.sign(data) as Buffer) === true;
}

describe('keys that OpenSSL writes', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const ed = generateKeyPairSync('ed25519').privateKey;

  test.each([
    ['PKCS#1', rsa.export({ format: 'pem', type: 'pkcs1' })],
    ['PKCS#8 RSA', rsa.export(PKCS8)],
    ['SEC1', ec.export({ format: 'pem', type: 'sec1' })],
    ['PKCS#8 EC', ec.export(PKCS8)],
    ['PKCS#8 Ed25519', ed.export(PKCS8)],
  ])('%s is read', (_format, pem) => {
    expect(signs(pem.toString())).toBe(true);
  });

  test.each([
    ['PKCS#1', rsa.export({ format: 'pem', type: 'pkcs1', ...CIPHER })],
    ['PKCS#8 RSA', rsa.export({ ...PKCS8, ...CIPHER })],
    ['PKCS#8 EC', ec.export({ ...PKCS8, ...CIPHER })],
    ['PKCS#8 Ed25519', ed.export({ ...PKCS8, ...CIPHER })],
  ])('encrypted %s needs its passphrase', (_format, pem) => {
    const text = pem.toString();
    expect(signs(text, 'open sesame')).toBe(true);
    expect(() => signs(text)).toThrow(
      expect.objectContaining({ kind: 'config', code: 'sftp.passphrase_missing' }),
    );
    expect(() => signs(text, 'wrong')).toThrow(expect.objectContaining({ code: 'sftp.passphrase_wrong' }));
  });
});

describe.skipIf(!hasBinary('ssh-keygen'))('keys that ssh-keygen writes', () => {
  const folder = temporaryFolder();

  function keygen(name: string, ...args: string[]): string {
    const file = path.join(folder, name);
    execFileSync('ssh-keygen', ['-q', '-f', file, ...args]);
    return readFileSync(file, 'utf8');
  }

  test.each([
    ['ed25519', ['-t', 'ed25519']],
    ['ecdsa', ['-t', 'ecdsa', '-b', '384']],
    ['rsa', ['-t', 'rsa', '-b', '2048']],
    ['rsa-pem', ['-t', 'rsa', '-b', '2048', '-m', 'PEM']],
    ['rsa-pkcs8', ['-t', 'rsa', '-b', '2048', '-m', 'PKCS8']],
  ])('%s is read, with a passphrase and without', (name, args) => {
    expect(signs(keygen(name, ...args, '-N', ''))).toBe(true);
    const locked = keygen(`${name}-locked`, ...args, '-N', 'open sesame');
    expect(signs(locked, 'open sesame')).toBe(true);
    expect(() => signs(locked)).toThrow(expect.objectContaining({ code: 'sftp.passphrase_missing' }));
    expect(() => signs(locked, 'wrong')).toThrow(expect.objectContaining({ code: 'sftp.passphrase_wrong' }));
  });

  test('the line that an unsupported key comes with converts it', () => {
    keygen('foreign', '-t', 'rsa', '-b', '2048', '-N', '', '-m', 'PEM');
    const file = path.join(folder, 'foreign-chacha');
    writeFileSync(
      file,
      keygen('chacha', '-t', 'ed25519', '-N', 'pw', '-Z', 'chacha20-poly1305@openssh.com'),
      { mode: 0o600 },
    );
    let hint = '';
    try {
      readPrivateKey(readFileSync(file, 'utf8'), 'pw', file);
    } catch (error) {
      hint = (error as { hint: string }).hint;
    }
    expect(hint).toBe(`ssh-keygen -p -Z aes256-ctr -f ${file}`);
    execFileSync('sh', ['-c', `${hint} -P pw -N pw`]);
    expect(signs(readFileSync(file, 'utf8'), 'pw')).toBe(true);
  });
});

test.each([
  ['---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nAAAA', /ssh\.com/, /^ssh-keygen -i -m RFC4716 -f id > /],
  ['PuTTY-User-Key-File-3: ssh-ed25519\n', /PuTTY/, /puttygen id/],
  ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA me', /public key/, /ssh-keygen -y/],
  ['-----BEGIN CERTIFICATE-----\nAA', /certificate/, /ssh-keygen/],
  ['\x30\x82\x04\xa4\x02', /binary/, /ssh-keygen -p/],
  ['hello', /Unsupported key format/, /ssh-keygen -p -f id/],
])('%j is refused by the name of its format, with the line that helps', (text, why, hint) => {
  expect(() => readPrivateKey(text, undefined, 'id')).toThrow(
    expect.objectContaining({
      kind: 'config',
      code: 'sftp.key_unsupported',
      details: expect.objectContaining({
        why: expect.stringMatching(why),
        hint: expect.stringMatching(hint),
      }),
    }),
  );
});
