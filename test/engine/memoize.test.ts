import { expect, test } from 'vitest';
import { memoizeAsync, OncePerKey } from '../../src/engine/memoize.ts';

/** Fails the first time, and counts how often it was asked. */
function failingOnce() {
  let asked = 0;
  const make = async () => {
    asked++;
    if (asked === 1) throw new Error('a hiccup');
    return asked;
  };
  return { make, asked: () => asked };
}

test('a value is made once, also for callers that ask at the same time', async () => {
  let made = 0;
  const value = memoizeAsync(async () => ++made);
  expect(await Promise.all([value(), value()])).toEqual([1, 1]);
  expect(await value()).toBe(1);
});

test('a failure is told to all who wait for it, and forgotten', async () => {
  const { make, asked } = failingOnce();
  const value = memoizeAsync(make);
  const both = await Promise.allSettled([value(), value()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked()).toBe(1);
  expect(await value()).toBe(2);
  expect(await value()).toBe(2);
});

test('what is thrown at once is forgotten, too', async () => {
  let asked = 0;
  const value = memoizeAsync((): Promise<number> => {
    if (++asked === 1) throw new Error('at once');
    return Promise.resolve(asked);
  });
  await expect(value()).rejects.toThrow('at once');
  expect(await value()).toBe(2);
});

test('values by key are made once each; failures are forgotten', async () => {
  const { make } = failingOnce();
  const values = new OncePerKey<number>(10);
  await expect(values.get('a', make)).rejects.toThrow('a hiccup');
  expect(await values.get('a', make)).toBe(2);
  expect(await values.get('b', async () => 7)).toBe(7);
  expect(await values.get('a', make)).toBe(2);
});

test('of many keys those asked for last are kept', async () => {
  const values = new OncePerKey<number>(10);
  for (let key = 0; key < 1_000; key++) await values.get(String(key), async () => key);
  expect(values.size).toBe(10);
  let made = 0;
  await values.get('999', async () => ++made);
  await values.get('0', async () => ++made);
  expect(made).toBe(1);
});

test('values are kept as long as there is room for them, the last one always', async () => {
  const values = new OncePerKey<string>(100, { bytes: 1_000, bytesOf: ({ length }) => length });
  for (let key = 0; key < 50; key++) await values.get(String(key), async () => 'x'.repeat(100));
  expect(values.size).toBe(10);
  await values.get('large', async () => 'x'.repeat(5_000));
  expect(values.size).toBe(1);
  await values.get('small', async () => 'x');
  expect(values.size).toBe(1);
});
