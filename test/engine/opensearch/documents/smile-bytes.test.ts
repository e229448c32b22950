import { expect, test } from 'vitest';
import { smileName } from '../../../../src/engine/opensearch/documents/smile.ts';
import { SmileBytes } from '../../../../src/engine/opensearch/documents/smile-bytes.ts';

const written = (write: (bytes: SmileBytes) => void): string => {
  const bytes = new SmileBytes(4);
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
  const bytes = new SmileBytes();
  bytes.text('first document');
  bytes.length = 0;
  bytes.text('second');
  expect(bytes.view(3).toString()).toBe('ond');
});

const hex = (write: (bytes: SmileBytes) => void): string => {
  const bytes = new SmileBytes(1);
  write(bytes);
  return bytes.view().toString('hex');
};

test.each([
  ['', 'e4fc'],
  ['oak', 'e46f616bfc'],
  ['é"\n', 'e4c3a9220afc'],
])('the text %j is a value', (text, expected) => {
  expect(hex((bytes) => bytes.value(text))).toBe(expected);
});

test.each([
  [0, '2480'],
  [1, '2482'],
  [31, '24be'],
  [32, '240180'],
  [4095, '247fbe'],
  [2_147_483_647, '241f7f7f7fbe'],
  [2_147_483_648, '252000000080'],
  [4_294_967_295, '253f7f7f7fbe'],
  [9_007_199_254_740_991, '253f7f7f7f7f7f7fbe'],
])('the whole number %d is a value', (number, expected) => {
  expect(hex((bytes) => bytes.integer(number))).toBe(expected);
});

test.each([
  [0, '2900000000000000000000'],
  [-0, '2900000000000000000000'],
  [1.5, '29003f7c00000000000000'],
  [-301.99, '29014039377a7051756124'],
  [5e-324, '2900000000000000000001'],
])('the number %d is a value', (number, expected) => {
  expect(hex((bytes) => bytes.number(number))).toBe(expected);
});

test.each([
  ['s', '8073'],
  ['x'.repeat(64), `bf${'78'.repeat(64)}`],
  ['x'.repeat(65), `34${'78'.repeat(65)}fc`],
  ['größe', '346772c3b6c39f65fc'],
])('a member has the name %s', (name, expected) => {
  expect(smileName(name).toString('hex')).toBe(expected);
});
