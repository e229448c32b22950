import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameDecimal } from '../../../src/base/json/decimal.ts';

describe('isSameDecimal', () => {
  it.each([
    ['1', '1.0'],
    ['1', '1e0'],
    ['1', '10e-1'],
    ['100', '1E+2'],
    ['0.05', '5e-2'],
    ['0', '-0'],
    ['0', '0e999'],
    ['0.0', '-0.000e-5'],
    ['1.10', '1.1'],
    ['123456789012345678901234567890', '1.2345678901234567890123456789e29'],
    ['1e999999999999999999999', '10e999999999999999999998'],
    ['-12.50', '-1.25e1'],
  ])('%s and %s are the same number', (a, b) => {
    expect(isSameDecimal(a, b)).toBe(true);
    expect(isSameDecimal(b, a)).toBe(true);
  });

  it.each([
    ['9007199254740992', '9007199254740993'],
    ['1234567890123456789', '1234567890123456788'],
    ['1e400', '1e401'],
    ['1e-400', '0'],
    ['1', '-1'],
    ['0.1', '0.10000000000000001'],
    ['1', '10'],
    ['1e999999999999999999999', '1e999999999999999999998'],
  ])('%s and %s are two numbers', (a, b) => {
    expect(isSameDecimal(a, b)).toBe(false);
    expect(isSameDecimal(b, a)).toBe(false);
  });

  it('takes linear time on long spellings', () => {
    const zeros = '0'.repeat(2_000_000);
    expect(isSameDecimal(`1${zeros}1`, `1${zeros}1.0`)).toBe(true);
    expect(isSameDecimal(`0.${zeros}1`, `0.${zeros}2`)).toBe(false);
    const nines = '9'.repeat(8_000_000);
    expect(isSameDecimal(`10e${nines}`, `1e1${'0'.repeat(8_000_000)}`)).toBe(true);
    expect(isSameDecimal(`1e-${nines}`, `10e-${nines}`)).toBe(false);
  });

  it('agrees with arithmetic on whole numbers', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(30), (whole, shift) =>
        isSameDecimal(`${whole}`, `${whole * 10n ** BigInt(shift)}e-${shift}`),
      ),
    );
  });
});
