import { expect, test } from 'vitest';
import { decodeSearchAnswer } from '../../../src/client/api/search-answer.ts';

const answer = (body: object) => decodeSearchAnswer({ status: 200, headers: {}, text: JSON.stringify(body) });

test('groups are read under the name of whatever field they were made by', () => {
  const doclist = { numFound: 5, start: 0, docs: [{ pid: 'L-9' }] };
  const list = { matches: 7, groups: [{ groupValue: 'Oak', doclist }] };
  for (const field of ['collection', 'material']) {
    const { total, groups } = answer({ group_response: { [field]: list }, facet_counts: {} });
    expect(total).toBe(7);
    expect(groups).toEqual([{ value: 'Oak', total: 5, documents: [{ pid: 'L-9' }] }]);
  }
});

test('an answer without groups has the documents of its response', () => {
  const { total, groups, documents } = answer({
    response: { numFound: 3, start: 0, docs: [{ pid: 'L-9' }] },
  });
  expect({ total, groups, documents }).toEqual({ total: 3, groups: [], documents: [{ pid: 'L-9' }] });
});
