import { BrctlError } from '../../base/errors.ts';

export interface Proxies {
  /** Address for `http:`, password included; empty for none. */
  http: string;
  /** Address for `https:`; empty for none. */
  https: string;
  /** Hosts that are reached without one, separated by commas; `*` for all. */
  none: string;
}

export const NO_PROXIES: Proxies = { http: '', https: '', none: '*' };

/** Loopback addresses never use a proxy, as in Go and in browsers. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** The environment's proxies, names in lower case first. Throws `config.bad_proxy` for a bad address. */
export function readProxies(env: Readonly<Record<string, string | undefined>>): Proxies {
  const http = readProxy(env, 'HTTP_PROXY');
  const https = readProxy(env, 'HTTPS_PROXY');
  const none = readVariable(env, 'NO_PROXY')?.trim() ?? '';
  return { http, https, none: none === '*' ? none : [none, ...THIS_MACHINE].join(',') };
}

export function listProxySecrets({ http, https }: Proxies): string[] {
  return [http, https].flatMap((address) => {
    if (address === '') return [];
    const { username, password } = new URL(address);
    const plain = [username, password].map(decodeURIComponent);
    return password === '' ? [] : [password, plain[1] ?? '', plain.join(':')];
  });
}

function readVariable(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return env[name.toLowerCase()] ?? env[name];
}

function readProxy(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const text = readVariable(env, name)?.trim() ?? '';
  if (text === '') return '';
  // curl and others take `proxy.example:3128` too.
  const address = text.includes('://') ? text : `http://${text}`;
  if (isProxyAddress(address)) return address;
  throw new BrctlError(`${name} is not the address of an HTTP proxy`, {
    kind: 'config',
    code: 'config.bad_proxy',
    hint: `write it as http://host:port or http://user:password@host:port, special characters percent-encoded`,
  });
}

function isProxyAddress(address: string): boolean {
  try {
    const { protocol, username, password } = new URL(address);
    decodeURIComponent(username + password);
    return protocol === 'http:' || protocol === 'https:';
  } catch {
    return false;
  }
}
