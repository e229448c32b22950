import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallRecord } from './arbitrary-record.ts';
import { canonical, naiveApply, parseCatalog } from './naive-apply.ts';
import { line, runDiff } from './run-diff.ts';
import { countCandidates, smallestDelta } from './smallest-delta.ts';

const MAX_CANDIDATES = 11;

describe('the delta of one record', () => {
  it.each(['products', 'items'])(
    'is the smallest of all that exist, in bytes and then operations (%s)',
    async (family) => {
      const pair = fc
        .tuple(smallRecord(2), smallRecord(2))
        .filter(([before, after]) => countCandidates(before, after, family) <= MAX_CANDIDATES);
      await fc.assert(
        fc.asyncProperty(pair, async ([before, after]) => {
          const { lines, summary } = await runDiff(line('x', before, family), line('x', after, family));
          const best = smallestDelta('x', before, after, family);
          expect({ bytes: summary.bytes, operations: lines.length }).toEqual(best);
        }),
        { numRuns: 150 },
      );
    },
  );

  it('turns the old record into the new one', async () => {
    await fc.assert(
      fc.asyncProperty(smallRecord(4), smallRecord(4), async (before, after) => {
        const { lines } = await runDiff(line('x', before), line('x', after));
        const result = naiveApply(
          parseCatalog(line('x', before)),
          lines.map((each) => JSON.parse(each)),
        );
        expect(canonical(result.get('x') ?? null)).toBe(canonical(after));
      }),
      { numRuns: 300 },
    );
  });
});
