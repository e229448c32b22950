import { describe, expect, it } from 'vitest';
import { NumberList } from '../../../../src/catalog/delta/bytes/number-list.ts';

describe('a list of numbers in blocks', () => {
  it.each([0, 1, 4095, 4096, 4097, 10_000])('gives %i numbers back', (count) => {
    const numbers = Array.from({ length: count }, (_, index) => index * 2 ** 40 + 0.5);
    const list = new NumberList();
    for (const number of numbers) list.push(number);
    expect(list.length).toBe(count);
    expect(numbers.map((_, index) => list.at(index))).toEqual(numbers);
    expect([...list.toArray()]).toEqual(numbers);
  });

  it.each([0, 1, 4095, 4096, 10_000])('takes %i at once, behind others and before others', (count) => {
    const numbers = Float64Array.from({ length: count }, (_, index) => index * 3);
    const list = new NumberList();
    list.push(-1);
    list.append(numbers);
    list.push(-2);
    list.append(numbers);
    expect(list.length).toBe(2 * count + 2);
    expect([...list.toArray()]).toEqual([-1, ...numbers, -2, ...numbers]);
  });
});
