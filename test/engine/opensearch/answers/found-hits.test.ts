import { expect, it } from 'vitest';
import {
  getDocid,
  toHitKey,
  toScoredDocument,
} from '../../../../src/engine/opensearch/answers/found-hits.ts';

it('a hit has the number of its record behind its id, or as a field', () => {
  const [numbered, plain] = [
    { _score: 2.5, sort: [2.5, '17', 4] },
    { _score: 2.5, sort: [2.5, '17'], fields: { docid: [4], view: ['nl'] } },
  ];
  expect(toScoredDocument(numbered)).toEqual({ id: '17', docid: 4, view: '', score: 2.5 });
  expect(toScoredDocument(plain)).toEqual({ id: '17', docid: 4, view: 'nl', score: 2.5 });
  expect([numbered, plain].map(getDocid)).toEqual([4, 4]);
  expect([numbered, plain].map(toHitKey)).toEqual(['4 ', '4 nl']);
});
