import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCategoryPath } from '../../../../src/client/convert/values/categories.ts';
import { readFlag } from '../../../../src/client/convert/values/flag.ts';
import { isWithin } from '../../../../src/client/convert/values/period.ts';
import { cleanText, extractHtmlText } from '../../../../src/client/convert/values/plain-text.ts';
import { convertUnit } from '../../../../src/client/convert/values/units.ts';

test.each([
  ['in stock', true],
  ['in_stock', true],
  ['In-Stock', true],
  ['preorder', true],
  ['backorder', true],
  ['https://schema.org/InStock', true],
  ['http://schema.org/OutOfStock', false],
  ['out_of_stock', false],
  ['out of stock', false],
  ['discontinued', false],
  ['TRUE', true],
  ['0', false],
  ['17', true],
  ['-3', false],
  ['perhaps', undefined],
  ['Lieferzeit: 2-3 Werktage', true],
  ['Ships in 2 days', true],
  ['expédié sous 24 heures', true],
  ['3–5 días', true],
  ['wysyłka w 24 godziny', true],
  ['do 5 dnů', true],
  ['2～3日', undefined],
  ['3日以内', true],
  ['not before 14 days', undefined],
  ['nicht in 3 Tagen', undefined],
  ['5 years', undefined],
  ['Disponibile da subito', true],
  ['Rupture temporaire', false],
  ['Agotado temporalmente', false],
  ['在庫切れ', false],
  ['入荷待ち', false],
  ['nicht mehr lieferbar', false],
  ['no longer available', false],
  ['Skladem > 5 ks', true],
  ['2 Stück', true],
  ['0 kusů', false],
  ['2 jours ouvrés', true],
  ['σε 24 ώρες', true],
  ['Bientôt disponible', false],
  ['available soon', false],
  ['dostępny wkrótce', false],
  ['Only 2 left in stock, order soon', true],
  ['nicht lagernd, Termin unbekannt', false],
  ['Temporarily out of stock', false],
  ['Back-ordered until 12/15', true],
  ['24 Std.', true],
  ['+', true],
  ['nee', false],
  ['否', false],
  ['-', false],
  ['Unlimited', true],
  ['si prega di chiamare', undefined],
  ['not known', undefined],
  ['Nur noch 3 Stück auf Lager', true],
  ['0 in stock', false],
  ['In stock (0)', false],
  ['Tillfälligt slut', false],
  ['Produkt chwilowo niedostępny', false],
  ['inte i lager', false],
  ['available unavailable', undefined],
  ['5 adet', true],
  ['nincs raktáron', false],
  ['Pronta entrega', true],
  ['품절', false],
  ['缺货', false],
  ['', undefined],
])('availability %s is %s', (text, expected) => {
  expect(readFlag(text)).toBe(expected);
  expect(readFlag(text)).toBe(expected);
});

test('ids of categories have no accents and keep categories of one name apart', () => {
  expect(JSON.parse(toCategoryPath('Décor > Été & Co > Vasen', '>') ?? '')).toEqual([
    { id: 'decor', name: 'Décor' },
    { id: 'decor_ete-co', name: 'Été & Co' },
    { id: 'decor_ete-co_vasen', name: 'Vasen' },
  ]);
  const idsOf = (path: string) =>
    JSON.parse(toCategoryPath(path, '>') ?? '').map(({ id }: { id: string }) => id);
  expect(idsOf('バッグ > ハック')).toEqual(['ハック-2601', 'ハック-2601_ハック']);
  expect(idsOf('किताब > Чайник')).toEqual(['कतब-fd6c', 'कतब-fd6c_чаиник']);
  expect(idsOf('Ρολόγια > Tiếng Việt')).toEqual(['ρολογια', 'ρολογια_tieng-viet']);
  expect(JSON.parse(toCategoryPath('服装 / シャツ', '/') ?? '')).toEqual([
    { id: '服装', name: '服装' },
    { id: '服装_シャツ', name: 'シャツ' },
  ]);
  expect(toCategoryPath(' > & > ', '>')).toBeUndefined();
});

test('entities are decoded, known ones only', () => {
  expect(cleanText(' caf&eacute; &amp; bar &#8364;5 &nosuch; &copy=1 ')).toBe(
    'café & bar €5 &nosuch; &copy=1',
  );
});

test.each([
  ['<p>A <b>soft</b> shirt,<br>\n cotton &amp; linen.</p>', 'A soft shirt, cotton & linen.'],
  ['<style>p{color:red}</style>Text<script>if (a < b) alert(1)</script> more', 'Text more'],
  ['进口<b>白橡木</b>, Fahr<B class="x">rad</B>helm', '进口白橡木, Fahrradhelm'],
  ['<i>A</i> <a href="x">b</a><br/>c<body>d</body>', 'A b c d'],
  ['5 < 6 and more', '5 < 6 and more'],
  ['<p>never closed <script>x', 'never closed'],
  ['plain', 'plain'],
])('of %s people see %s', (html, text) => {
  expect(extractHtmlText(html)).toBe(text);
});

test('HTML made to take long is read in linear time', () => {
  const started = performance.now();
  extractHtmlText('<'.repeat(2_000_000));
  extractHtmlText('<script>'.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(10_000);
});

test.each([
  ['120', 'mm', 'cm', '12'],
  ['12.5', 'cm', 'mm', '125'],
  ['1', 'in', 'cm', '2.54'],
  ['10', 'lb', 'kg', '4.535924'],
  ['0.75', 'l', 'ml', '750'],
  ['-2', 'm', 'cm', '-200'],
  ['1.10', 'cm', 'cm', '1.10'],
  ['1', 'kg', 'cm', undefined],
])('%s %s in %s is %s', (digits, from, to, expected) => {
  expect(convertUnit(digits, from, to)).toBe(expected);
});

test('there and back between metric units is the same quantity', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (mm) => {
      const metres = convertUnit(String(mm), 'mm', 'm') ?? '';
      expect(convertUnit(metres, 'm', 'mm')).toBe(String(mm));
    }),
  );
});

const NOW = Date.parse('2026-11-22T10:00:00Z');

test.each([
  ['2026-11-22T13:00+0400', '2026-11-22T12:00+0100', true],
  ['2026-11-22T13:00+0200', '', false],
  ['', '2026-11-22', true],
  ['2026-11-01', '2026-11-21', false],
  ['2026-11-01 00:00:00', '2026-11-30 23:59:59', true],
  ['11/1/26', '12/31/26', true],
  ['11/1/26', '12/3/26', undefined],
  ['soon', '', undefined],
  ['20.11.2026', '30.11.2026', true],
  ['1.11.2026 08:00', '21.11.2026 20:00', false],
  ['01-11-2026', '21-11-2026', false],
  ['2026.11.1.', '2026. 11. 30.', true],
  ['2026年11月1日', '2026年11月21日', false],
  ['2026-11-1', '2026/11/22', true],
  ['01/11/2026', '30/11/2026', true],
  ['30/10/2026', '01/11/2026', false],
  ['01.13.2026', '', undefined],
])('from %s until %s: %s', (from, until, expected) => {
  expect(isWithin(NOW, from, until)).toBe(expected);
});
