import { expect, test } from 'vitest';
import { JsonBytes } from '../../../../src/engine/opensearch/documents/json-bytes.ts';

const written = (write: (bytes: JsonBytes) => void): string => {
  const bytes = new JsonBytes(4);
  write(bytes);
  return bytes.view().toString();
};

test.each([
  ['nothing', ''],
  ['ASCII', 'oak sofa'],
  ['a short text with other letters at its end', 'oak sofá'],
  ['a long text', 'oak sofa '.repeat(500)],
  ['a long text with other letters', 'Straße 東京 😀 '.repeat(500)],
])('%s is written as it is', (_what, text) => {
  expect(written((bytes) => bytes.text(text))).toBe(text);
});

test('what follows stands behind a text with letters of several bytes', () => {
  expect(
    written((bytes) => {
      bytes.text('é東');
      bytes.byte(0x7c);
      bytes.text('x');
    }),
  ).toBe('é東|x');
});

test.each([0, 7, 9, 10, 99, 100, 65_535, 4_294_967_295])('the number %d has its digits', (number) => {
  expect(written((bytes) => bytes.whole(number))).toBe(String(number));
});

test.each([3, 64, 65, 5000])('a part of %d bytes is copied', (length) => {
  const from = Buffer.from(`${'x'.repeat(10)}${'y'.repeat(length)}z`);
  expect(written((bytes) => bytes.copy(from, 10, 10 + length))).toBe('y'.repeat(length));
});

test('the memory is used again from the length that is set, and seen from a place on', () => {
  const bytes = new JsonBytes();
  bytes.text('first document');
  bytes.length = 0;
  bytes.text('second');
  expect(bytes.view(3).toString()).toBe('ond');
});
