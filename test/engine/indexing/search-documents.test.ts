import { expect, test } from 'vitest';
import { RecordSurvey } from '../../../src/engine/indexing/record-survey.ts';
import { type SearchDocument, SearchDocuments } from '../../../src/engine/indexing/search-documents.ts';

function documentsOf(record: string): SearchDocument[] {
  const survey = new RecordSurvey([]);
  survey.add(record);
  return new SearchDocuments(survey.fields, survey.means).of({ docid: 7, id: 'A', json: record });
}

test('a record has a document for its base and one for each view', () => {
  const record = JSON.stringify({
    attributes: { title: 'Oak lamps', brand: 'Elm', price: 12.5, tags: ['a', 'b', 'a'] },
    variants: { V1: { attributes: { size: 'XL' } } },
    views: { nl: { attributes: { title: 'Eiken lamp' } } },
  });
  const [base, view, ...others] = documentsOf(record);
  expect(others).toEqual([]);
  expect(base).toMatchObject({ id: 'A', docid: 7, view: '', views: ['nl'], available: true, record });
  expect(base).toMatchObject({ title: 'oak lamp', terms: ['oak', 'lamps', 'elm', 'a', 'b'] });
  expect(base).toMatchObject({ s: { brand: 'Elm', tags: ['a', 'b'] }, n: { price: 12.5 } });
  expect(base?.w.split(' ').every((weighed) => /^[^|]+\|[1-9]\d*$/.test(weighed))).toBe(true);
  expect(base?.variants).toEqual([{ skuid: 'V1', s: { size: 'XL' }, n: {} }]);
  expect(view).toMatchObject({ id: 'A', docid: 7, view: 'nl', title: 'eiken lamp' });
  expect(view?.record).toBeUndefined();
});

test('any name is a field, as JSON, too', () => {
  const [base] = documentsOf('{"attributes":{"title":"Lamp","__proto__":"x","a.b":"y"}}');
  expect(
    JSON.parse(JSON.stringify(base?.s), (key, value) => (key === '__proto__' ? undefined : value)),
  ).toMatchObject({
    'a.b': 'y',
  });
  expect(JSON.stringify(base?.s)).toContain('"__proto__":"x"');
});
