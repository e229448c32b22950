import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNumberText } from '../../src/engine/field-values.ts';

describe('a number written as text', () => {
  it.each([
    ['12.50', '12.50'],
    ['  7 ', '7'],
    ['-0.10', '-0.10'],
    ['1e3', '1e3'],
    ['12345678901234567890.10', '12345678901234567890.10'],
    ['+5.00', '5.00'],
    ['007.50', '7.50'],
    ['.50', '0.50'],
    ['-.5', '-0.5'],
    ['5.', '5'],
    ['5.e2', '5e2'],
    ['000', '0'],
    ['0x10', '16'],
    ['', null],
    [' ', null],
    ['9,99', null],
    ['12 EUR', null],
    ['1e400', null],
    ['Infinity', null],
    ['NaN', null],
  ])('%j is %j in JSON', (text, expected) => {
    expect(toNumberText(text)).toBe(expected);
  });

  it('keeps its value, whatever its spelling', () => {
    const spelling = fc.stringMatching(/^[+-]?[0-9]{0,5}\.?[0-9]{0,5}([eE][+-]?[0-9]{1,2})?$/);
    fc.assert(
      fc.property(spelling, (text) => {
        const written = toNumberText(text);
        if (written === null) expect(text.trim() === '' || Number.isNaN(Number(text))).toBe(true);
        else expect(JSON.parse(written)).toBe(Number(text));
      }),
    );
  });
});
