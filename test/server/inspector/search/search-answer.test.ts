import { expect, test } from 'vitest';
import { readSearchAnswer } from '../../../../src/server/inspector/search/search-answer.ts';

test.each([
  ['the price of a product', { price: 9.5 }, '9.5', ''],
  ['a reduced one', { price: 9.5, sale_price: 8 }, '8', '9.5'],
  ['a sale price that reduces nothing', { price: 9.5, sale_price: 9.5 }, '9.5', ''],
  ['variants that cost the same', { price: 9.5, price_range: [9.5, 9.5] }, '9.5', ''],
  ['variants that cost more', { price: 9.5, price_range: [9.5, 12], sale_price: 9.5 }, '9.5 – 12', ''],
  [
    'reduced variants',
    { price: 9.5, price_range: [9.5, 12], sale_price: 8, sale_price_range: [8, 10] },
    '8 – 10',
    '9.5 – 12',
  ],
  ['variants that alone have prices', { sale_price_range: [8, 10] }, '8 – 10', ''],
  ['a product without any', {}, '', ''],
])('a hit shows %s', (_, doc, price, before) => {
  const { hits } = readSearchAnswer(JSON.stringify({ response: { numFound: 1, docs: [doc] } }));
  expect(hits).toMatchObject([{ price, before }]);
});
