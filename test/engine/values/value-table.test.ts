import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scalar } from '../../../src/engine/field-values.ts';
import { ValueInterner } from '../../../src/engine/values/value-table.ts';

const arbitraryScalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', 'é', 'ÿ', 'Ā', '\ud800', '\0'), maxLength: 3 }),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);

describe('numbers of values', () => {
  it('are one for each value, be it a text of any letters, a number or a flag', () => {
    fc.assert(
      fc.property(fc.array(arbitraryScalar, { maxLength: 60 }), (values) => {
        const table = new ValueInterner();
        const expected = new Map<Scalar, number>();
        for (const value of values) {
          if (typeof value === 'string') expect(table.find(value)).toBe(expected.get(value) ?? 0);
          const number = table.numberOf(value);
          if (!expected.has(value)) expected.set(value, expected.size + 1);
          expect(number).toBe(expected.get(value));
          expect(table.scalarOf(number)).toBe(value === 0 ? 0 : value);
          expect(table.lengthOf(number)).toBe(String(value).length);
        }
      }),
    );
  });

  it('stay as they are however many values there are', () => {
    const table = new ValueInterner();
    const values = Array.from({ length: 20_000 }, (_, at) => (at % 2 === 0 ? `P-${at}` : at / 4));
    const numbers = values.map((value) => table.numberOf(value));
    expect(new Set(numbers).size).toBe(values.length);
    expect(values.map((value) => table.numberOf(value))).toEqual(numbers);
    expect(numbers.map((number) => table.scalarOf(number))).toEqual(values);
  });
});
