import { createHmac } from 'node:crypto';

export interface KnownHost {
  marker: 'revoked' | 'cert-authority' | null;
  hosts: string;
  keyType: string;
  key: Buffer;
}

const DEFAULT_PORT = 22;

/** Reads a known_hosts file (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT"); lines it does not know are skipped. */
export function parseKnownHosts(text: string): KnownHost[] {
  return text.split('\n').flatMap((line) => parseLine(line.trim()));
}

function parseLine(line: string): KnownHost[] {
  if (line === '' || line.startsWith('#')) return [];
  const words = line.split(/\s+/);
  const marker = words[0]?.startsWith('@') ? words.shift()?.slice(1) : null;
  const [hosts, keyType, key] = words;
  if (hosts === undefined || keyType === undefined || key === undefined) return [];
  if (marker !== null && marker !== 'revoked' && marker !== 'cert-authority') return [];
  return [{ marker, hosts, keyType, key: Buffer.from(key, 'base64') }];
}

/** The entries for a host, with `[host]:port` for any port but 22, as ssh looks them up. */
export function entriesFor(entries: readonly KnownHost[], host: string, port: number): KnownHost[] {
  const name = hostName(host, port);
  return entries.filter((entry) => matches(entry.hosts, name));
}

/** How known_hosts names a host on a port. */
export function hostName(host: string, port: number): string {
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
