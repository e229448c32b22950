import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../../src/engine/text/analysis.ts';
import { stem } from '../../../src/engine/text/stem.ts';
import { Uint32List } from '../../../src/engine/values/number-list.ts';
import { TermDictionary } from '../../../src/engine/words/word-table.ts';

const arbitraryText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'abcsIİıßéÉŉÅΣς½²×10 -\'"'), maxLength: 60 }),
  fc.lorem({ maxCount: 20 }),
);

function read(table: TermDictionary, text: string): { found: string[]; stems: string[] } {
  const list = new Uint32List();
  table.read(text, list);
  const numbers = [...list.view()];
  return {
    found: numbers.map((number) => table.word(number)),
    stems: numbers.map((number) => table.word(table.stemsBy()[number] ?? 0)),
  };
}

describe('a word table', () => {
  it('finds the words of a text and their stems', () => {
    fc.assert(
      fc.property(fc.array(arbitraryText, { maxLength: 20 }), (texts) => {
        const table = new TermDictionary();
        for (const text of texts) {
          expect(read(table, text)).toEqual({ found: splitWords(text), stems: splitWords(text).map(stem) });
        }
      }),
    );
  });

  it('gives a word one number however many others there are', () => {
    const table = new TermDictionary();
    const many = Array.from({ length: 20_000 }, (_, at) => `${at.toString(36)}ings`);
    for (const word of many) expect(read(table, word)).toEqual({ found: [word], stems: [stem(word)] });
    const size = table.size;
    expect(read(table, many.join(' ')).found).toEqual(many);
    expect(table.size).toBe(size);
  });

  it('reads words of any length', () => {
    const long = 'x'.repeat(100_000);
    expect(read(new TermDictionary(), `a ${long} b`).found).toEqual(['a', long, 'b']);
  });
});
