import { describe, expect, it } from 'vitest';
import { FirstLineById } from '../../../src/catalog/ids/id-lines.ts';

describe('FirstLineById', () => {
  it('knows the line on which each of many ids came first', () => {
    const ids = new FirstLineById();
    const idOf = (at: number) => `${at % 2 === 0 ? 'é' : 'product-with-a-long-name'}/${at}`;
    let known = 0;
    for (let at = 0; at < 100_000; at++) if (ids.add('products', idOf(at), at + 1) !== undefined) known++;
    expect(known).toBe(0);
    for (let at = 0; at < 100_000; at += 997) expect(ids.add('products', idOf(at), 1)).toBe(at + 1);
  });

  it('tells families and ids apart that look alike', () => {
    const ids = new FirstLineById();
    ids.add('products', 'a', 1);
    expect(ids.has('products', 'a')).toBe(true);
    for (const [family, id] of [
      ['items', 'a'],
      ['products', 'A'],
      ['products', ''],
      ['products', 'aa'],
    ] as const) {
      expect(ids.has(family, id)).toBe(false);
    }
  });
});
