import { expect, test } from 'vitest';
import { isLikelyJson, tokenizeJson } from '../../../../src/server/inspector/parts/json-tokens.ts';

const laidOut = (text: string) =>
  tokenizeJson(text)
    .map((token) => token.text)
    .join('');

test('lays JSON out as JSON.stringify does, and keeps the digits', () => {
  const value = { a: [1, { b: null }], c: {}, d: [], 'e"\\': 'x: {y}', f: true };
  expect(laidOut(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(laidOut('{"big":12345678901234567890.10}')).toBe('{\n  "big": 12345678901234567890.10\n}');
});

test('shows what was cut off as far as it goes', () => {
  expect(laidOut('{"a":[1,"unfini')).toBe('{\n  "a": [\n    1,\n    "unfini');
  expect(laidOut(']]')).toBe('\n]\n]');
});

test('tells names from texts', () => {
  expect(
    tokenizeJson('{"a":"b"}').flatMap(({ kind, text }) => (kind === 'mark' ? [] : [[kind, text]])),
  ).toEqual([
    ['name', '"a"'],
    ['text', '"b"'],
  ]);
});

test.each([
  ['{"a":1}', true],
  [' [1]', true],
  ['{"a":1}\n{"a":2}', false],
  ['lamp', false],
])('%j is JSON: %s', (text, isJson) => expect(isLikelyJson(text)).toBe(isJson));
