import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHostKeyCheck, type HostKeySource } from '../../../src/client/sftp/host-key.ts';

// Made once with ssh-keygen; the fingerprints are what `ssh-keygen -lf` printed.
const ONE = 'AAAAC3NzaC1lZDI1NTE5AAAAIHgaWgQI0IEScDGaadNFS21O6tmp0iNx1rNupEjGw1jl';
const ONE_PRINT = 'SHA256:rqGnlHaNW17BEzUTetpe1wjQWxrkFn59mPN9GJvsNi8';
const OTHER = 'AAAAC3NzaC1lZDI1NTE5AAAAIBD6vz0Urc+32wu6EkS14kLmf1HiOVeyGwh156nc0WyD';
const key = Buffer.from(ONE, 'base64');

function known(text: string): HostKeySource {
  return { kind: 'known-hosts', text, file: '/home/me/.ssh/known_hosts' };
}

function verdict(source: HostKeySource, host = 'sftp.example.com', port = 22) {
  const error = createHostKeyCheck(source, host, port).judge(key);
  return error === null ? 'trusted' : error.code;
}

function hashed(name: string): string {
  const salt = Buffer.from('a salt of twenty byt');
  return `|1|${salt.toString('base64')}|${createHmac('sha1', salt).update(name).digest('base64')}`;
}

test.each([
  ['a plain name', `sftp.example.com ssh-ed25519 ${ONE}`],
  ['a list with an address', `10.0.0.1,sftp.example.com ssh-ed25519 ${ONE} a comment`],
  ['another case', `SFTP.Example.com ssh-ed25519 ${ONE}`],
  ['a pattern', `*.example.com ssh-ed25519 ${ONE}`],
  ['a pattern with one character open', `sft?.example.com ssh-ed25519 ${ONE}`],
  ['a hashed name', `${hashed('sftp.example.com')} ssh-ed25519 ${ONE}`],
  ['one of two keys', `sftp.example.com ssh-ed25519 ${OTHER}\nsftp.example.com ssh-ed25519 ${ONE}`],
  ['comments and blank lines around', `# mine\n\nsftp.example.com ssh-ed25519 ${ONE}\r\n`],
])('the host is known by %s', (_what, text) => {
  expect(verdict(known(text))).toBe('trusted');
});

test.each([
  ['nothing', ''],
  ['another host', `other.example.com ssh-ed25519 ${ONE}`],
  ['the same host on another port', `[sftp.example.com]:2222 ssh-ed25519 ${ONE}`],
  ['a pattern that leaves it out', `*.example.com,!sftp.example.com ssh-ed25519 ${ONE}`],
  ['a dot that is no dot', `sftpXexample.com ssh-ed25519 ${ONE}`],
  ['an authority for certificates', `@cert-authority sftp.example.com ssh-ed25519 ${ONE}`],
  ['another hashed name', `${hashed('other.example.com')} ssh-ed25519 ${ONE}`],
])('the host is unknown by %s', (_what, text) => {
  expect(verdict(known(text))).toBe('sftp.host_key_unknown');
});

test('a port is looked up in brackets', () => {
  const source = known(`[sftp.example.com]:2222 ssh-ed25519 ${ONE}`);
  expect(verdict(source, 'sftp.example.com', 2222)).toBe('trusted');
  expect(
    verdict(known(`${hashed('[sftp.example.com]:2222')} ssh-ed25519 ${ONE}`), 'sftp.example.com', 2222),
  ).toBe('trusted');
});

test('another key is a changed one, and a revoked one is refused whatever else is known', () => {
  expect(verdict(known(`sftp.example.com ssh-ed25519 ${OTHER}`))).toBe('sftp.host_key_changed');
  const revoked = `sftp.example.com ssh-ed25519 ${ONE}\n@revoked * ssh-ed25519 ${ONE}`;
  expect(verdict(known(revoked))).toBe('sftp.host_key_revoked');
});

test.each([
  ['its fingerprint', ONE_PRINT, 'trusted'],
  ['its fingerprint with padding', `${ONE_PRINT}=`, 'trusted'],
  ['the whole key', `ssh-ed25519 ${ONE} comment`, 'trusted'],
  ['another fingerprint', 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'sftp.host_key_changed'],
  ['another key', `ssh-ed25519 ${OTHER}`, 'sftp.host_key_changed'],
])('a pin is %s', (_what, value, expected) => {
  expect(verdict({ kind: 'pinned', value })).toBe(expected);
});

test('an unknown host comes with its fingerprint and the command that pins it', () => {
  const error = createHostKeyCheck(known(''), 'sftp.example.com', 2222).judge(key);
  expect(error?.kind).toBe('config');
  expect(error?.details.why).toContain(ONE_PRINT);
  expect(error?.hint).toContain(
    `echo '[sftp.example.com]:2222 ssh-ed25519 ${ONE}' >> /home/me/.ssh/known_hosts`,
  );
});

test('a changed key comes with the commands that forget the old one and pin the new one', () => {
  const error = createHostKeyCheck(
    known(`sftp.example.com ssh-ed25519 ${OTHER}`),
    'sftp.example.com',
    22,
  ).judge(key);
  expect(error?.hint).toContain('ssh-keygen -f /home/me/.ssh/known_hosts -R sftp.example.com && echo ');
});

test('key types that are known of the host are asked for first', () => {
  const rsa = createHostKeyCheck(known('sftp.example.com ssh-rsa AAAA'), 'sftp.example.com', 22);
  expect(rsa.listPreferredTypes().slice(0, 2)).toEqual(['rsa-sha2-512', 'rsa-sha2-256']);
  const ecdsa = createHostKeyCheck({ kind: 'pinned', value: 'ecdsa-sha2-nistp256 AAAA' }, 'x', 22);
  expect(ecdsa.listPreferredTypes()[0]).toBe('ecdsa-sha2-nistp256');
});

test('where there is no known_hosts yet, the command makes its folder, and takes any path for one word', () => {
  const source: HostKeySource = {
    kind: 'known-hosts',
    text: '',
    file: "/home/o'hara x/.ssh/known_hosts",
    isMissing: true,
  };
  const hint = createHostKeyCheck(source, 'sftp.example.com', 22).judge(key)?.hint ?? '';
  expect(hint).toContain("mkdir -p '/home/o'\\''hara x/.ssh' && echo ");
});
