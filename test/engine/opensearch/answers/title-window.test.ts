import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byScoreThenId } from '../../../../src/engine/opensearch/answers/title-window.ts';

const document = (id: string, score = 1) => ({ id, score, docid: 1, view: '' });

it('documents of one score go by the UTF-8 bytes of their ids', () => {
  const unit = fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uffff', '😀', '𐀀');
  const id = fc.array(unit, { maxLength: 4 }).map((units) => units.join(''));
  const law = fc.property(id, id, (a, b) => {
    const order = Buffer.compare(Buffer.from(a), Buffer.from(b));
    expect(Math.sign(byScoreThenId(document(a), document(b)))).toBe(order);
  });
  fc.assert(law, { numRuns: 500 });
});

it('documents with more score go first', () => {
  expect([document('a', 1), document('b', 2)].sort(byScoreThenId).map(({ id }) => id)).toEqual(['b', 'a']);
});
