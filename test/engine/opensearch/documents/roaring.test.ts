import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeRoaring } from '../../../../src/engine/opensearch/documents/roaring.ts';

/** Reads the portable format as its specification has it, without run containers. */
function read(base64: string): number[] {
  const bytes = Buffer.from(base64, 'base64');
  expect(bytes.readUInt32LE(0)).toBe(12_346);
  const count = bytes.readUInt32LE(4);
  const numbers: number[] = [];
  for (let at = 0; at < count; at++) {
    const key = bytes.readUInt16LE(8 + at * 4);
    const size = bytes.readUInt16LE(10 + at * 4) + 1;
    const from = bytes.readUInt32LE(8 + count * 4 + at * 4);
    if (size > 4_096) {
      for (let bit = 0; bit < 65_536; bit++)
        if (((bytes[from + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) numbers.push(key * 65_536 + bit);
    } else {
      for (let each = 0; each < size; each++)
        numbers.push(key * 65_536 + bytes.readUInt16LE(from + each * 2));
    }
  }
  return numbers;
}

test('two numbers are the bytes of the specification', () => {
  // Cookie, one block: key 0, two numbers from byte 16 on.
  expect(Buffer.from(encodeRoaring([1, 2]), 'base64').toString('hex')).toBe(
    '3a30000001000000000001001000000001000200',
  );
});

test('numbers are read as they were written', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { maxLength: 200 });
  fc.assert(
    fc.property(numbers, (found) => {
      const sorted = [...found].sort((a, b) => a - b);
      expect(read(encodeRoaring(sorted))).toEqual(sorted);
    }),
  );
});

test.each([4_096, 4_097, 65_536, 70_000])('%d numbers in a row are read, too', (count) => {
  const numbers = Array.from({ length: count }, (_, at) => at + 100_000);
  expect(read(encodeRoaring(numbers))).toEqual(numbers);
});
