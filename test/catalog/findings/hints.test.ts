import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scanJson } from '../../../src/base/json/scan.ts';
import { Tape } from '../../../src/base/json/tape.ts';
import { HINTS } from '../../../src/catalog/findings/hints.ts';
import { suggestJsonFix } from '../../../src/catalog/findings/json-hint.ts';

const PAGE = new URL('../../../docs/reference/catalog-files.md', import.meta.url);

/** Reported by other rooms, with hints that know the file or the figure. */
const ELSEWHERE =
  /^(file\.(too_large|changed|is_folder|unreadable)|gzip\.|input\.|category\.accented|operation\.op_unknown)/;

/** The codes of the page's tables whose severity is error. */
function errorCodes(): string[] {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| (`[^|]*`) \| error \|/gm);
  return [...rows].flatMap(([, codes = '']) =>
    [...codes.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  );
}

test('every error that validate documents says how it is mended', () => {
  const codes = errorCodes().filter((code) => !ELSEWHERE.test(code));
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => HINTS[code] === undefined)).toEqual([]);
});

test.each([
  [
    'a zip archive',
    Buffer.from('504b0304140000', 'hex'),
    /zip archive or an Excel workbook: unpack it, or save/,
  ],
  ['a Zstandard file', Buffer.from('28b52ffd0458', 'hex'), /Zstandard file: unpack/],
  ['gzip inside gzip', Buffer.from('1f8b0800', 'hex'), /gzip data inside/],
  ['lines that end with CR alone', Buffer.from('{"a":1}\r{"a":2}\r'), /tr '\\r' '\\n'/],
  ['a line that is cut before CR LF', Buffer.from('{"a":1\r'), /the line ends too early/],
  ['CSV', Buffer.from('id,title,price'), /looks like CSV: brctl convert/],
  ['CSV in quotes', Buffer.from('"id";"title"'), /looks like CSV: brctl convert/],
  ['tab separated values', Buffer.from('id\ttitle'), /looks like CSV: brctl convert/],
  ['XML', Buffer.from('<?xml version="1.0"?>'), /looks like XML: brctl convert/],
  ['an old Excel workbook', Buffer.from('d0cf11e0a1b1', 'hex'), /Excel workbook: save/],
  ['UTF-16', Buffer.from('\ufeffid,title', 'utf16le'), /UTF-16: brctl convert/],
  ['text that is none of these', Buffer.from("{'a':1}"), /JSON library/],
])('%s is told by the hint', (_what, bytes, expected) => {
  const problem = scanJson(new Tape(), bytes, 0, bytes.length);
  expect(problem && suggestJsonFix(problem, bytes, 0, bytes.length)).toMatch(expected);
});
