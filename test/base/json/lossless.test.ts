import { expect, test } from 'vitest';
import { parseLossless, RawJson } from '../../../src/base/json/lossless.ts';

/** Numbers as they are spelled, behind a `#`. */
function show(text: string): string {
  return JSON.stringify(parseLossless(text), (_, value) =>
    value instanceof RawJson ? `#${value.text}` : value,
  );
}

test('numbers keep their digits, wherever they stand', () => {
  expect(show('12.50')).toBe('"#12.50"');
  expect(show('{"a":[1e3,{"b":-0}],"c":"1.50","d":99999999999999999999}')).toBe(
    '{"a":["#1e3",{"b":"#-0"}],"c":"1.50","d":"#99999999999999999999"}',
  );
});

test('of a name that comes twice the last value counts, whatever the others are', () => {
  expect(show('{"a":1.50,"a":2.50}')).toBe('{"a":"#2.50"}');
  expect(show('{"a":1.50,"a":{"b":2.50},"a":{"c":3.50}}')).toBe('{"a":{"c":"#3.50"}}');
  expect(show('{"a":[1.50],"a":{"x":"1"}}')).toBe('{"a":{"x":"1"}}');
  expect(show('{"a":{"b":1.50},"a":"x"}')).toBe('{"a":"x"}');
});
