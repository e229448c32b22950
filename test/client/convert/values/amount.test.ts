import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AMBIGUOUS, detectStyle, readAmount } from '../../../../src/client/convert/values/amount.ts';

test.each([
  ['12.50 USD', 'point', '12.50', 'USD'],
  ['12.50', 'point', '12.50', ''],
  ['USD 12.50', 'point', '12.50', 'USD'],
  ['$12.50', 'point', '12.50', '$'],
  ['12,50 €', 'point', '12.50', '€'],
  ['1.299,00 EUR', 'point', '1299.00', 'EUR'],
  ['1,299.00', 'point', '1299.00', ''],
  ['1 299,00', 'point', '1299.00', ''],
  ['1\u202f299,00\u00a0€', 'point', '1299.00', '€'],
  ["1'299.00 CHF", 'point', '1299.00', 'CHF'],
  ['1,234,567', 'point', '1234567', ''],
  ['1,299', 'point', '1299', ''],
  ['1,299', 'comma', '1.299', ''],
  ['1.299', 'point', '1.299', ''],
  ['1.299', 'comma', '1299', ''],
  ['12,5', 'point', '12.5', ''],
  ['.5', 'point', '0.5', ''],
  ['007.10', 'point', '7.10', ''],
  ['5.', 'point', '5', ''],
  ['-3.10', 'point', '-3.10', ''],
  ['+3.10', 'point', '3.10', ''],
  ['1e3', 'point', '1e3', ''],
  ['12345678901234567890.10', 'point', '12345678901234567890.10', ''],
  ['120 cm', 'point', '120', 'cm'],
  ['1.299', 'thousands', '1299', ''],
  ['1,299', 'thousands', '1299', ''],
  ['0.250', 'thousands', '0.250', ''],
  ['1299.000', 'thousands', '1299.000', ''],
  ['Rs. 1,299.00', 'point', '1299.00', 'Rs.'],
  ['Rs.1,29,999.00', 'point', '129999.00', 'Rs.'],
  ['kr. 199,00', 'point', '199.00', 'kr.'],
  ['$5 CAD', 'point', '5', '$ CAD'],
  ['199,- Kč', 'point', '199', '- Kč'],
  ['199:-', 'point', '199', ':-'],
  ['1.299.-', 'point', '1299', '-'],
  ['１，２９９円', 'thousands', '1299', '円'],
  ['-$3.10', 'point', '-3.10', '$'],
] as const)('%s with a decimal %s is %s %s', (text, mark, digits, unit) => {
  expect(readAmount(text, mark)).toMatchObject({ digits, unit });
});

test.each(['', 'free', '1.2.3', '1,2,3', '12 50 12', '10-20', '1,29,9', '.', ',', `1${'0'.repeat(100)}x`])(
  '%s is no number',
  (text) => {
    expect(readAmount(text, 'point')).toBeUndefined();
  },
);

const amounts = fc.record({
  whole: fc.bigInt({ min: 0n, max: 10n ** 18n }),
  fraction: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 2, maxLength: 2 }),
});

test('whatever the separators and the currency, the digits are those that were written', () => {
  const styles = [
    ['', '.', 'point'],
    ['', ',', 'comma'],
    [',', '.', 'point'],
    ['.', ',', 'comma'],
    [' ', ',', 'comma'],
    ["'", '.', 'point'],
  ] as const;
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom(...styles),
      fc.constantFrom('', ' USD', ' €'),
      ({ whole, fraction }, [thousands, decimal, mark], unit) => {
        const grouped = String(whole).replaceAll(/\B(?=(\d{3})+$)/g, thousands);
        expect(readAmount(`${grouped}${decimal}${fraction}${unit}`, mark)).toMatchObject({
          digits: `${whole}.${fraction}`,
        });
      },
    ),
  );
});

test('what is read is a number of JSON, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(..."0123456789.,-+eE '$€USDx") }),
      fc.constantFrom('point', 'comma'),
      (text, mark) => {
        const amount = readAmount(text, mark);
        if (amount !== undefined && amount !== AMBIGUOUS)
          expect(typeof JSON.parse(amount.digits)).toBe('number');
      },
    ),
  );
});

test.each([
  [['12,50', '1.299,00', '7'], 'comma'],
  [['12.50', '1,299.00', '7'], 'point'],
  [['1.299', '899'], 'thousands'],
  [['1.299', '12,50'], 'comma'],
  [['1.299.000'], 'comma'],
  [['12.50', '12,50'], 'unknown'],
  [[], 'thousands'],
] as const)('the prices %j are written with: %s', (samples, style) => {
  expect(detectStyle(samples)).toBe(style);
});

test('where a separator can be either mark, only a style decides', () => {
  expect(readAmount('1.299', 'unknown')).toBe(AMBIGUOUS);
  expect(readAmount('12.99', 'unknown')).toMatchObject({ digits: '12.99' });
});
