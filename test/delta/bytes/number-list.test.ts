import { describe, expect, it } from 'vitest';
import { NumberList } from '../../../src/delta/bytes/number-list.ts';

describe('a list of numbers in blocks', () => {
  it.each([0, 1, 4095, 4096, 4097, 10_000])('gives %i numbers back', (count) => {
    const numbers = Array.from({ length: count }, (_, index) => index * 2 ** 40 + 0.5);
    const list = new NumberList();
    for (const number of numbers) list.push(number);
    expect(list.length).toBe(count);
    expect(numbers.map((_, index) => list.at(index))).toEqual(numbers);
    expect([...list.toArray()]).toEqual(numbers);
  });
});
