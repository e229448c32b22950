import { expect, it, vi } from 'vitest';
import { compileVariantTest, sortLeaderFirst } from '../../../src/engine/documents/leading-variants.ts';
import { RequestedFields } from '../../../src/engine/fields/requested-fields.ts';

it('reads the filters of a request once for all its variants', () => {
  const info = { name: 'size', type: 'text', list: false, filled: 9, distinct: 9 } as const;
  const fields = new RequestedFields([{ ...info, on: 'variant' }]);
  const look = vi.spyOn(fields, 'of');
  const filters = ['S', 'M'].map((value) => ({
    field: 'sku_size',
    anyOf: [
      { kind: 'value' as const, value },
      { kind: 'value' as const, value: 'L' },
    ],
  }));
  const test = compileVariantTest(filters, fields);
  const looks = look.mock.calls.length;
  const variants = ['S', 'M', 'L'].map((size) => ({ id: size, attributes: { size } }));
  expect(sortLeaderFirst(variants, test).map(({ id }) => id)).toEqual(['L', 'S', 'M']);
  expect(look).toHaveBeenCalledTimes(looks);
});
