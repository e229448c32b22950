import { createHmac } from 'node:crypto';
import path from 'node:path';
import { BrctlError } from '../../base/errors.ts';
import { computeKeyFingerprint, formatPublicKey, parseKey } from '../../base/ssh/keys.ts';
import { quoteForShell } from '../../base/wording/shell-quote.ts';

export type HostKeySource =
  /** The text of a known_hosts file, its name for messages, and whether it is there at all. */
  | { kind: 'known-hosts'; text: string; file: string; isMissing?: boolean }
  /** `SHA256:…`, or a whole key `ssh-ed25519 AAAA…`. */
  | { kind: 'pinned'; value: string };

/** Key types in the order in which they are asked for where nothing is known of a host. */
const KEY_TYPES = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
] as const;

export function createHostKeyCheck(source: HostKeySource, host: string, port: number) {
  const all =
    source.kind === 'known-hosts' ? source.text.split('\n').flatMap((line) => parseLine(line.trim())) : [];
  const name = formatHost(host, port);
  const entries = all.filter(({ hosts }) => matches(hosts, name));

  /** Key types to ask the server for: those that are known first, lest it show another of its keys. */
  function listPreferredTypes() {
    // RSA keys sign in more than one way.
    const types = new Set(
      listKnownTypes().flatMap((type) => (type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256'] : type)),
    );
    return [...KEY_TYPES].sort((a, b) => Number(types.has(b)) - Number(types.has(a)));
  }

  /** Null when the server is the right one; otherwise the error to end with. */
  function judge(key: Buffer): BrctlError | null {
    return source.kind === 'pinned' ? checkPin(key, source.value) : checkFile(key);
  }

  function listKnownTypes(): string[] {
    if (source.kind === 'pinned') return [source.value.split(' ')[0] ?? ''];
    return entries.filter(({ marker }) => marker === null).map(({ keyType }) => keyType);
  }

  function checkPin(key: Buffer, pin: string): BrctlError | null {
    const parsed = parse(key);
    const isPinned = pin.startsWith('SHA256:')
      ? computeKeyFingerprint(parsed) === pin.replace(/=+$/, '')
      : key.equals(Buffer.from(pin.trim().split(/\s+/)[1] ?? '', 'base64'));
    return isPinned ? null : changedError(key, `the pinned key is ${pin}`);
  }

  function checkFile(key: Buffer): BrctlError | null {
    const same = entries.filter((entry) => entry.key.equals(key));
    if (same.some(({ marker }) => marker === 'revoked')) return revokedError(key);
    if (same.some(({ marker }) => marker === null)) return null;
    const trusted = entries.filter(({ marker }) => marker === null);
    if (trusted.length === 0) return unknownError(key);
    return changedError(
      key,
      `known_hosts has ${trusted.map((entry) => computeKeyFingerprint(parse(entry.key))).join(', ')}`,
    );
  }

  function unknownError(key: Buffer): BrctlError {
    return new BrctlError(`the host key of ${host} is not known`, {
      ...describeFacts(key, 'sftp.host_key_unknown'),
      why: `the server shows ${describeKey(key)}, but no known_hosts entry or pinned key confirms it`,
      hint: `compare it with the fingerprint that the operator gave you, then: ${pinCommand(key)}`,
    });
  }

  function changedError(key: Buffer, expected: string): BrctlError {
    return new BrctlError(`the host key of ${host} has changed`, {
      ...describeFacts(key, 'sftp.host_key_changed'),
      why: `the server shows ${describeKey(key)}, but ${expected}; this may be a man-in-the-middle attack`,
      hint: `only if the operator announced the change: ${forgetCommand()}${pinCommand(key)}`,
    });
  }

  function revokedError(key: Buffer): BrctlError {
    return new BrctlError(`the host key of ${host} is revoked`, {
      ...describeFacts(key, 'sftp.host_key_revoked'),
      why: `the server shows ${describeKey(key)}, which known_hosts marks @revoked`,
      hint: 'ask the operator for the new host key',
    });
  }

  function describeFacts(key: Buffer, code: string) {
    const data = { fingerprint: computeKeyFingerprint(parse(key)), hostKey: formatPublicKey(parse(key)) };
    return { kind: 'config', code, data } as const;
  }

  function pinCommand(key: Buffer): string {
    if (source.kind === 'pinned') return `export BRCTL_KNOWN_HOSTS=${computeKeyFingerprint(parse(key))}`;
    const line = `${formatHost(host, port)} ${formatPublicKey(parse(key))}`;
    const { file, isMissing } = source;
    const makeFolder = isMissing ? `mkdir -p ${quotePath(path.dirname(file))} && ` : '';
    return `${makeFolder}echo ${quoteForShell(line)} >> ${quotePath(file)}`;
  }

  function forgetCommand(): string {
    if (source.kind === 'pinned') return '';
    return `ssh-keygen -f ${quotePath(source.file)} -R ${quoteForShell(formatHost(host, port))} && `;
  }

  return { listPreferredTypes, judge };
}

export type HostKeyCheck = ReturnType<typeof createHostKeyCheck>;

/** A path as one word of a shell; a leading `~/` stays what it is there. */
function quotePath(file: string): string {
  return file.startsWith('~/') ? `~/${quoteForShell(file.slice(2))}` : quoteForShell(file);
}

function describeKey(key: Buffer): string {
  const parsed = parse(key);
  return `${parsed.type} ${computeKeyFingerprint(parsed)}`;
}

/** A key as it comes over the wire carries its type at its front. */
function parse(key: Buffer): ReturnType<typeof parseKey> {
  const typeLength = key.length >= 4 ? key.readUInt32BE(0) : 0;
  const type = key.subarray(4, 4 + typeLength).toString('latin1');
  return parseKey(`${type} ${key.toString('base64')}`);
}

interface KnownHost {
  marker: 'revoked' | 'cert-authority' | null;
  hosts: string;
  keyType: string;
  key: Buffer;
}

const DEFAULT_PORT = 22;

/** Reads a line of known_hosts (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT"); one that it does not know is skipped. */
function parseLine(line: string): KnownHost[] {
  if (line === '' || line.startsWith('#')) return [];
  const words = line.split(/\s+/);
  const marker = words[0]?.startsWith('@') ? words.shift()?.slice(1) : null;
  const [hosts, keyType, key] = words;
  if (hosts === undefined || keyType === undefined || key === undefined) return [];
  if (marker !== null && marker !== 'revoked' && marker !== 'cert-authority') return [];
  return [{ marker, hosts, keyType, key: Buffer.from(key, 'base64') }];
}

/** How known_hosts names a host on a port: `[host]:port` for any port but 22. */
function formatHost(host: string, port: number): string {
  const lower = host.toLowerCase();
  return port === DEFAULT_PORT ? lower : `[${lower}]:${port}`;
}

function matches(hosts: string, name: string): boolean {
  if (hosts.startsWith('|1|')) return matchesHash(hosts, name);
  const patterns = hosts.split(',').map((pattern) => pattern.toLowerCase());
  const denied = patterns.some(
    (pattern) => pattern.startsWith('!') && matchesPattern(pattern.slice(1), name),
  );
  return !denied && patterns.some((pattern) => matchesPattern(pattern, name));
}

function matchesHash(hosts: string, name: string): boolean {
  const [, , salt = '', hash = ''] = hosts.split('|');
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}

/** `*` stands for any characters, `?` for one. */
function matchesPattern(pattern: string, name: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`).test(name);
}
