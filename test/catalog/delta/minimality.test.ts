import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallRecord } from './arbitrary-record.ts';
import { canonical, isObject, type Json, type JsonObject, naiveApply, parseCatalog } from './naive-apply.ts';
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

type Pair = readonly [before: JsonObject, after: JsonObject];

/** Pairs of records that are compared at once: a diff of its own for each would take most of the time. */
const pairs = (maxKeys: number, family: string) =>
  fc.array(
    fc
      .tuple(smallRecord(maxKeys), smallRecord(maxKeys))
      .filter(([before, after]) => countCandidates(before, after, family) <= MAX_CANDIDATES),
    { minLength: 1, maxLength: 16 },
  );

const idOf = (at: number) => String.fromCharCode(0x61 + at);

/** The operations of each pair, as the lines of the delta. */
async function deltasOf(
  pairs: readonly Pair[],
  lineOf: (id: string, record: JsonObject) => string,
): Promise<string[][]> {
  const [olds, news] = ([0, 1] as const).map((side) =>
    pairs.map((pair, at) => lineOf(idOf(at), pair[side])).join(''),
  ) as [string, string];
  const { lines } = await runDiff(olds, news);
  const deltas = pairs.map((_, at) =>
    lines.filter((each) => JSON.parse(each).path.split('/')[2] === idOf(at)),
  );
  expect(deltas.flat()).toEqual(lines);
  return deltas;
}

function figuresOf(delta: readonly string[]) {
  return { bytes: Buffer.byteLength(delta.join('\n')) + Number(delta.length > 0), operations: delta.length };
}

describe('the delta of a record', () => {
  it.each(['products', 'items'])(
    'is the smallest of all that exist, in bytes and then operations (%s)',
    async (family) => {
      await fc.assert(
        fc.asyncProperty(pairs(2, family), async (records) => {
          const deltas = await deltasOf(records, (id, record) => line(id, record, family));
          const best = records.map(([before, after], at) => smallestDelta(idOf(at), before, after, family));
          expect(deltas.map(figuresOf)).toEqual(best);
        }),
        { numRuns: 30 },
      );
    },
  );

  it('is the smallest where keys come twice', async () => {
    await fc.assert(
      fc.asyncProperty(pairs(2, 'products'), draws, async (records, draw) => {
        const deltas = await deltasOf(
          records,
          (id, record) => `{"op":"add","path":"/products/${id}","value":${spellTwice(record, draw)}}\n`,
        );
        const best = records.map(([before, after], at) => smallestDelta(idOf(at), before, after));
        expect(deltas.map(figuresOf)).toEqual(best);
      }),
      { numRuns: 50 },
    );
  });

  it('turns the old record into the new one', async () => {
    const many = fc.array(fc.tuple(smallRecord(4), smallRecord(4)), { minLength: 1, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(many, async (records) => {
        const deltas = await deltasOf(records, (id, record) => line(id, record));
        for (const [at, [before, after]] of records.entries()) {
          const operations = (deltas[at] ?? []).map((each) => JSON.parse(each));
          const result = naiveApply(parseCatalog(line(idOf(at), before)), operations);
          expect(canonical(result.get(idOf(at)) ?? null)).toBe(canonical(after));
        }
      }),
      { numRuns: 50 },
    );
  });
});
