import { hashed, NO_WORDS_HASH, wordsHash } from './analysis.ts';
import { textOfUnits } from './code-units.ts';

/**
 * What two addresses of one page have in common: scheme, `www.`, host case, trailing slash, query and fragment do not
 * count. A path alone is taken as it is.
 */
export function addressKey(url: string): string {
  const path = url.trim().replace(/[?#].*$/s, '');
  let end = path.length;
  while (path[end - 1] === '/') end--;
  const bare = path.slice(0, end);
  const match = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:www\.)?([^/]*)(.*)$/is.exec(bare);
  if (match === null) return bare;
  const [, host = '', rest = ''] = match;
  return host.toLowerCase() + rest;
}

/** A hash by which pages with the same `addressKey` are found; 0 for no address. */
export function addressHash(url: string): number {
  return url === '' ? 0 : wordsHash([addressKey(url)]);
}

const [SLASH, COLON, SPACE, QUESTION_MARK, HASH, LETTER_A, LETTER_Z] = [
  0x2f, 0x3a, 0x20, 0x3f, 0x23, 0x41, 0x5a,
];
const HTTP = codesOf('http');
const HTTPS = codesOf('https');
const WWW = codesOf('www.');

function codesOf(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

/** The same hash of an address given by its UTF-16 code units, most of which are plain. */
export function addressHashOf(units: Uint16Array, start: number, end: number): number {
  const host = hostStart(units, start, end);
  if (host === -1) return addressHash(textOfUnits(units, start, end));
  let hash = NO_WORDS_HASH;
  let isHost = true;
  for (let at = host; at < end; at++) {
    const unit = units[at] ?? 0;
    if (unit <= SPACE || unit >= 0x80 || unit === QUESTION_MARK || unit === HASH)
      return addressHash(textOfUnits(units, start, end));
    if (unit === SLASH) isHost = false;
    hash = hashed(hash, isHost && unit >= LETTER_A && unit <= LETTER_Z ? unit + SPACE : unit);
  }
  return hashed(hash, SPACE) >>> 0;
}

/** Where the host begins in `https://host/path`; -1 for anything else, and where a slash ends the path. */
function hostStart(units: Uint16Array, start: number, end: number): number {
  let at = start;
  if (beginsWith(units, at, end, HTTPS)) at += HTTPS.length;
  else if (beginsWith(units, at, end, HTTP)) at += HTTP.length;
  else return -1;
  if (units[at] !== COLON || units[at + 1] !== SLASH || units[at + 2] !== SLASH) return -1;
  at += 3;
  if (at >= end || units[end - 1] === SLASH) return -1;
  return beginsWith(units, at, end, WWW) ? at + WWW.length : at;
}

function beginsWith(units: Uint16Array, start: number, end: number, letters: readonly number[]): boolean {
  if (start + letters.length > end) return false;
  for (let at = 0; at < letters.length; at++) if (units[start + at] !== letters[at]) return false;
  return true;
}
