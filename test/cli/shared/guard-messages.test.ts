import { describe, expect, test } from 'vitest';
import { describeGuard } from '../../../src/cli/shared/guard-messages.ts';
import { withRefusalMessages } from '../../../src/cli/shared/guard-refusal.ts';
import { GuardRefusal } from '../../../src/client/delivery/push/guard-refusal.ts';
import type { GuardEvidence, GuardVerdict } from '../../../src/client/delivery/push/guards.ts';
import type { FigureVerdict } from '../../../src/client/profile/judge-feed.ts';

const [passed, refused, unknown] = ['passed', 'refused', 'unknown'] as const;

const emptied: FigureVerdict = {
  code: 'field.lost',
  name: 'title: filled',
  scale: 'share',
  value: 0.5,
  usual: 0.98,
  low: 0.97,
  isUnusual: true,
};

describe('what a guard says', () => {
  test.each<[GuardVerdict['verdict'], GuardEvidence, string]>([
    [
      unknown,
      { kind: 'nothing-to-compare' },
      "not checked: brctl does not know the service's current catalog",
    ],
    [passed, { kind: 'products', products: 1 }, 'the catalog has 1 product'],
    [
      refused,
      { kind: 'empty', missing: 'remove' },
      'the catalog has no products; the service refuses an empty full load',
    ],
    [
      refused,
      { kind: 'empty', before: 9, missing: 'remove' },
      'the catalog has no products; all 9 would be removed',
    ],
    [
      refused,
      { kind: 'empty', before: 9, missing: 'unavailable' },
      'the catalog has no products; all 9 would become unavailable (--missing remove removes them)',
    ],
    [
      refused,
      { kind: 'empty', before: 9, missing: 'ignore' },
      'the catalog has no products; a delta would change nothing',
    ],
    [passed, { kind: 'size', before: 1000, after: 990 }, '990 products after 1,000'],
    [
      refused,
      { kind: 'size', before: 1000, after: 605 },
      'the catalog shrank from 1,000 to 605 products; 60.5 % of the last push. Below 80 %, the feed is usually incomplete',
    ],
    [
      passed,
      { kind: 'removals', removed: 2, before: 100, most: 5 },
      '2 of 100 products missing (2 %); limit 5',
    ],
    [
      refused,
      { kind: 'removals', removed: 6, before: 100, most: 5 },
      '6 of 100 products missing (6 %); limit 5. Above 5 %, the feed is usually incomplete or its ids changed',
    ],
    [
      passed,
      { kind: 'unavailable', unavailable: 1, before: 100, usual: 20 },
      '1 of 100 products become unavailable (1 %); limit 20',
    ],
    [
      refused,
      { kind: 'unavailable', unavailable: 21, before: 100, usual: 20 },
      '21 of 100 products become unavailable (21 %); above 20 % the stock in the feed is usually wrong',
    ],
    [
      passed,
      { kind: 'price-leaps', leaps: 0, before: 100, usual: 20 },
      'not more than 20 of 100 products changed price by a factor of five or more',
    ],
    [
      refused,
      { kind: 'price-leaps', leaps: 30, before: 100, usual: 20 },
      '30 of 100 products changed price by a factor of five or more (30 %); above 20 %, the feed usually has another currency or a misplaced decimal separator',
    ],
    [unknown, { kind: 'nothing-learned' }, 'not checked: the products of this load were not profiled'],
    [unknown, { kind: 'too-few-feeds', feeds: 2 }, '2 accepted feeds on record; the baseline needs 8'],
    [
      passed,
      { kind: 'as-usual', figures: 31, feeds: 7 },
      '31 figures within the range of the last 7 accepted feeds',
    ],
    [
      passed,
      { kind: 'rehearsal', queries: 12, moved: 3, failures: [] },
      'none of 12 queries failed; 3 moved',
    ],
    [
      refused,
      {
        kind: 'rehearsal',
        queries: 12,
        moved: 3,
        failures: ['lamp: gone', 'sofa: gone', 'bed: gone', 'rug: gone'],
      },
      '4 of 12 queries failed; lamp: gone; sofa: gone; bed: gone',
    ],
  ])('%s, of %j', (verdict, found, text) => {
    expect(describeGuard({ code: 'guard.any', verdict, found })).toBe(text);
  });

  test('of a figure: what it means, then the first three', () => {
    const found = { kind: 'unusual', figures: [emptied, emptied, emptied, emptied, emptied] } as const;
    expect(describeGuard({ code: 'field.lost', verdict: refused, found })).toBe(
      `a field is empty in more products than usual; ${'title: filled: 50 %, usually 98 % (97 % or more); '.repeat(3)}and 2 more`,
    );
  });
});

test('one command lets everything pass that was refused', async () => {
  const refusals: GuardVerdict[] = [
    {
      code: 'guard.shrink',
      verdict: refused,
      found: { kind: 'size', before: 100, after: 60 },
      pass: ['--accept', 'guard.shrink', '--because', 'why it is right'],
      data: { products_before: 100, products_after: 60 },
    },
    {
      code: 'guard.removals',
      verdict: refused,
      found: { kind: 'removals', removed: 70, before: 100, most: 5 },
      pass: ['--accept', 'guard.removals=70', '--because', 'why it is right'],
      examples: ['p1', 'p2'],
      lines: [7, 1200],
    },
    {
      code: 'guard.unavailable',
      verdict: refused,
      found: { kind: 'unavailable', unavailable: 30, before: 100, usual: 20 },
      pass: ['--accept', 'guard.unavailable=30', '--because', 'why it is right'],
    },
  ];
  const again = (...more: string[]) => `push ${more.join(' ')}`;
  const push = withRefusalMessages(() => Promise.reject(new GuardRefusal(refusals)), again);
  await expect(push).rejects.toMatchObject({
    kind: 'guard',
    code: 'guard.shrink',
    message:
      'the catalog shrank from 100 to 60 products; 70 of 100 products missing (70 %); 30 of 100 products become unavailable (30 %)',
    details: {
      hint: 'check the feed; to push it anyway, push --accept guard.shrink --accept guard.removals=70 --accept guard.unavailable=30 --because why it is right',
      why: '60 % of the last push. Below 80 %, the feed is usually incomplete; for example p1 (line 7), p2 (line 1,200)',
      data: {
        products_before: 100,
        products_after: 60,
        guards: ['guard.shrink', 'guard.removals', 'guard.unavailable'],
      },
    },
  });
});
