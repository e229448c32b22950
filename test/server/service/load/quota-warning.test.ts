import { expect, test } from 'vitest';
import { createQuotaWarning } from '../../../../src/server/service/load/load-job-handler.ts';

/** The catalogs that are warned of, in the order of their loads. */
function warnedOf(
  loads: readonly (readonly [catalog: string, before: number, records: number])[],
): unknown[] {
  const warned: unknown[] = [];
  const warnOf = createQuotaWarning({
    warn: (_message, facts) => warned.push([facts?.catalog, facts?.records]),
  });
  for (const [catalog, before, records] of loads) warnOf(catalog, before, records);
  return warned;
}

test('a catalog within the quota is not warned of', () => {
  expect(warnedOf([['a', 0, 500_000]])).toEqual([]);
});

test('a catalog that stays over the quota is warned of once', () => {
  const loads = [
    ['a', 0, 500_001],
    ['a', 500_001, 500_002],
    ['a', 500_002, 500_003],
  ] as const;
  expect(warnedOf(loads)).toEqual([['a', 500_001]]);
});

test('a catalog that was over the quota before the start is warned of at its first load', () => {
  const loads = [
    ['a', 600_000, 600_001],
    ['a', 600_001, 600_002],
  ] as const;
  expect(warnedOf(loads)).toEqual([['a', 600_001]]);
});

test('each catalog is warned of, and again when it passes the quota anew', () => {
  const loads = [
    ['a', 0, 600_000],
    ['b', 0, 700_000],
    ['a', 600_000, 10],
    ['a', 10, 800_000],
    ['b', 700_000, 700_001],
  ] as const;
  expect(warnedOf(loads)).toEqual([
    ['a', 600_000],
    ['b', 700_000],
    ['a', 800_000],
  ]);
});
