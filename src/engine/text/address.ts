import { hashWords } from './analysis.ts';

/**
 * Key of a page's addresses: scheme, `www.`, host case, trailing slash, query and fragment do not
 * count. A path alone is taken as it is.
 */
export function toAddressKey(url: string): string {
  const path = url.trim().replace(/[?#].*$/s, '');
  let end = path.length;
  while (path[end - 1] === '/') end--;
  const bare = path.slice(0, end);
  const match = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:www\.)?([^/]*)(.*)$/is.exec(bare);
  if (match === null) return bare;
  const [, host = '', rest = ''] = match;
  return host.toLowerCase() + rest;
}

/** A hash by which pages with the same `toAddressKey` are found; 0 for no address. */
export function hashAddress(url: string): number {
  return url === '' ? 0 : hashWords([toAddressKey(url)]);
}
