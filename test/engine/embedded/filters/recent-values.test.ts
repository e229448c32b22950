import { expect, it } from 'vitest';
import { RecentValues } from '../../../../src/engine/embedded/filters/recent-values.ts';

it('RecentValues makes a value once while it is among the last asked for', () => {
  const made: string[] = [];
  const recent = new RecentValues<string>(2);
  const ask = (key: string) =>
    recent.get(key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
