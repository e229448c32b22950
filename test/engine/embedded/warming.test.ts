import { expect, it } from 'vitest';
import { keyword } from './array-source.ts';
import { openCatalog } from './open-catalog.ts';

const PRODUCTS = Object.fromEntries(
  ['Oak lamp', 'Oak table', 'Lamp shade', 'Steel chair'].map((title, at) => [
    `p${at}`,
    { attributes: { title, brand: at % 2 === 0 ? 'Birch' : 'Elm', price: 10 * at } },
  ]),
);
const ASKED = [{}, { recall: keyword('lamp') }, { recall: keyword('oak lamp') }, { rows: 1, start: 1 }];

it('warming changes no answer, whether all its steps were taken, some or none', () => {
  const answersAfter = (steps: number) => {
    const { reader, search } = openCatalog(PRODUCTS);
    const warming = reader.warming();
    let taken = 0;
    while (taken < steps && warming.next().done !== true) taken++;
    return { taken, answers: ASKED.map((changes) => search(changes)) };
  };
  const none = answersAfter(0);
  const all = answersAfter(1000);
  expect(all.taken).toBeGreaterThan(2);
  expect(all.answers).toEqual(none.answers);
  expect(answersAfter(2).answers).toEqual(none.answers);
});
