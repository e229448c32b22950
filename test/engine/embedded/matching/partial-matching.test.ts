import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchAtLeast } from '../../../../src/engine/embedded/matching/partial-matching.ts';
import type { Postings } from '../../../../src/engine/embedded/postings/posting-list.ts';
import { QueryArena } from '../../../../src/engine/embedded/snapshot/scratch.ts';
import type { Snapshot } from '../../../../src/engine/embedded/snapshot/snapshot.ts';
import { RULES } from '../../../../src/engine/ranking/rules.ts';
import { computeTermWeight } from '../../../../src/engine/ranking/word-weights.ts';
import type { QueryTerm } from '../../../../src/engine/text/synonyms.ts';

const DOCUMENTS = 200;
const TITLE = 1;

/** As much of a version as matching needs: every text has the mean length. */
function versionOf(scratch: QueryArena): Snapshot {
  const norms = new Float32Array(DOCUMENTS).fill(1);
  const lengthNorms = { title: norms, rest: norms, weights: new Float64Array(64) };
  const derive = (key: string, make: () => unknown) => (key === 'lengthNorms' ? lengthNorms : make());
  const keepCounts = (ids: Uint32Array) => ids;
  return { scratch, ordinals: DOCUMENTS, liveCount: DOCUMENTS, derive, keepCounts } as unknown as Snapshot;
}

function postingsOf(documents: readonly number[]): Postings {
  const ids = Uint32Array.from(documents).sort();
  return { count: ids.length, ids, fields: new Uint8Array(ids.length).fill(TITLE) };
}

const documents = fc.uniqueArray(fc.integer({ min: 0, max: DOCUMENTS - 1 }), { maxLength: 90, size: 'max' });
const few = fc.uniqueArray(fc.integer({ min: 0, max: DOCUMENTS - 1 }), { maxLength: 2 });
const lists = fc.array(fc.oneof(documents, few), { minLength: 1, maxLength: 4 });

function some(version: Snapshot, lists: readonly Postings[], mask: Uint8Array, needsFirst = 0) {
  const terms = lists.map(({ count }, at) => ({
    term: { words: [`w${'x'.repeat(at)}`], alternatives: [] },
    holding: count,
  }));
  const postings = ({ words }: QueryTerm) => lists[(words[0]?.length ?? 1) - 1] as Postings;
  const needed = terms.slice(0, needsFirst).map(({ term }) => term);
  return matchAtLeast(version, { kind: 'some', terms, needed }, postings, mask);
}

describe('documents that hold some of the words', () => {
  // Memory that earlier queries have written to.
  const scratch = new QueryArena();
  const version = versionOf(scratch);

  it('are those that a look at every document finds, ascending, few or many of them', () => {
    fc.assert(
      fc.property(lists, documents, fc.nat(2), (chosen, hidden, needed) => {
        scratch.reset();
        const mask = new Uint8Array(DOCUMENTS).fill(1);
        for (const ordinal of hidden) mask[ordinal] = 0;
        const { ids, score } = some(version, chosen.map(postingsOf), mask, needed);
        const weights = chosen.map((own) => computeTermWeight(DOCUMENTS, own.length));
        const sum = (all: number[]) => all.reduce((total, weight) => total + weight, 0);
        const expected = [...mask.keys()].filter((ordinal) => {
          const held = weights.filter((_, at) => chosen[at]?.includes(ordinal));
          if (!chosen.slice(0, needed).every((own) => own.includes(ordinal))) return false;
          return (
            mask[ordinal] === 1 && held.length > 0 && sum(held) / sum(weights) > RULES.leastCoverage - 1e-5
          );
        });
        expect([...ids]).toEqual(expected);
        expect([...score(ids)].every((each) => each > 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('score the sum of what each word that they hold adds', () => {
    const [a, b] = [postingsOf([3, 5]), postingsOf([5, 9])];
    const all = new Uint8Array(DOCUMENTS).fill(1);
    const [one] = some(version, [a], all).score(Uint32Array.of(3));
    const both = some(version, [a, b], all);
    expect([...both.ids]).toEqual([3, 5, 9]);
    const [, sum] = both.score(both.ids);
    expect(sum).toBeCloseTo(2 * (one ?? 0), 4);
  });

  it('hold every one of the words that are needed', () => {
    const mask = new Uint8Array(DOCUMENTS).fill(1);
    mask[7] = 0;
    const lists = [postingsOf([5, 7, 8, 11]), postingsOf([5, 7, 9, 11]), postingsOf([3, 5, 9])];
    expect([...some(version, lists, mask, 1).ids]).toEqual([5, 8, 11]);
    expect([...some(version, lists, mask, 2).ids]).toEqual([5, 11]);
    expect([...some(version, lists, mask).ids]).toEqual([3, 5, 8, 9, 11]);
  });
});
