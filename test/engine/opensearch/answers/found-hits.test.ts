import { expect, it } from 'vitest';
import {
  getDocid,
  toHitKey,
  toScoredDocument,
} from '../../../../src/engine/opensearch/answers/found-hits.ts';

it('a hit has the number of its record behind its id', () => {
  const base = { _score: 2.5, sort: [2.5, '17', 4] };
  const view = { ...base, fields: { view: ['nl'] } };
  expect(toScoredDocument(base)).toEqual({ id: '17', docid: 4, view: '', score: 2.5 });
  expect(toScoredDocument(view)).toEqual({ id: '17', docid: 4, view: 'nl', score: 2.5 });
  expect([base, view].map(getDocid)).toEqual([4, 4]);
  expect([base, view].map(toHitKey)).toEqual(['4 ', '4 nl']);
});
