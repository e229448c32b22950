import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addToInteger } from '../../../src/base/json/shifted-integer.ts';

const digits = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 60n }).map(String),
  fc.stringMatching(/^[09]{1,50}$/),
  fc.tuple(fc.nat(9), fc.nat(40)).map(([first, zeros]) => `${first}${'0'.repeat(zeros)}`),
);

it('is the sum that BigInt gives, in its shortest spelling', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', '+', '-'),
      fc.nat(3),
      digits,
      fc.oneof(fc.integer({ min: -100, max: 100 }), fc.integer({ min: -70_000_000, max: 70_000_000 })),
      (sign, zeros, text, offset) => {
        const sum = BigInt(text) * (sign === '-' ? -1n : 1n) + BigInt(offset);
        expect(addToInteger(`${sign}${'0'.repeat(zeros)}${text}`, offset)).toBe(String(sum));
      },
    ),
    { numRuns: 2000 },
  );
});
