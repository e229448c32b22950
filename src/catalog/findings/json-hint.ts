import type { Problem } from '../../base/errors.ts';
import { CARRIAGE_RETURN, OPEN_BRACE, OPEN_BRACKET } from '../../base/json/ascii.ts';
import { findMember } from '../../base/json/members.ts';
import { JSON_HINTS, type JsonProblem } from '../../base/json/problem.ts';
import type { Tape } from '../../base/json/tape.ts';
import { pluralize } from '../../base/wording/amounts.ts';

const UNPACK = 'unpack it first';

/** First bytes of files that are something else than text, and what to do with them; a plain gzip was inflated before. */
const OTHER_FILES: readonly (readonly [what: string, fix: string, start: readonly number[]])[] = [
  ['gzip data inside the gzip file', UNPACK, [0x1f, 0x8b]],
  [
    'a zip archive or an Excel workbook',
    'unpack it, or save the table as CSV for brctl convert',
    [0x50, 0x4b, 0x03, 0x04],
  ],
  ['an Excel workbook', 'save the table as CSV for brctl convert', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a Zstandard file', UNPACK, [0x28, 0xb5, 0x2f, 0xfd]],
  ['an xz file', UNPACK, [0xfd, 0x37, 0x7a, 0x58]],
  ['a bzip2 file', UNPACK, [0x42, 0x5a, 0x68]],
  ['text in UTF-16', 'brctl convert reads feeds in it', [0xff, 0xfe]],
];

const LESS_THAN = 0x3c;

/** The first element of an array may stand on the second line. */
const MAX_TELLING_LINE = 2;

/** Of a line so much is looked at to tell what the file is. */
const TELLING_BYTES = 2_000;

/** A line that is no object or array and has what stands between the cells of a table. */
function isTableRow(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === OPEN_BRACE || bytes[start] === OPEN_BRACKET) return false;
  const text = Buffer.from(bytes.subarray(start, Math.min(end, start + TELLING_BYTES))).toString('latin1');
  return /[,;\t|]/.test(text);
}

/**
 * How to fix a text that is not JSON: what the problem's code says, unless the text shows that the whole file is
 * something else: packed, a feed of another format, or lines that end with a carriage return alone.
 */
export function suggestJsonFix({ code, offset }: JsonProblem, bytes: Uint8Array, start: number, end: number) {
  const other = OTHER_FILES.find(([, , magic]) => magic.every((byte, nth) => bytes[start + nth] === byte));
  if (other !== undefined) return `this is ${other[0]}: ${other[1]}`;
  if (bytes[start] === LESS_THAN)
    return 'this looks like XML: brctl convert makes a catalog of a product feed';
  if (offset > start && offset < end && bytes[offset - 1] === CARRIAGE_RETURN)
    return "the lines end with a carriage return alone: tr '\\r' '\\n' < old.jsonl > new.jsonl";
  if (isTableRow(bytes, start, end))
    return 'this looks like CSV: brctl convert makes a catalog of a product feed';
  if (offset === end && bytes[start] === OPEN_BRACE && end - start === 1)
    return 'this looks like JSON over several lines: brctl convert makes a catalog of a product feed';
  if (offset === end && bytes[start] === OPEN_BRACE)
    return 'the line ends too early: if it is the last one, the file was cut; fetch or write it again';
  return JSON_HINTS[code];
}

/** How to fix an object that is not an operation, if its members are those of a feed. */
export function suggestFeedFix(tape: Tape): string | undefined {
  const isJsonLd =
    findMember(tape, 0, '@type') !== undefined || findMember(tape, 0, '@context') !== undefined;
  return isJsonLd ? 'this looks like JSON-LD: brctl convert makes a catalog of a product feed' : undefined;
}

/** The kind of a file that is not a catalog, and its fix, by the first of its problems; else undefined. */
export function nameOtherFile(first: Problem | undefined): { text: string; fix: string } | undefined {
  // Behind good lines a bad one tells of itself alone.
  if ((first?.line ?? 1) > MAX_TELLING_LINE) return undefined;
  const [, kind, fix] = /^(this (?:is|looks like) .+?): (.+)/.exec(first?.hint ?? '') ?? [];
  return kind === undefined || fix === undefined ? undefined : { text: `${kind}, not a catalog`, fix };
}

/**
 * Message of an error about problems. A file of another kind is reported as such, not by a list of its lines.
 * @param count problems in all, of which `problems` are the first
 */
export function summarizeProblems(
  problems: readonly Problem[],
  count = problems.length,
): { message: string; hint?: string; problems: readonly Problem[] } {
  const [first] = problems;
  const { message = 'the input cannot be used', hint } = first ?? {};
  const other = nameOtherFile(first);
  if (first === undefined || other === undefined) {
    const more = count > 1 ? `, and ${pluralize(count - 1, 'more problem')}` : '';
    return { message: message + more, ...(hint && { hint }), problems };
  }
  return { message: other.text, hint: other.fix, problems: [{ ...first, message: other.text }] };
}
