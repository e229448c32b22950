import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatFeedJson,
  parseFeedJson,
  toFeedKey,
  toPlainValue,
  withoutMark,
} from '../../../src/engine/documents/feed-json.ts';

test('any JSON is written as it was read, and plain values are those of JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const read = parseFeedJson(text);
      expect(JSON.parse(formatFeedJson(read))).toEqual(JSON.parse(text));
      expect(toPlainValue(read)).toEqual(JSON.parse(text));
    }),
  );
});

test('numbers keep their digits, and members their order', () => {
  const text = '{"price":9.90,"2":{"b":1E2,"1":-0.50},"10":[12345678901234567890,"3"],"t":"a\\"}\\\\b: 1"}';
  expect(formatFeedJson(parseFeedJson(text))).toBe(text);
  const members = parseFeedJson(text) as Record<string, unknown>;
  expect(formatFeedJson(members[toFeedKey('10')])).toBe('[12345678901234567890,"3"]');
});

test('a text that looks like what marks numbers stays a text', () => {
  const text = JSON.stringify({ a: '\\udc005', b: '"\\udc005"', c: '5', d: '\u{10000}5' });
  expect(formatFeedJson(parseFeedJson(text))).toBe(text);
  expect(withoutMark('\u{10000}5')).toBe('\u{10000}5');
});
