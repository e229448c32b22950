import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dedupe } from '../../src/engine/dedupe.ts';

test('values come in their order, each once, be they few or many', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom('a', 'A', '1')), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(values, (all) => {
      expect(dedupe(all)).toEqual(all.filter((value, at) => all.indexOf(value) === at));
    }),
  );
});

test('200,000 different values are not compared with one another', () => {
  const all = Array.from({ length: 200_000 }, (_, at) => `category ${at}`);
  expect(dedupe(all)).toEqual(all);
});
