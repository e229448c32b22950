import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULES } from '../../src/engine/ranking/rules.ts';

const PAGE = readFileSync(new URL('../../docs/reference/search-engine.md', import.meta.url), 'utf8');

it('the page on the search engine tells the weights of the fields', () => {
  const { title, brand, categories, keywords, description, other } = RULES;
  const told = [
    ...PAGE.matchAll(/\b(title|brand|categories|keywords|other attributes|description) (\d+(?:\.\d+)?)[,.]/g),
  ];
  expect(Object.fromEntries(told.map(([, field, weight]) => [field, Number(weight)]))).toEqual({
    title,
    brand,
    categories,
    keywords,
    description,
    'other attributes': other,
  });
});
