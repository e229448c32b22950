import { isAscii, isUtf8 } from 'node:buffer';
import { BrctlError } from '../../base/errors.ts';
import { guessEncoding } from './guess-encoding.ts';

const MARKS: readonly [name: string, bytes: Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** Characters of windows-1252 in place of the control characters 0x80 to 0x9f (Encoding Standard, index windows-1252). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * The encoding, as the Encoding Standard calls it, that was asked for, else by mark, zero bytes of UTF-16, XML declaration, UTF-8 bytes, or the language of
 * its letters. Throws BrctlError `usage.unknown_encoding`.
 */
export function detectEncoding(head: Buffer, asked: string | undefined) {
  const mark = MARKS.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes));
  const name =
    asked === undefined ? (mark?.[0] ?? detectUtf16(head) ?? detectNarrow(head)) : findEncodingName(asked);
  // Bytes in front, which are no text.
  return { name, markBytes: mark?.[1].length ?? 0 };
}

function detectNarrow(head: Buffer): string {
  const start = head.toString('latin1', 0, 200);
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1];
  const isUnicode = isMostlyUtf8(trimPartialCharacter(head));
  // Of a file in UTF-8 the declaration is often that of what it was made from.
  if (isUnicode && (declared === undefined || !isAscii(head))) return 'utf-8';
  if (declared !== undefined && !/^utf-?16/i.test(declared)) return findEncodingName(declared);
  return isUnicode ? 'utf-8' : guessEncoding(head);
}

/** UTF-16 without a mark: delimiters and line ends have a zero byte in front or behind, whatever the language. */
function detectUtf16(head: Buffer): string | undefined {
  const sample = head.subarray(0, 4096);
  const countZeros = (side: number) =>
    sample.filter((byte, index) => byte === 0 && index % 2 === side).length;
  const [even, odd] = [countZeros(0), countZeros(1)];
  if (even + odd < sample.length / 64 || even + odd === 0) return undefined;
  return even > odd ? 'utf-16be' : 'utf-16le';
}

function findEncodingName(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new BrctlError(`unknown encoding '${label}'`, {
      kind: 'usage',
      code: 'usage.unknown_encoding',
      hint: 'name another with --encoding, such as utf-8, windows-1252 or iso-8859-15',
    });
  }
}

/** A few wrong bytes, as a row of another encoding has, make a text no other encoding. */
const MIN_CHARACTERS_PER_FAULT = 5;

function isMostlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true;
  const characters = bytes.toString('utf8').match(/[^\0-\x7f]/gu) ?? [];
  const faults = characters.filter((character) => character === '\ufffd').length;
  return characters.length > MIN_CHARACTERS_PER_FAULT * faults;
}

/** The beginning of a character of UTF-8 whose other bytes are still to come, one byte a letter. */
const PARTIAL_CHARACTER = /(?:[\xc0-\xff]|[\xe0-\xff][\x80-\xbf]|[\xf0-\xff][\x80-\xbf]{2})$/;

function trimPartialCharacter(bytes: Buffer): Buffer {
  const [partial = ''] = PARTIAL_CHARACTER.exec(bytes.subarray(-3).toString('latin1')) ?? [];
  return bytes.subarray(0, bytes.length - partial.length);
}

/** A piece of a feed in UTF-8, cut between characters. */
export interface Utf8Piece {
  bytes: Buffer;
  /** False: some bytes were no characters; in a text they are U+FFFD. */
  isSound: boolean;
}

export function toUtf8({
  name,
  markBytes,
}: ReturnType<typeof detectEncoding>): (chunk: Buffer, isLast: boolean) => Utf8Piece {
  let skip = markBytes;
  const decode =
    name === 'utf-8' ? passUtf8() : name === 'windows-1252' ? decodeWindows1252 : createDecoder(name);
  return (chunk, isLast) => {
    const bytes = skip === 0 ? chunk : chunk.subarray(skip);
    skip = Math.max(0, skip - chunk.length);
    return decode(bytes, isLast);
  };
}

function passUtf8(): (chunk: Buffer, isLast: boolean) => Utf8Piece {
  let carried: Buffer = Buffer.alloc(0);
  return (chunk, isLast) => {
    const all = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const bytes = isLast ? all : trimPartialCharacter(all);
    carried = all.subarray(bytes.length);
    return { bytes, isSound: isUtf8(bytes) };
  };
}

/** Node's own decoder takes these 32 for control characters in some versions. */
function decodeWindows1252(chunk: Buffer): Utf8Piece {
  if (isAscii(chunk)) return { bytes: chunk, isSound: true };
  const text = chunk
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] as string);
  return { bytes: Buffer.from(text), isSound: true };
}

function createDecoder(name: string): (chunk: Buffer, isLast: boolean) => Utf8Piece {
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  return (chunk, isLast) => {
    const text = decoder.decode(chunk, { stream: !isLast });
    return { bytes: Buffer.from(text), isSound: !text.includes('\ufffd') };
  };
}
