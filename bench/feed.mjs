// A merchant feed of any size: groups of variants, texts with entities and quotes, prices with a currency.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const COLORS = ['black', 'white', 'oak', 'navy', 'sand', 'moss'];
const NOUNS = ['floor lamp', 'coffee table', 'storage jar', 'wool rug', 'arm chair', 'wall clock'];
const TEXT =
  'A "quiet" piece for living rooms & halls, made of parts that can be replaced one by one, and finished by hand. ' +
  'It is packed without plastic, comes with everything that is needed to put it together, and lasts.';
const COLUMNS = [
  'id',
  'item_group_id',
  'title',
  'description',
  'link',
  'image_link',
  'price',
  'sale_price',
  'availability',
  'brand',
  'product_type',
  'color',
  'gtin',
];

/** One row: four variants a product, a fifth of the products without. */
function rowAt(at) {
  const product = Math.floor(at / 4);
  const isAlone = product % 5 === 0;
  const noun = NOUNS[product % NOUNS.length];
  const cents = String((at * 37) % 100).padStart(2, '0');
  return [
    `SKU-${at}`,
    isAlone ? '' : `P-${product}`,
    `${noun} ${product} "M" & co`,
    `${TEXT} Number ${product}.`,
    `https://shop.example/p/${product}?v=${at}&s=feed`,
    `https://img.example/${product}/${at % 4}.jpg`,
    `${10 + (at % 990)}.${cents} EUR`,
    at % 3 === 0 ? `${9 + (at % 990)}.${cents} EUR` : '',
    at % 7 === 0 ? 'out_of_stock' : 'in_stock',
    `Brand ${product % 50}`,
    `Home > Group ${product % 12} > ${noun}`,
    COLORS[at % COLORS.length],
    String(4_000_000_000_000 + at),
  ];
}

const xmlText = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const csvCell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function xmlItem(row) {
  const members = row.map((text, at) =>
    text === '' ? '' : `<g:${COLUMNS[at]}>${xmlText(text)}</g:${COLUMNS[at]}>`,
  );
  return `<item>\n${members.filter((member) => member !== '').join('\n')}\n</item>\n`;
}

const LAYOUTS = {
  xml: {
    head: '<?xml version="1.0"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>\n',
    row: xmlItem,
    foot: '</channel></rss>\n',
  },
  csv: { head: `${COLUMNS.join(',')}\n`, row: (row) => `${row.map(csvCell).join(',')}\n`, foot: '' },
  jsonl: {
    head: '',
    row: (row) => `${JSON.stringify(Object.fromEntries(row.map((text, at) => [COLUMNS[at], text])))}\n`,
    foot: '',
  },
};

/**
 * @param layout `xml`, `csv` or `jsonl`
 * @param isScattered rows of one product far apart
 */
export async function writeFeed(file, layout, rows, isScattered = false) {
  const { head, row, foot } = LAYOUTS[layout];
  const stream = createWriteStream(file);
  stream.write(head);
  let text = '';
  const perPass = Math.ceil(rows / 4);
  for (let at = 0; at < rows; at++) {
    const number = isScattered ? (at % perPass) * 4 + Math.floor(at / perPass) : at;
    text += row(rowAt(number));
    if (text.length < 1 << 20) continue;
    if (!stream.write(text)) await once(stream, 'drain');
    text = '';
  }
  stream.end(text + foot);
  await once(stream, 'close');
}
