import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { convertText } from './convert-text.ts';

const HEADER = 'id,title,link,price,image_link\n';
const row = (id: string, title = 'T') =>
  `${id},${title},https://s.example/${id},1.50,https://i.example/${id}\n`;
const item = (id: string, inner = '') =>
  `<item><g:id>${id}</g:id><title>T${inner}</title><link>https://s.example/${id}</link><g:price>1.50 USD</g:price><g:image_link>i</g:image_link></item>`;
const rss = (items: string, doctype = '') =>
  `<?xml version="1.0"?>${doctype}<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items}</channel></rss>`;

const SHOP = { shopUrl: 'https://s.example' };

test.each([
  ['a bomb', '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>', '&lol2;'],
  ['an outer file', '<!DOCTYPE x [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>', '&xxe;'],
  ['a parameter', '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/p"> %p;]>', ''],
])('entities of the document are refused, not read: %s', async (_, doctype, inner) => {
  await expect(convertText(rss(item('1', inner), doctype), SHOP)).rejects.toMatchObject({
    code: 'xml.entities',
    details: { line: 1 },
  });
});

test('an entity that nobody defined rejects its product, with its line; one of HTML is text', async () => {
  const feed = rss(`\n${item('1', '&nosuch;')}\n${item('2', '&eacute;')}`);
  const { report, records } = await convertText(feed, { ...SHOP, maxRejected: { rows: 1 } });
  expect(report.rejections).toMatchObject([
    { code: 'xml.record', line: 2, message: expect.stringContaining('undefined entity') },
  ]);
  expect(records).toMatchObject({ '/products/2': { attributes: { title: 'Té' } } });
});

test('an ampersand that begins no entity is text, in CDATA too', async () => {
  const feed = rss(
    `${item('1', ' Salt & Pepper &co; &#233;')}${item('2', '<![CDATA[ A & B &amp; C]]>')}`.replace(
      '&co;',
      '&c',
    ),
  );
  for (const chunkBytes of [1, 10, 65_536]) {
    const { records } = await convertText(feed, { ...SHOP, chunkBytes });
    expect(records).toMatchObject({
      '/products/1': { attributes: { title: 'T Salt & Pepper &c é' } },
      '/products/2': { attributes: { title: 'T A & B & C' } },
    });
  }
});

test.each([
  ['XML', rss(item('1')).slice(0, -30), 'xml.cut'],
  ['XML in the middle of a product', rss(item('1') + item('2')).slice(0, -120), 'xml.cut'],
  ['XML with crossed elements', '<rss><channel><item><a><b></a></b></item></channel></rss>', 'xml.syntax'],
  ['JSON', `[{"id":"1","title":"T","url":"https://s.example","price":1},{"id":`, 'json.cut'],
  [
    'JSON in a wrapper',
    `{"a":{"products":[{"id":"1","title":"T","url":"https://s.example","price":1}]`,
    'json.cut',
  ],
])('cut or broken %s is refused', async (_, feed, code) => {
  await expect(
    convertText(feed, { ...SHOP, from: feed.startsWith('<') ? 'google' : 'json' }),
  ).rejects.toMatchObject({ code });
});

test('a quote that is never closed ends it, naming its row', async () => {
  const feed = `${HEADER}${row('1')}2,"12 inch lamp,https://s.example/2,1.50,i\n${row('3').repeat(50)}`;
  await expect(convertText(feed)).rejects.toMatchObject({
    code: 'csv.quote_not_closed',
    details: { line: 3 },
  });
});

test('rows with bad quotes or a cell too many are rejected with their lines, the others are taken', async () => {
  const feed = `${HEADER}${row('1', '"A, B"')}${row('2', '"12" lamp"')}${row('3', 'a, b')}${row('4', '"two\nlines"')}${row('5', 'x"y')}${row('6')}`;
  const { report, records } = await convertText(feed, { maxRejected: { rows: 3 } });
  expect(report.rejections.map(({ code, line }) => [code, line])).toEqual([
    ['csv.quote', 3],
    ['csv.columns', 4],
  ]);
  expect(Object.keys(records)).toEqual(['/products/1', '/products/4', '/products/5', '/products/6']);
  expect(records['/products/4']?.attributes.title).toBe('two\nlines');
});

test('a cell of 100 MB is refused before it fills the memory', async () => {
  const chunk = Buffer.alloc(1 << 20, 'x');
  const chunks = async function* () {
    yield Buffer.from(`${HEADER}${row('1')}2,"`);
    for (let at = 0; at < 100; at++) yield chunk;
    yield Buffer.from('"\n');
  };
  const { convertFeed } = await import('../../../src/client/convert/convert.ts');
  const options = { nowMs: 0, tempDir: '/tmp', maxRejected: { rows: 0 }, maxProblems: 20 };
  const converting = convertFeed({ name: 'f', open: async () => chunks() }, options, async () => undefined);
  await expect(converting).rejects.toMatchObject({ code: 'csv.row_too_long', details: { line: 3 } });
});

test('XML whose product has no end, and XML without end of nesting, are refused', async () => {
  const endless = rss(`<item><title>${'x'.repeat(20 << 20)}</title></item>`);
  await expect(convertText(endless, { from: 'google' })).rejects.toMatchObject({
    code: 'xml.record_too_long',
  });
  const deep = `<rss><channel><item>${'<a>'.repeat(200)}`;
  await expect(convertText(deep, { from: 'google' })).rejects.toMatchObject({ code: 'xml.depth' });
});

test.each([
  ['CR LF', '\r\n'],
  ['CR', '\r'],
  ['LF', '\n'],
])('lines may end with %s', async (_, end) => {
  const { report } = await convertText((HEADER + row('1') + row('2')).replaceAll('\n', end));
  expect(report.products).toBe(2);
});

test('line ends of several kinds in one feed', async () => {
  const { report } = await convertText(
    `${HEADER.trimEnd()}\r\n${row('1')}${row('2').trimEnd()}\r\n\r\n${row('3')}`,
  );
  expect([report.products, report.rejected]).toEqual([3, 0]);
});

const TEXT = `${HEADER}${row('1', 'Möbel für 5 €')}`;

test.each([
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`), 'utf-8'],
  ['UTF-16 LE with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 LE without', Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
  ['UTF-16 BE with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16(), 'utf-16be'],
  ['windows-1252', Buffer.from(TEXT.replace('€', '\u0080'), 'latin1'), 'windows-1252'],
])('%s is found out', async (_, feed, encoding) => {
  for (const chunkBytes of [1, 3, 65_536]) {
    const { report, records } = await convertText(feed, { chunkBytes });
    expect(report.plan.encoding.name).toBe(encoding);
    expect(records['/products/1']?.attributes.title).toBe('Möbel für 5 €');
  }
});

test('XML says its encoding', async () => {
  const feed = Buffer.from(rss(item('1', ' Möbel')).replace('?>', ' encoding="ISO-8859-1"?>'), 'latin1');
  const { records } = await convertText(feed, SHOP);
  expect(records['/products/1']?.attributes.title).toBe('T Möbel');
});

test('an encoding that is asked for is taken; one that is not known is refused', async () => {
  const { records } = await convertText(
    Buffer.from(`${HEADER}${row('1', 'PLACE')}`.replace('PLACE', '\u00a4'), 'latin1'),
    { encoding: 'iso-8859-15' },
  );
  expect(records['/products/1']?.attributes.title).toBe('€');
  await expect(convertText(TEXT, { encoding: 'klingon' })).rejects.toMatchObject({
    code: 'usage.unknown_encoding',
  });
});

test('bytes that are no characters far into the feed reject their row, with its line', async () => {
  const many = Array.from({ length: 30_000 }, (_, at) => row(String(at))).join('');
  const feed = Buffer.concat([
    Buffer.from(HEADER + many),
    Buffer.from(row('bad', 'M\u00f6bel'), 'latin1'),
    Buffer.from(row('good', 'Möbel')),
  ]);
  const { report, records } = await convertText(feed, { maxRejected: { rows: 1 } });
  expect(report.plan.encoding.name).toBe('utf-8');
  expect(report.rejections).toMatchObject([{ code: 'encoding.invalid', line: 30_002 }]);
  expect(records['/products/good']?.attributes.title).toBe('Möbel');
});

test('what is no text is told as what it is', async () => {
  await expect(convertText(Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]))).rejects.toMatchObject({
    code: 'feed.not_text',
    message: expect.stringContaining('Excel'),
  });
  expect(gzipSync('x')[0]).toBe(0x1f);
});

test('too many rejected rows: nothing is written, and the error names the first', async () => {
  const feed = HEADER + row('1') + row('2').replace('1.50', 'call us');
  await expect(convertText(feed)).rejects.toMatchObject({
    code: 'convert.too_many_rejected',
    kind: 'input',
    details: { problems: [{ code: 'value.number', line: 3, message: "price: 'call us' is not a number" }] },
  });
});

test('a feed without products is refused', async () => {
  await expect(convertText(HEADER)).rejects.toMatchObject({ code: 'convert.empty' });
});

test.each([
  ['nothing', '', 'there is nothing in it'],
  ['empty lines', ' \n\n', 'there is nothing in it'],
  ['a header alone', 'id,colour\n', 'it has only a header: id, colour'],
  ['an empty list', '[]', 'there is nothing in it'],
  ['an empty channel', '<rss><channel></channel></rss>', 'there is nothing in it'],
])('of a feed with %s no mapping is asked for', async (_, feed, why) => {
  await expect(convertText(feed)).rejects.toMatchObject({
    code: 'convert.empty',
    kind: 'input',
    details: { why, hint: 'check that the export was finished, and that this is the right file' },
  });
});
