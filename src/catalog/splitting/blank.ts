import { isSpace } from '../../json/ascii.ts';

/** Is there nothing but white space in the range? */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && isSpace(bytes[at])) at++;
  return at === end;
}
