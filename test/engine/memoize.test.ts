import { expect, test } from 'vitest';
import { memoizeAsync, OncePerKey } from '../../src/engine/memoize.ts';

/** Fails the first time, and counts how often it was called. */
function failingOnce() {
  let calls = 0;
  const make = async () => {
    calls++;
    if (calls === 1) throw new Error('a hiccup');
    return { calls };
  };
  return { make, calls: () => calls };
}

test('a value is made once, also for callers that ask at the same time', async () => {
  let calls = 0;
  const value = memoizeAsync(async () => ({ calls: ++calls }));
  expect(await Promise.all([value(), value()])).toEqual([{ calls: 1 }, { calls: 1 }]);
  expect(await value()).toEqual({ calls: 1 });
});

test('a failure is told to all who wait for it, and forgotten', async () => {
  const { make, calls } = failingOnce();
  const value = memoizeAsync(make);
  const both = await Promise.allSettled([value(), value()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(calls()).toBe(1);
  expect(await value()).toEqual({ calls: 2 });
  expect(await value()).toEqual({ calls: 2 });
});

test('an error that is thrown at once is forgotten, too', async () => {
  let calls = 0;
  const value = memoizeAsync((): Promise<object> => {
    if (++calls === 1) throw new Error('at once');
    return Promise.resolve({ calls });
  });
  await expect(value()).rejects.toThrow('at once');
  expect(await value()).toEqual({ calls: 2 });
});

interface Sized {
  bytes: number;
}

/** Which of some keys are made anew. */
async function listMissing(values: OncePerKey<Sized>, keys: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const key of keys)
    await values.get(key, async () => {
      missing.push(key);
      return { bytes: 100 };
    });
  return missing;
}

test('values by key are made once each; failures are forgotten', async () => {
  const values = new OncePerKey<Sized>(10);
  const failing = () => Promise.reject(new Error('a hiccup'));
  await expect(values.get('a', failing)).rejects.toThrow('a hiccup');
  expect(await listMissing(values, ['a', 'b', 'a', 'b'])).toEqual(['a', 'b']);
});

test('of many keys those asked for last are kept', async () => {
  const values = new OncePerKey<Sized>(10);
  const keys = Array.from({ length: 1_000 }, (_, key) => String(key));
  expect(await listMissing(values, keys)).toEqual(keys);
  expect(await listMissing(values, keys.slice(-10))).toEqual([]);
  expect(await listMissing(values, ['0', '999'])).toEqual(['0']);
});

test('values are kept as long as there is room for them', async () => {
  const values = new OncePerKey<Sized>(100, { bytes: 1_000, bytesOf: ({ bytes }) => bytes });
  const keys = Array.from({ length: 50 }, (_, key) => String(key));
  expect(await listMissing(values, keys)).toEqual(keys);
  expect(await listMissing(values, keys.slice(-9))).toEqual([]);
  expect(await listMissing(values, ['0'])).toEqual(['0']);
});
