import { describe, expect, test } from 'vitest';
import type { Changes } from '../../../../src/client/delivery/push/changes.ts';
import { refuseByGuards } from '../../../../src/client/delivery/push/guard-refusal.ts';
import { type GuardedLoad, judgeLoad } from '../../../../src/client/delivery/push/guards.ts';

const STRICT = { allowShrink: false, allowRemovals: undefined, allowPriceChanges: false };

function changes(before: number, figures: Partial<Changes>): Changes {
  return {
    before,
    after: before,
    added: 0,
    changed: 0,
    removed: 0,
    unchanged: 0,
    newlyUnavailable: 0,
    newlyAvailable: 0,
    priceLeaps: 0,
    attributes: [],
    examples: {
      added: [],
      changed: [],
      removed: ['p1'],
      newlyUnavailable: ['p2'],
      newlyAvailable: [],
      priceLeaps: ['p3'],
    },
    ...figures,
  };
}

function verdictsOf(load: Partial<GuardedLoad>, options: Parameters<typeof judgeLoad>[1] = STRICT) {
  const all = judgeLoad({ mode: 'full', after: 100, missing: 'unavailable', ...load }, options);
  return Object.fromEntries(all.map(({ code, verdict }) => [code.replace('guard.', ''), verdict]));
}

describe('the guard of full loads', () => {
  test.each([
    [undefined, 10, 'unknown'],
    [100, 80, 'passed'],
    [100, 500, 'passed'],
    [100, 79, 'refused'],
  ])('of %s products that become %d: %s', (before, after, verdict) => {
    expect(verdictsOf({ before, after }).shrink).toBe(verdict);
  });

  test('lets a shrink pass when told to, and with it as many removals', () => {
    const load = { before: 100, after: 60, changes: changes(100, { after: 60, removed: 40 }) };
    expect(verdictsOf(load, { ...STRICT, allowShrink: true })).toMatchObject({
      shrink: 'allowed',
      removals: 'allowed',
    });
    const renamed = { ...load, changes: changes(100, { after: 60, removed: 100, added: 60 }) };
    expect(verdictsOf(renamed, { ...STRICT, allowShrink: true }).removals).toBe('refused');
  });
});

describe('the guard of empty catalogs', () => {
  test.each([
    ['full', undefined, STRICT, 'refused'],
    ['full', 100, { ...STRICT, allowShrink: true, allowRemovals: { share: 1 } }, 'refused'],
    ['delta', 100, STRICT, 'refused'],
    ['delta', 100, { ...STRICT, allowRemovals: { share: 1 } }, 'allowed'],
  ] as const)('as a %s load after %s, with %j: %s', (mode, before, options, verdict) => {
    expect(verdictsOf({ mode, before, after: 0 }, options).empty).toBe(verdict);
  });
});

describe.each(['delta', 'full'] as const)('the guards of products, in a %s load', (mode) => {
  test.each([
    [100, 5, undefined, 'passed'],
    [100, 6, undefined, 'refused'],
    [100, 6, { products: 6 }, 'allowed'],
    [100, 7, { products: 6 }, 'refused'],
    [100, 1, { products: 0 }, 'refused'],
    [100, 10, { share: 0.1 }, 'allowed'],
    [100, 11, { share: 0.1 }, 'refused'],
    [10, 1, undefined, 'refused'],
    [10, 0, undefined, 'passed'],
  ])('of %d products %d may vanish, allowed %j: %s', (before, removed, allowRemovals, verdict) => {
    const load = { mode, before, changes: changes(before, { removed }) };
    expect(verdictsOf(load, { ...STRICT, allowRemovals }).removals).toBe(verdict);
  });

  test.each([
    [100, 20, undefined, 'passed'],
    [100, 21, undefined, 'refused'],
    [100, 21, { products: 21 }, 'allowed'],
    [100, 100, { products: 21 }, 'refused'],
  ])('of %d products %d may become unavailable, allowed %j: %s', (before, gone, allowRemovals, verdict) => {
    const load = { mode, before, changes: changes(before, { newlyUnavailable: gone }) };
    expect(verdictsOf(load, { ...STRICT, allowRemovals }).unavailable).toBe(verdict);
  });

  test.each([
    [100, 20, false, 'passed'],
    [100, 21, false, 'refused'],
    [100, 21, true, 'allowed'],
  ])(
    'of %d products %d may have a price far from the former one, allowed %j: %s',
    (before, priceLeaps, allowPriceChanges, verdict) => {
      const load = { mode, before, changes: changes(before, { priceLeaps }) };
      expect(verdictsOf(load, { ...STRICT, allowPriceChanges }).prices).toBe(verdict);
    },
  );
});

test('a load that is refused is refused with every guard that does', () => {
  const verdicts = judgeLoad(
    {
      mode: 'full',
      before: 100,
      after: 60,
      missing: 'unavailable',
      changes: changes(100, { after: 60, removed: 70 }),
    },
    STRICT,
  );
  expect(() => refuseByGuards(verdicts)).toThrow(
    expect.objectContaining({
      code: 'guard.shrink',
      refusals: [
        expect.objectContaining({
          code: 'guard.shrink',
          found: { kind: 'size', before: 100, after: 60 },
          pass: ['--accept', 'guard.shrink', '--because', 'why it is right'],
        }),
        expect.objectContaining({
          code: 'guard.removals',
          found: { kind: 'removals', removed: 70, before: 100, most: 5 },
          examples: ['p1'],
          pass: ['--accept', 'guard.removals=70', '--because', 'why it is right'],
        }),
      ],
    }),
  );
});

describe('the guard of incomplete products', () => {
  const learned = (fill: Record<string, number>, priced?: number) =>
    ({
      profile: {
        priced,
        fields: Object.fromEntries(Object.entries(fill).map(([name, share]) => [name, { fill: share }])),
      },
      feeds: 0,
      known: 1,
      figures: 0,
      findings: [],
    }) as unknown as NonNullable<GuardedLoad['learned']>;

  test.each([
    [{ title: 0.95, url: 1 }, undefined],
    [{ title: 0.94, url: 1 }, 'refused'],
    [{ title: 1, url: 0.5 }, 'refused'],
    [{ title: 1 }, 'refused'],
  ])('of products with %j: %s', (fill, verdict) => {
    expect(verdictsOf({ family: 'products', learned: learned(fill) }).incomplete).toBe(verdict);
  });

  test('counts what has a price in none of its parts', () => {
    const verdictOf = (priced?: number) =>
      verdictsOf({ family: 'products', learned: learned({ title: 1, url: 1 }, priced) }).incomplete;
    expect([0.95, 0.94, undefined].map(verdictOf)).toEqual([undefined, 'refused', undefined]);
  });

  test('lets them pass where that is accepted, and says nothing of items', () => {
    const accepted = { codes: ['guard.incomplete'], because: 'urls come later', learn: false };
    const load = { learned: learned({ title: 1 }) };
    expect(verdictsOf({ ...load, family: 'products' }, { ...STRICT, accepted }).incomplete).toBe('allowed');
    expect(verdictsOf({ ...load, family: 'items' }).incomplete).toBeUndefined();
  });

  test('does not take a field for empty that a wide feed has no place for in its profile', () => {
    const wide = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`field_${at}`, 1]));
    expect(verdictsOf({ family: 'products', learned: learned(wide) }).incomplete).toBeUndefined();
  });
});
