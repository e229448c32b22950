import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rankByTitles } from '../../../../src/engine/opensearch/answers/title-window.ts';
import { compileTitleQuery } from '../../../../src/engine/ranking/title-words.ts';

const titles = { size: 60, path: null, wanted: compileTitleQuery([], []) };
const hit = (id: string, score = 1) => ({ _score: score, sort: [score, id, 1] });

function ranked(hits: ReturnType<typeof hit>[]): string[] {
  return rankByTitles(titles, hits, [], 0, null).map(({ id }) => id);
}

it('documents of one score go by the UTF-8 bytes of their ids', () => {
  const unit = fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uffff', '😀', '𐀀');
  const id = fc.array(unit, { maxLength: 4 }).map((units) => units.join(''));
  const law = fc.property(id, id, (a, b) => {
    const order = [a, b].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    expect(ranked([hit(a), hit(b)])).toEqual(order);
  });
  fc.assert(law, { numRuns: 500 });
});

it('documents with more score go first', () => {
  expect(ranked([hit('a', 1), hit('b', 2)])).toEqual(['b', 'a']);
});
