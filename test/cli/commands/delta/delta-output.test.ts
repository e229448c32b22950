import { describe, expect, test } from 'vitest';
import type { DiffSummary } from '../../../../src/catalog/delta/diff-options.ts';
import { type DeltaShape, describeAdvice } from '../../../../src/cli/commands/delta/delta-output.ts';

const SHAPE: DeltaShape = { layout: 'jsonlines', jobs: undefined, maxOps: undefined, missing: 'unavailable' };

function summary(changes: Partial<DiffSummary>): DiffSummary {
  return {
    family: 'products',
    oldProducts: 1000,
    newProducts: 1000,
    added: 0,
    removed: 0,
    changed: 0,
    unchanged: 1000,
    touched: 0,
    touchedShare: 0,
    operations: 100,
    bytes: 6200,
    newCatalogBytes: 1_500_000,
    warnings: 0,
    ...changes,
  };
}

describe('what to know before a delta is sent', () => {
  test.each([
    ['nothing of what the service recommends', {}, {}, []],
    ['nothing of no operations', { operations: 0, touchedShare: 1 }, {}, []],
    ['nothing of a fifth of the products', { touched: 200, touchedShare: 0.2, changed: 200 }, {}, []],
    [
      'a full load past that, with the figures of both ways',
      { touched: 201, touchedShare: 0.201, changed: 201 },
      {},
      [
        'consider a full load: 201 products (20.1 %) are touched',
        '  delta      100 operations, 6,200 bytes, 1 job',
        '  full load  1,000 products, 1,500,000 bytes, 1 job',
      ],
    ],
    [
      'what a full load does beside',
      { touched: 500, touchedShare: 0.5, changed: 499, removed: 1, newCatalogBytes: 2_000_000_000 },
      {},
      [
        'consider a full load: 500 products (50 %) are touched',
        '  delta      100 operations, 6,200 bytes, 1 job',
        '  full load  1,000 products, 2,000,000,000 bytes, 1 job over SFTP',
        '  a full load also removes products missing from the new catalog (1 product)',
      ],
    ],
    [
      'one product as one',
      {
        touched: 1,
        touchedShare: 1,
        added: 1,
        newProducts: 1,
        operations: 5,
        bytes: 300,
        newCatalogBytes: 290,
      },
      {},
      [
        'consider a full load: 1 product (100 %) is touched',
        '  delta      5 operations, 300 bytes, 1 job',
        '  full load  1 product, 290 bytes, 1 job',
      ],
    ],
    [
      'no full load of nothing',
      { touched: 1000, touchedShare: 1, removed: 1000, newProducts: 0, newCatalogBytes: 0 },
      {},
      ['the new catalog is empty: is it the right file?'],
    ],
    [
      'too few operations',
      { operations: 4 },
      {},
      ['the service recommends 5 to 1,000 operations a job; this delta has 4'],
    ],
    [
      'too many operations for what is recommended',
      { operations: 1001 },
      {},
      [
        'the service recommends 5 to 1,000 operations a job; this delta has 1,001; --split --max-ops 1000 makes them smaller',
      ],
    ],
    [
      'too many for a job',
      { operations: 10_001 },
      {},
      [
        'one job takes 10,000 operations: this delta needs 2 jobs (--split)',
        'the service recommends 5 to 1,000 operations a job; this delta has about 5,001; --split --max-ops 1000 makes them smaller',
      ],
    ],
    [
      'too many bytes for an array',
      { bytes: 5_000_001 },
      { layout: 'json-patch' },
      ['one job takes 5,000,000 bytes as json-patch: this delta needs 2 jobs (--split)'],
    ],
    ['nothing of as many bytes as lines', { bytes: 5_000_001 }, {}, []],
    [
      'that files stand alone',
      { operations: 1500 },
      { jobs: 3, maxOps: 500 },
      ['3 files, each a separate job. Each job is atomic; the set is not'],
    ],
  ] as const)('says %s', (_, figures, shape, expected) => {
    expect(describeAdvice(summary(figures), { ...SHAPE, ...shape })).toEqual(expected);
  });
});
