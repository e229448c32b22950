import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readQueryString } from '../../../../src/emulator/service/search/query-string.ts';

it.each([
  ['q=oak+lamp&fq=price%3A%5B5+TO+9%5D&fq=brand:"a"', 'fq', ['price:[5 TO 9]', 'brand:"a"']],
  ['q&q=&=x&&q=%20a%20', 'q', ['', '', ' a ']],
  ['?q=a', 'q', ['a']],
  ['q=%C3%A9t%C3%A9', 'q', ['été']],
  ['q=100%&q=%FF%zz', 'q', ['100%', '\ufffd%zz']],
  ['__proto__=a&constructor=b', '__proto__', ['a']],
])('reads %j', (text, name, values) => {
  expect(readQueryString(text).getAll(name)).toEqual(values);
  expect(readQueryString(text).get(name)).toBe(values[0]);
});

it('reads whatever a request line can hold as URLSearchParams does', () => {
  const piece = fc.constantFrom(
    'q',
    'fq',
    '=',
    '&',
    '+',
    '%',
    '%2',
    '%20',
    '%26',
    '%C3%A9',
    '%e9',
    '?',
    '\u00e9',
    '\u0000',
  );
  const texts = fc.array(fc.oneof(piece, fc.string({ maxLength: 2 })), { maxLength: 14 });
  fc.assert(
    fc.property(texts, (pieces) => {
      const expected = new URLSearchParams(pieces.join(''));
      const read = readQueryString(pieces.join(''));
      expect([...read]).toEqual([...expected]);
      for (const name of ['q', 'fq', 'none']) {
        expect(read.get(name)).toBe(expected.get(name));
        expect(read.getAll(name)).toEqual(expected.getAll(name));
      }
    }),
    { numRuns: 1_000 },
  );
});
