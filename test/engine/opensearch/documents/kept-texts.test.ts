import { expect, test } from 'vitest';
import { KeptTexts } from '../../../../src/engine/opensearch/documents/kept-texts.ts';
import { SmileBytes } from '../../../../src/engine/opensearch/documents/smile-bytes.ts';

test('texts are kept by number, however many and in any order', () => {
  const kept = new KeptTexts();
  const numbers = Array.from({ length: 20_000 }, (_, at) => (at * 7) % 20_000);
  for (const number of numbers) kept.keep(number, `texte ${number} é`);
  for (const number of [0, 1, 511, 512, 19_999]) {
    const into = new SmileBytes();
    kept.write(number, into);
    expect(into.view().toString()).toBe(`texte ${number} é`);
  }
});

test('an empty text is kept, too, and known as such', () => {
  const kept = new KeptTexts();
  kept.keep(0, '');
  kept.keep(1, 'oak');
  expect([0, 1, 2, 5000].map((number) => kept.has(number))).toEqual([true, true, false, false]);
  expect([0, 1].map((number) => kept.isEmpty(number))).toEqual([true, false]);
});
