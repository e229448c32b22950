import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallRecord } from './arbitrary-record.ts';
import { canonical, isObject, type Json, naiveApply, parseCatalog } from './naive-apply.ts';
import { draws } from './respell.ts';
import { line, runDiff } from './run-diff.ts';
import { countCandidates, smallestDelta } from './smallest-delta.ts';

const MAX_CANDIDATES = 11;

/** A JSON text of the value, in which some keys come more than once: the last one counts. */
function spellTwice(value: Json, draw: (most: number) => number): string {
  if (Array.isArray(value)) return `[${value.map((each) => spellTwice(each, draw)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => [JSON.stringify(key), spellTwice(inner, draw)]);
  const earlier = members
    .filter(() => draw(2) === 0)
    .map(([key]) => [key, draw(1) === 0 ? '{}' : JSON.stringify(Array(24).fill(1))]);
  return `{${[...earlier, ...members].map(([key, text]) => `${key}:${text}`).join(',')}}`;
}

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

  it('is the smallest where keys come twice', async () => {
    const pair = fc
      .tuple(smallRecord(2), smallRecord(2))
      .filter(([before, after]) => countCandidates(before, after) <= MAX_CANDIDATES);
    await fc.assert(
      fc.asyncProperty(pair, draws, async ([before, after], draw) => {
        const [oldLine, newLine] = [before, after].map(
          (record) => `{"op":"add","path":"/products/x","value":${spellTwice(record, draw)}}\n`,
        ) as [string, string];
        const { lines, summary } = await runDiff(oldLine, newLine);
        const best = smallestDelta('x', before, after);
        expect({ bytes: summary.bytes, operations: lines.length }).toEqual(best);
      }),
      { numRuns: 300 },
    );
  });

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
