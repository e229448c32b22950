import { describe, expect, it } from 'vitest';
import type { OperationText } from '../../../src/catalog/delta/split.ts';
import { groupByProduct } from '../../../src/client/delivery/gather-products.ts';

function operations(products: string): OperationText[] {
  return [...products].map((product, at) => ({
    product,
    text: Buffer.from(`${product}${at}`),
    line: at + 1,
  }));
}

describe('groupByProduct', () => {
  it('brings scattered operations together, in the order of first naming', async () => {
    const texts: string[] = [];
    for await (const { text } of groupByProduct(operations('abacb')))
      texts.push(Buffer.from(text).toString());
    expect(texts).toEqual(['a0', 'a2', 'b1', 'b4', 'c3']);
  });

  it('refuses what it cannot hold', async () => {
    const reading = async () => {
      for await (const _ of groupByProduct(operations('abc'), 5));
    };
    await expect(reading()).rejects.toMatchObject({ kind: 'input', code: 'split.too_large' });
  });
});
