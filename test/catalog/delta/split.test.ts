import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type OperationText,
  PART_FRAMES,
  type SplitLimits,
  splitOperations,
} from '../../../src/catalog/delta/split.ts';
import { groupByProduct } from '../../../src/client/delivery/gather-products.ts';

const LIMITS: SplitLimits = { maxOperations: 3, maxBytes: 1000, layout: 'jsonlines' };

function operations(products: string): OperationText[] {
  return [...products].map((product, at) => ({
    product,
    text: Buffer.from(`${product}${at}`),
    line: at + 1,
  }));
}

async function split(
  input: Iterable<OperationText> | AsyncIterable<OperationText>,
  limits: Partial<SplitLimits> = {},
) {
  const parts: string[][] = [];
  for await (const { part, operation } of splitOperations(input, { ...LIMITS, ...limits })) {
    parts[part - 1] ??= [];
    parts[part - 1]?.push(Buffer.from(operation.text).toString());
  }
  return parts;
}

const bodyOf = (texts: string[], layout: 'jsonlines' | 'json-patch') => {
  const { open, between, close } = PART_FRAMES[layout];
  return open + texts.join(between) + close;
};

describe('splitOperations', () => {
  it('fills parts in order and divides no product', async () => {
    expect(await split(operations('aabbcd'))).toEqual([['a0', 'a1'], ['b2', 'b3', 'c4'], ['d5']]);
    expect(await split(operations('abcdefg'), { maxOperations: 100 })).toHaveLength(1);
    expect(await split([])).toEqual([]);
  });

  it('counts the bytes of a body to the last one', async () => {
    for (const layout of ['jsonlines', 'json-patch'] as const) {
      const whole = bodyOf(['a0', 'b1', 'c2'], layout);
      const limits = { maxOperations: 9, layout };
      expect(await split(operations('abc'), { ...limits, maxBytes: whole.length })).toHaveLength(1);
      expect(await split(operations('abc'), { ...limits, maxBytes: whole.length - 1 })).toHaveLength(2);
    }
  });

  it('makes each JSON Patch part an array of its own', () => {
    expect(JSON.parse(bodyOf(['{"op":"remove"}', '{}'], 'json-patch'))).toEqual([{ op: 'remove' }, {}]);
  });

  it('refuses a product that alone is over a limit', async () => {
    await expect(split(operations('abbbb'))).rejects.toMatchObject({
      kind: 'input',
      code: 'split.product_too_large',
      details: { product: 'b', line: 2 },
    });
    await expect(split(operations('a'), { maxBytes: 2 })).rejects.toMatchObject({
      code: 'split.product_too_large',
    });
  });

  it('keeps every operation, once and in order, within every limit', async () => {
    const deltas = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.string({ maxLength: 9 })), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(
        deltas,
        fc.constantFrom('jsonlines' as const, 'json-patch' as const),
        async (rows, layout) => {
          const input = rows.map(([product, text]) => ({ product, text: Buffer.from(product + text) }));
          const gathered: OperationText[] = [];
          for await (const operation of groupByProduct(input)) gathered.push(operation);
          const texts = gathered.map(({ text }) => Buffer.from(text).toString());
          const limits = { maxOperations: 40, maxBytes: 600, layout };
          const parts = await split(gathered, limits);
          expect(parts.flat()).toEqual(texts);
          const products = parts.map((part) => new Set(part.map((text) => text[0])));
          for (const [at, one] of products.entries()) {
            for (const other of products.slice(at + 1))
              expect([...one].some((id) => other.has(id))).toBe(false);
            expect(Buffer.byteLength(bodyOf(parts[at] ?? [], layout))).toBeLessThanOrEqual(600);
          }
        },
      ),
    );
  });
});
