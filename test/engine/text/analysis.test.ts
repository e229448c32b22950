import { describe, expect, it } from 'vitest';
import { hashAddress, toAddressKey } from '../../../src/engine/text/address.ts';
import { ENGLISH_ANALYSER } from '../../../src/engine/text/analyser.ts';
import { analyseText, fold, hashWords, measureWords, splitWords } from '../../../src/engine/text/analysis.ts';

const { headWord, queryWords } = {
  headWord: (all: readonly string[]) => ENGLISH_ANALYSER.findHeadWord(all),
  queryWords: (text: string) => ENGLISH_ANALYSER.tokenizeQuery(text),
};

describe('analysis', () => {
  it.each([
    ['Café ÉLAN', 'cafe elan'],
    ['Ünal', 'unal'],
    ['ΣΟΦΑΣ', 'σοφασ'],
    ['plain', 'plain'],
  ])('folds %s to %s', (text, folded) => {
    expect(fold(text).replaceAll('ς', 'σ')).toBe(folded);
  });

  it('splits at everything that is no letter or digit', () => {
    expect(splitWords('Tri-fold "sofa"/bed, 2nd_ed. naïve 日本')).toEqual([
      'tri',
      'fold',
      'sofa',
      'bed',
      '2nd',
      'ed',
      'naive',
      '日本',
      '日',
      '本',
    ]);
  });

  it.each([
    ['10" pan', ['10inch']],
    ['10 inch, 12-inch and 14 in', ['10inch', '12inch', '14inch']],
    ["6' rug and 5 ft lamp", ['6foot', '5foot']],
    ['1.5 kg or 1,5 kg', ['1point5kg', '1point5kg']],
    ['160 cm x 2cm', ['160cm', '2cm', '160x2']],
    ['drill 3/4', ['3over4']],
    ['10 inches', ['10inch']],
    ['10 indoor plants', []],
    ['no measure', []],
    ['18" x 20" cushion, 7-Quart, 2 pcs', ['18inch', '20inch', '7quart', '2piece', '18x20']],
    ['beam 2 x 4 × 96, fits 18x18', ['2x4', '18x18']],
    ['3 pillars by 4, x 5', []],
  ])('reads the measures of %s', (text, measures) => {
    expect(measureWords(text)).toEqual(measures);
  });

  it.each([
    ['lamp for the floor', ['lamp', 'floor']],
    ['the the', ['the']],
    ['to be', ['to', 'be']],
    ['pan 10"', ['pan', '10inch']],
    ['lamp LAMP Lamp', ['lamp']],
    ['" * (', []],
  ])('takes from the query %j the words %j', (text, expected) => {
    expect(queryWords(text)).toEqual(expected);
  });

  it('gives texts with the same words the same hash, and others another', () => {
    const hash = (text: string) => hashWords(splitWords(text));
    expect(hash('Café – sofa!')).toBe(hash('cafe SOFA'));
    expect(hash('ab c')).not.toBe(hash('a bc'));
    expect(hash('a b')).not.toBe(hash('b a'));
  });
});

describe('toAddressKey', () => {
  it.each([
    ['https://Shop.Example/p/1/', 'shop.example/p/1'],
    ['http://www.shop.example/p/1?a=1#b', 'shop.example/p/1'],
    ['//shop.example/p/1', 'shop.example/p/1'],
    ['/p/Case', '/p/Case'],
    ['', ''],
  ])('of %s is %s', (url, key) => {
    expect(toAddressKey(url)).toBe(key);
  });

  it('keeps 0 for no address', () => {
    expect(hashAddress('')).toBe(0);
    expect(hashAddress('/p/1')).not.toBe(0);
  });
});

describe('the head word', () => {
  it.each([
    ['black desk lamp', 'lamp'],
    ['lamp for the desk', 'lamp'],
    ['floor lamps, set of 2', 'lamps'],
    ['set of lamps', 'set'],
    ['writing desk 48"', 'desk'],
    ['for kids', 'kids'],
    ['48 inch', undefined],
    ['', undefined],
  ])('of %j is %j', (text, head) => {
    expect(headWord(analyseText(text))).toBe(head);
  });
});
