import { expect, test } from 'vitest';
import { convertText, encodeText } from './convert-text.ts';

const feedOf = (title: string) => `id;title;link;price\n1;${title};https://s.example/1;5\n`;
const titleOf = async (bytes: Buffer) =>
  (await convertText(bytes, { from: 'csv' })).records['/products/1']?.attributes.title;

test.each([
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy, stolní lampička'],
  ['windows-1250', 'Lampa stołowa, gęsta żółta wełna, świeża zieleń, łóżko dziecięce'],
  ['iso-8859-2', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
  ['iso-8859-2', 'Źródło światła, ściągnięta pościel, łóżko, jaśmin, książka'],
  ['windows-1251', 'Лампа настольная, светодиодная, тёплый свет'],
  ['windows-1251', 'Настільна лампа, їжак, об’єм, ґанок'],
  ['koi8-r', 'Лампа настольная, светодиодная'],
  ['windows-1252', 'Für müde Füße: Größe 42, schöne Töne'],
  ['windows-1252', 'Lampe à poser, éclairage doux, forêt, français'],
  ['windows-1252', 'Bordslampa för barn, ljusblå, på köpet'],
  ['windows-1252', 'Borðlampi, þægileg birta, ýmsir litir'],
  ['windows-1252', 'produção nº 5'],
  ['windows-1252', 'DESCRIÇÃO: FOGÃO 4 BOCAS'],
  ['iso-8859-15', 'Lámpara de pie, 49,90 €'],
  ['iso-8859-15', 'Größe 42, 49,90 €'],
  ['macintosh', 'Lampe à poser, éclairage doux, forêt'],
  ['windows-1254', 'Masa lambası, ışık, gümüş, çocuk odası, İstanbul'],
  ['windows-1257', 'Stalinė lempa, šviesos šaltinis, žalia, ąžuolas'],
  ['windows-1253', 'Επιτραπέζιο φωτιστικό, ζεστό φως, λευκό'],
  ['windows-1255', 'מנורת שולחן לבנה'],
  ['windows-1256', 'مصباح طاولة أبيض'],
  ['shift_jis', '卓上ランプ、電球色'],
  ['shift_jis', '商品番号'],
  ['euc-jp', '卓上ランプ、電球色'],
  ['euc-jp', '商品番号、家具'],
  ['euc-kr', '탁상 램프, 따뜻한 빛'],
  ['gb18030', '商品编号,台灯暖光,家居照明'],
  ['big5', '桌燈，暖光，家居照明'],
] as const)('%s is found out: %s', async (encoding, title) => {
  expect(await titleOf(encodeText(feedOf(title), encoding))).toBe(title);
});

test('UTF-16 without a mark is found out, also where no header is ASCII', async () => {
  const text = 'id;title;link;price\n1;卓上ランプ、電球色;https://s.example/1;5\n';
  const bytes = Buffer.from(text, 'utf16le');
  expect(await titleOf(bytes)).toBe('卓上ランプ、電球色');
  expect(await titleOf(Buffer.from(bytes).swap16())).toBe('卓上ランプ、電球色');
});

test('what is UTF-8 is not read as what its declaration says', async () => {
  const xml = `<?xml version="1.0" encoding="windows-1251"?><c><p><id>1</id><title>Лампа</title><link>https://s.example/1</link><price>5</price></p><p><id>2</id><title>Б</title><link>https://s.example/2</link><price>5</price></p></c>`;
  const { records } = await convertText(xml);
  expect(records['/products/1']?.attributes.title).toBe('Лампа');
});

test.each([10, 65_536])(
  'bytes that are no characters are told in the last row too (pieces of %i)',
  async (chunkBytes) => {
    // More than the part by which a feed is judged.
    const good = Array.from(
      { length: 3_000 },
      (_, at) => `${at};Title é ${'x'.repeat(500)};https://s.example/${at};5\n`,
    ).join('');
    const text = chunkBytes === 10 ? feedOf('é') : `id;title;link;price\n${good}`;
    for (const end of ['', '\n']) {
      const bytes = Buffer.concat([
        Buffer.from(`${text}last;`),
        Buffer.from([0xe9]),
        Buffer.from(`;https://s.example/l;5${end}`),
      ]);
      // In a small feed the whole of it is looked at: it is no UTF-8.
      const { report } = await convertText(bytes, {
        from: 'csv',
        encoding: 'utf-8',
        chunkBytes,
        maxRejected: { rows: 1 },
      });
      expect([...report.rejectedByCode]).toEqual([['encoding.invalid', 1]]);
    }
  },
);
