import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteForShell } from '../../../src/base/wording/shell-quote.ts';

test.each([
  ['catalog-1.jsonl', 'catalog-1.jsonl'],
  ['a=b,c:d@e%+/', 'a=b,c:d@e%+/'],
  ['', "''"],
  ['two words', "'two words'"],
  ["it's", "'it'\\''s'"],
  ['$(id)', "'$(id)'"],
  ['~/keys', "'~/keys'"],
  ['=ls', "'=ls'"],
  ['a\nb', "'a\nb'"],
  ['x\n', "'x\n'"],
])('%j is written %s', (word, written) => {
  expect(quoteForShell(word)).toBe(written);
});

test('a shell reads back every word, whatever is in it', () => {
  const hostile = fc.constantFrom(
    "'",
    '"',
    '\\',
    '$',
    '`',
    '\n',
    ' ',
    ';',
    '#',
    '~',
    '!',
    '*',
    '{',
    '(',
    '&',
    '=',
  );
  const word = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 3 })))
    .map((parts) => parts.join(''));
  const words = fc.array(
    word.filter((text) => !text.includes('\0')),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(words, (list) => {
      const script = `printf '%s\\0' ${list.map(quoteForShell).join(' ')}`;
      const read = execFileSync('/bin/sh', ['-c', script]).toString('utf8').split('\0').slice(0, -1);
      expect(read).toEqual(list.map((text) => Buffer.from(text).toString('utf8')));
    }),
    { numRuns: 30 },
  );
});
