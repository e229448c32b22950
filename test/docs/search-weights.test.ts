import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FIELD_WEIGHTS } from '../../src/engine/ranking/word-weights.ts';

const PAGE = readFileSync(new URL('../../docs/reference/search-engine.md', import.meta.url), 'utf8');

it('the page on the search engine tells the weights of the fields', () => {
  const { other, ...named } = FIELD_WEIGHTS;
  const told = [
    ...PAGE.matchAll(/\b(title|brand|categories|keywords|other attributes|description) (\d+)[,.]/g),
  ];
  expect(Object.fromEntries(told.map(([, field, weight]) => [field, Number(weight)]))).toEqual({
    ...named,
    'other attributes': other,
  });
});
