import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentsHoldingAll, matchSome } from '../../../../src/engine/embedded/matching/partial-matching.ts';
import {
  bytesOfPostings,
  densePostings,
  type Postings,
} from '../../../../src/engine/embedded/postings/posting-list.ts';
import { Scratch } from '../../../../src/engine/embedded/snapshot/scratch.ts';
import type { Snapshot } from '../../../../src/engine/embedded/snapshot/snapshot.ts';

const DOCUMENTS = 200;
const TITLE = 1;

/** As much of a version as matching needs: every text has the mean length. */
function versionOf(scratch: Scratch): Snapshot {
  const norms = new Float32Array(DOCUMENTS).fill(1);
  const derive = () => ({ title: norms, rest: norms });
  return { scratch, ordinals: DOCUMENTS, liveCount: DOCUMENTS, derive } as unknown as Snapshot;
}

function postingsOf(documents: readonly number[], isDense: boolean): Postings {
  const ids = Uint32Array.from(documents).sort();
  const sparse = { count: ids.length, ids, fields: new Uint8Array(ids.length).fill(TITLE) };
  return isDense ? densePostings(bytesOfPostings(sparse, DOCUMENTS)) : sparse;
}

const documents = fc.uniqueArray(fc.integer({ min: 0, max: DOCUMENTS - 1 }), { maxLength: 90 });
const few = fc.uniqueArray(fc.integer({ min: 0, max: DOCUMENTS - 1 }), { maxLength: 2 });
const list = fc.tuple(fc.oneof(documents, few), fc.boolean());
const lists = fc.array(list, { minLength: 1, maxLength: 4 });

describe('documents that hold some of the words', () => {
  // Memory that earlier queries have written to.
  const scratch = new Scratch();
  const version = versionOf(scratch);

  it('are those that a look at every document finds, ascending, few or many of them', () => {
    fc.assert(
      fc.property(
        lists,
        documents,
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (chosen, hidden, fewest, orBest) => {
          scratch.reset();
          const mask = new Uint8Array(DOCUMENTS).fill(1);
          for (const ordinal of hidden) mask[ordinal] = 0;
          const { found, held } = matchSome(
            version,
            chosen.map(([ids, isDense]) => postingsOf(ids, isDense)),
            mask,
            { fewest, orBest, effects: chosen.map(() => 1), names: chosen.map(() => '') },
          );
          const counts = Array.from(mask, (shown, ordinal) =>
            shown === 0 ? 0 : chosen.filter(([ids]) => ids.includes(ordinal)).length,
          );
          const most = Math.max(...counts);
          const needed = orBest ? Math.min(fewest, most) : fewest;
          const expected = counts.flatMap((count, ordinal) =>
            count > 0 && count >= needed ? [ordinal] : [],
          );
          expect(held).toBe(most);
          expect([...found.ids]).toEqual(expected);
          const scores = found.score(found.ids);
          expect(scores).toHaveLength(expected.length);
          expect([...scores].every((score) => score > 0)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('score the sum of what each word that they hold adds', () => {
    const [a, b] = [postingsOf([3, 5], false), postingsOf([5, 9], true)];
    const some = (words: Postings[]) =>
      matchSome(version, words, new Uint8Array(DOCUMENTS).fill(1), {
        fewest: 1,
        orBest: false,
        effects: words.map(() => 1),
        names: words.map(() => ''),
      }).found;
    const [one] = some([a]).score(Uint32Array.of(3));
    const both = some([a, b]);
    expect([...both.ids]).toEqual([3, 5, 9]);
    const [, sum] = both.score(both.ids);
    expect(sum).toBeCloseTo(2 * (one ?? 0), 4);
  });

  it('hold every one of the lists where that is asked, and the mask where there is none', () => {
    const mask = new Uint8Array(DOCUMENTS).fill(1);
    mask[7] = 0;
    const held = documentsHoldingAll(
      version,
      [postingsOf([5, 7, 8], false), postingsOf([5, 7, 9], true)],
      mask,
    );
    expect([...held.entries()].flatMap(([ordinal, shown]) => (shown === 1 ? [ordinal] : []))).toEqual([5]);
    expect(documentsHoldingAll(version, [], mask)).toBe(mask);
  });
});
