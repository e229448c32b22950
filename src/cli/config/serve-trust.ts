import { realpathSync } from 'node:fs';
import path from 'node:path';
import { isLoopback } from '../../client/api/catalog-state.ts';
import type { ConfigFile } from './files.ts';
import { untrustedServeError } from './secrets.ts';

/** Keys of the `serve` section that name files to read. */
const READ_FILES = ['load', 'tlsCert', 'tlsKey', 'merchandising'];

/**
 * The keys of a file's `serve` section that only a trusted file may set: an address that others reach, by keys that the
 * file may know; a data folder, which is written to and swept; files outside the file's folder.
 */
export function listUntrustedServeKeys({ serve, path: file }: ConfigFile): string[] {
  const folder = path.dirname(file);
  return Object.entries(serve).flatMap(([key, value]) => {
    const texts = [value].flat().map(String);
    const isUntrusted =
      key === 'data' ||
      (key === 'host' && !texts.every(isLoopbackHost)) ||
      (READ_FILES.includes(key) && !texts.every((text) => isInside(folder, text.replace(/^[\w.-]+=/, ''))));
    return isUntrusted ? [key] : [];
  });
}

/** @throws BrctlError `config.untrusted_address` for the first of the used keys that the file may not set */
export function assertServeTrusted(file: ConfigFile, isUsed: (key: string) => boolean): void {
  if (file.isTrusted) return;
  const key = listUntrustedServeKeys(file).find(isUsed);
  if (key !== undefined) throw untrustedServeError(key, file.path);
}

function isLoopbackHost(host: string): boolean {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`;
  return URL.canParse(url) && isLoopback(url);
}

/** Links are followed: a repository may hold one that leads out of it. */
function isInside(folder: string, name: string): boolean {
  const relative = path.relative(resolveLinks(folder), resolveLinks(path.resolve(folder, name)));
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

function resolveLinks(name: string): string {
  try {
    return realpathSync(name);
  } catch {
    // A missing file is not read either.
    return name;
  }
}
