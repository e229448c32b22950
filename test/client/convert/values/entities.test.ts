import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from '../../../../src/client/convert/values/plain-text.ts';

test.each([
  ['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
  ['&nbsp;&iexcl;&copy;&eacute;&yuml;', '\u00a0¡©éÿ'],
  ['&euro;&ndash;&mdash;&rsquo;&hellip;&trade;&bull;', '€–—’…™•'],
  ['&Alpha;&omega;&rarr;&ne;&spades;', 'Αω→≠♠'],
  ['&#233;&#xE9;&#x1F600;&#8364;', 'éé😀€'],
  ['&#65533;&#xFFFD;&#x0fffd;', '\ufffd\ufffd\ufffd'],
  [
    '&copy=1 &nosuch; &; &#; &#0; &#xD800; &#9999999; & amp;',
    '&copy=1 &nosuch; &; &#; &#0; &#xD800; &#9999999; & amp;',
  ],
])('%s', (text, decoded) => {
  expect(cleanText(`|${text}|`)).toBe(`|${decoded}|`);
});

test('any text comes back from its numbers, in either base', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (given) => {
      const points = [...given.replaceAll('\0', '')].map((character) => character.codePointAt(0) ?? 0);
      const decimal = points.map((point) => `&#${point};`).join('');
      const hex = points.map((point) => `&#x${point.toString(16)};`).join('');
      const text = `|${String.fromCodePoint(...points)}|`;
      expect([cleanText(`|${decimal}|`), cleanText(`|${hex}|`)]).toEqual([text, text]);
    }),
  );
});
