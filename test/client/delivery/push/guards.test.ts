import { describe, expect, test } from 'vitest';
import type { Changes } from '../../../../src/client/delivery/push/changes.ts';
import { type GuardVerdict, refuseByGuards } from '../../../../src/client/delivery/push/guard-verdict.ts';
import { type GuardedLoad, judgeLoad } from '../../../../src/client/delivery/push/guards.ts';
import { judgeLearned } from '../../../../src/client/delivery/push/learned-guard.ts';
import type { FeedAssessment } from '../../../../src/client/profile/judge-feed.ts';

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
  expect(verdicts.find(({ code }) => code === 'guard.removals')).toMatchObject({
    pass: ['--accept', 'guard.removals=70', '--because', 'why it is right'],
    examples: ['p1'],
  });
  const again = (...more: string[]) => `push ${more.join(' ')}`;
  expect(() => refuseByGuards(verdicts, again)).toThrow(
    expect.objectContaining({
      kind: 'guard',
      code: 'guard.shrink',
      message: 'the catalog shrank from 100 to 60 products; 70 of 100 products missing (70 %)',
      details: expect.objectContaining({
        hint: 'check the feed; to push it anyway, push --accept guard.shrink --accept guard.removals=70 --because why it is right',
        why: '60 % of what the service has. Below 80 %, the feed is usually incomplete; for example p1',
        data: {
          products_before: 100,
          products_after: 60,
          guards: ['guard.shrink', 'guard.removals'],
        },
      }),
    }),
  );
});

test('the first guard that has examples names them with their lines', () => {
  const { verdict } = { verdict: 'refused' } as const;
  const refusals: GuardVerdict[] = [
    { code: 'guard.a', verdict, why: 'too many' },
    { code: 'guard.b', verdict, why: 'too few', examples: ['p1', 'p2'], lines: [7, 1200] },
  ];
  expect(() => refuseByGuards(refusals, () => '')).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({
        why: 'for example p1 (line 7), p2 (line 1,200)',
        hint: 'check the feed',
      }),
    }),
  );
});

describe('what a guard says', () => {
  const missing = 'unavailable';
  test.each<[string, Partial<GuardedLoad>, string]>([
    ['shrink', { after: 1 }, "not checked: brctl does not know the service's current catalog"],
    ['empty', { after: 1 }, 'the catalog has 1 product'],
    ['empty', { after: 0 }, 'the catalog has no products; the service refuses an empty full load'],
    [
      'empty',
      { before: 9, after: 0, missing: 'remove' },
      'the catalog has no products; all 9 would be removed',
    ],
    [
      'empty',
      { before: 9, after: 0, missing },
      'the catalog has no products; all 9 would become unavailable (--missing remove removes them)',
    ],
    [
      'empty',
      { before: 9, after: 0, missing: 'ignore' },
      'the catalog has no products; a delta would change nothing',
    ],
    ['shrink', { before: 1000, after: 990 }, '990 products after 1,000'],
    [
      'shrink',
      { before: 1000, after: 605 },
      'the catalog shrank from 1,000 to 605 products; 60.5 % of what the service has. Below 80 %, the feed is usually incomplete',
    ],
    ['removals', { changes: changes(100, { removed: 2 }) }, '2 of 100 products missing (2 %); limit 5'],
    [
      'removals',
      { changes: changes(100, { removed: 6 }) },
      '6 of 100 products missing (6 %); limit 5. Above 5 %, the feed is usually incomplete or its ids changed',
    ],
    [
      'unavailable',
      { changes: changes(100, { newlyUnavailable: 1 }) },
      '1 of 100 products become unavailable (1 %); limit 20',
    ],
    [
      'unavailable',
      { changes: changes(100, { newlyUnavailable: 21 }) },
      '21 of 100 products become unavailable (21 %); above 20 % the stock in the feed is usually wrong',
    ],
    [
      'prices',
      { changes: changes(100, {}) },
      'not more than 20 of 100 products changed price by a factor of five or more',
    ],
    [
      'prices',
      { changes: changes(100, { priceLeaps: 30 }) },
      '30 of 100 products changed price by a factor of five or more (30 %); above 20 %, the feed usually has another currency or a misplaced decimal separator',
    ],
    ['learned', {}, 'not checked: the products of this load were not profiled'],
  ])('%s, of %j', (code, load, text) => {
    const all = judgeLoad({ mode: 'full', after: 100, missing, ...load }, STRICT);
    expect(all.find((one) => one.code === `guard.${code}`)?.why).toBe(text);
  });

  test.each([
    [{ feeds: 0, known: 2, figures: 0 }, '2 accepted feeds on record; the baseline needs 8'],
    [{ feeds: 7, known: 8, figures: 31 }, '31 figures within the range of the last 7 accepted feeds'],
  ])('of feeds that are known, %j', (known, why) => {
    const learned = { ...known, findings: [], profile: {} } as unknown as FeedAssessment;
    expect(judgeLearned(learned, undefined)).toMatchObject([{ code: 'guard.learned', why }]);
  });

  test('of a figure: what it means, then the first three', () => {
    const code = 'field.lost';
    const scale = 'share';
    const figure = { code, name: 'title: filled', scale, value: 0.5, usual: 0.98, low: 0.97 } as const;
    const unusual = Array.from({ length: 5 }, () => ({ ...figure, isUnusual: true }));
    const findings = [{ code, unusual, examples: [] }];
    const learned = { feeds: 7, known: 8, figures: 31, findings } as unknown as FeedAssessment;
    expect(judgeLearned(learned, undefined)).toMatchObject([
      {
        code,
        verdict: 'refused',
        why: `a field is empty in more products than usual; ${'title: filled: 50 %, usually 98 % (97 % or more); '.repeat(3)}and 2 more`,
      },
    ]);
  });
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

  test('judges the number of incomplete products, not the attribute that most of them lack', () => {
    const { profile, ...rest } = learned({ title: 0.96, url: 0.96 }, 0.96);
    const reasonOf = (incomplete?: number) => {
      const counted = { ...rest, profile: { ...profile, incomplete } } as typeof rest & {
        profile: typeof profile;
      };
      const load: GuardedLoad = {
        mode: 'full',
        missing: 'unavailable',
        family: 'products',
        after: 200,
        learned: counted,
      };
      return judgeLoad(load, STRICT).find(({ code }) => code === 'guard.incomplete')?.why;
    };
    const limit = 'the index run leaves them out; limit 5 %';
    expect(reasonOf(0.12)).toBe(`24 of 200 products have no title, price or url (12 %); ${limit}`);
    expect([0.04, undefined].map(reasonOf)).toEqual([undefined, undefined]);
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
