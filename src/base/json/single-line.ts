import { CARRIAGE_RETURN, LINE_FEED } from './ascii.ts';

/** A line break between the marks of a JSON text, with the indentation behind it. */
const BREAK = /[\r\n][ \t\r\n]*/g;

/** Valid JSON on one line, for JSON Lines. In strings line breaks are escaped (RFC 8259, section 7). */
export function toSingleLine(json: string): string {
  return json.includes('\n') || json.includes('\r') ? json.replace(BREAK, '') : json;
}

/** As `toSingleLine`, of bytes; the same bytes where they are on one line already. */
export function toSingleLineBytes(json: Uint8Array): Uint8Array {
  if (!json.includes(LINE_FEED) && !json.includes(CARRIAGE_RETURN)) return json;
  return Buffer.from(toSingleLine(Buffer.from(json.buffer, json.byteOffset, json.length).toString('utf8')));
}
