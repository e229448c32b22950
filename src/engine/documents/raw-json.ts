/**
 * Members of JSON objects as the text they were written in, so that a document is put together from the feed's own
 * text and its numbers keep their digits. For texts that are known to be valid JSON.
 */

import { BACKSLASH, QUOTE } from '../../base/json/ascii.ts';

/**
 * The members of an object's text, in order; empty for any other value. Of repeated names the last counts.
 *
 * @param wanted names to look for; without it every member is given. A record may have a hundred thousand.
 */
export function splitObject(text: string, wanted?: ReadonlySet<string>): Map<string, string> {
  const members = new Map<string, string>();
  eachPart(text, '{', (from, to) => {
    const keyEnd = endOfString(text, from);
    const key = keyOf(text, from, keyEnd);
    if (wanted !== undefined && !wanted.has(key)) return;
    const colon = text.indexOf(':', keyEnd);
    members.set(key, text.slice(colon + 1, to).trim());
  });
  return members;
}

/** The key whose quotes are at both ends; only one with an escape has to be parsed. */
function keyOf(text: string, from: number, to: number): string {
  const key = text.slice(from + 1, to - 1);
  return key.includes('\\') ? (JSON.parse(text.slice(from, to)) as string) : key;
}

/** The elements of an array's text, in order; empty for any other value. */
export function splitArray(text: string): string[] {
  const elements: string[] = [];
  eachPart(text, '[', (from, to) => elements.push(text.slice(from, to).trim()));
  return elements;
}

/** Calls `visit` with the bounds of each member or element of a value that opens with the bracket. */
function eachPart(text: string, bracket: '{' | '[', visit: (from: number, to: number) => void): void {
  let at = skipSpace(text, 0);
  if (text[at] !== bracket) return;
  at = skipSpace(text, at + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const end = endOfPart(text, at);
    visit(at, end);
    at = skipSpace(text, text[end] === ',' ? end + 1 : end);
  }
}

/** Where the part that starts at `from` ends: at the comma or bracket that follows it on the same level. */
function endOfPart(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) return at;
      depth--;
    } else if (code === 0x2c && depth === 0) return at;
  }
  return text.length;
}

/** One past the closing quote of the string that opens at `from`. */
function endOfString(text: string, from: number): number {
  let at = from;
  do {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
  } while (isEscaped(text, at));
  return at + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}
