import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepWarm } from '../../src/server/keep-warm.ts';
import type { CatalogSummary } from '../../src/server/service/registry/catalog-registry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const warmed: string[] = [];
  const state = { activeJobs: 0, publish: () => undefined as unknown };
  const end = keepWarm(
    {
      catalogs: () => [{ name: 'lamps' }, { name: 'chairs' }] as CatalogSummary[],
      activeJobs: () => state.activeJobs,
      onPublished: (listener) => {
        state.publish = () => listener('lamps');
      },
    },
    { warm: (name) => void warmed.push(name) },
  );
  return { state, warmed, end };
}

test('catalogs are made ready a moment after the start and after a publication', () => {
  const { state, warmed } = start();
  vi.advanceTimersByTime(299);
  expect(warmed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(warmed).toEqual(['lamps', 'chairs']);
  vi.advanceTimersByTime(60_000);
  state.publish();
  vi.advanceTimersByTime(300);
  expect(warmed).toEqual(['lamps', 'chairs', 'lamps', 'chairs']);
});

test('it waits for jobs at work, but not for those that never end', () => {
  const { state, warmed } = start();
  state.activeJobs = 1;
  vi.advanceTimersByTime(3_000);
  expect(warmed).toEqual([]);
  state.activeJobs = 0;
  vi.advanceTimersByTime(300);
  expect(warmed).toEqual(['lamps', 'chairs']);
  state.activeJobs = 1;
  state.publish();
  vi.advanceTimersByTime(6_000);
  expect(warmed).toHaveLength(2);
  vi.advanceTimersByTime(1_000);
  expect(warmed).toHaveLength(4);
});

test('nothing is made ready once it has ended', () => {
  const { warmed, end } = start();
  end();
  vi.advanceTimersByTime(60_000);
  expect(warmed).toEqual([]);
});
