import { expect, it } from 'vitest';
import { docidOf, foundDocument, hitKey } from '../../../../src/engine/opensearch/answers/found-hits.ts';

it('a hit has the number of its record behind its id, or as a field', () => {
  const [numbered, plain] = [
    { _score: 2.5, sort: [2.5, '17', 4] },
    { _score: 2.5, sort: [2.5, '17'], fields: { docid: [4], view: ['nl'] } },
  ];
  expect(foundDocument(numbered)).toEqual({ id: '17', docid: 4, view: '', score: 2.5 });
  expect(foundDocument(plain)).toEqual({ id: '17', docid: 4, view: 'nl', score: 2.5 });
  expect([numbered, plain].map(docidOf)).toEqual([4, 4]);
  expect([numbered, plain].map(hitKey)).toEqual(['4 ', '4 nl']);
});
