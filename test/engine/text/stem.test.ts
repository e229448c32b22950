import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/base/files/sqlite.ts';
import { stem } from '../../../src/engine/text/stem.ts';

/** The stems of SQLite's own tokenizer, of words that follow one another. */
function stemsOfSqlite(all: readonly string[]): string[] {
  const db = openDatabase(':memory:');
  db.exec(`CREATE VIRTUAL TABLE text USING fts5(words, tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE stems USING fts5vocab(text, instance)`);
  db.prepare('INSERT INTO text VALUES (?)').run(all.join(' '));
  const stems = db.prepare<{ term: string }>('SELECT term FROM stems ORDER BY "offset"').all();
  db.close();
  return stems.map(({ term }) => term);
}

const ENDINGS =
  `s ss es sses ies eed ed ing at bl iz ated bled izing y ly ational tional enci anci izer logi bli alli entli eli ousli
  ization ation ator alism iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance ence er
  ic able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize e ll le`.split(/\s+/);

const begins = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aeioubcdlmnrstvwxyz'), maxLength: 6 }),
  fc.constantFrom('', 'hop', 'fall', 'file', 'rel', 'vietnam', 'oper', 'décor', 'größ', 'x1', '10', 'straß'),
);
const arbitraryWord = fc
  .tuple(begins, fc.array(fc.constantFrom('', ...ENDINGS), { minLength: 1, maxLength: 3 }))
  .map(([begin, endings]) => (begin + endings.join('')).normalize('NFD').replace(/\p{M}/gu, ''))
  .filter((word) => word !== '');

describe('stem', () => {
  it('gives the stems of SQLite’s porter tokenizer', () => {
    fc.assert(
      fc.property(fc.array(arbitraryWord, { minLength: 1, maxLength: 200 }), (words) => {
        expect(words.map(stem)).toEqual(stemsOfSqlite(words));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['lamps', 'lamp'],
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['hopping', 'hop'],
    ['hoping', 'hope'],
    ['relational', 'relat'],
    ['happy', 'happi'],
    ['controlling', 'control'],
    ['18x18', '18x18'],
    ['as', 'as'],
  ])('of %s is %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it('leaves what is too long for a word as it is', () => {
    expect(stem(`${'b'.repeat(61)}ings`)).toBe(`${'b'.repeat(61)}ings`);
    expect(stem(`${'a'.repeat(60)}ings`)).toBe(stemsOfSqlite([`${'a'.repeat(60)}ings`])[0]);
  });
});
