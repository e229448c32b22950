import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { RawJson } from '../../../../src/base/json/lossless.ts';
import { FEED_FORMATS } from '../../../../src/client/convert/formats/formats.ts';
import { createFeedConversion } from '../../../../src/client/convert/grouping/feed-conversion.ts';
import type { ProductGrouper } from '../../../../src/client/convert/grouping/product-grouper.ts';
import type { Mapping } from '../../../../src/client/convert/mapping/mapping.ts';
import { type Cell, FieldNames } from '../../../../src/client/convert/rows/fields.ts';

/** Cells by the names of their fields. */
type Row = Record<string, Cell>;
type Told = [code: string, message: string, line: number, product?: string];

interface Gathered {
  products: { path: string; value: { variants?: object; attributes: Record<string, unknown> } }[];
  lines: number[];
  variants: number;
  pricedByParts: number;
  rejected: Told[];
  leftOut: Told[];
}

/** The rows of a feed in this format; the first of them is on line 2. */
function gather(name: string, rows: readonly Row[]): Gathered {
  const rejected: Told[] = [];
  const leftOut: Told[] = [];
  const plan = planFor(name);
  const fields = new FieldNames(plan.format.translate);
  const conversion = createFeedConversion(plan, { ...OPTIONS, tempDir: tmpdir() }, fields, {
    add: (...told: Told) => void rejected.push(told),
    leftOut: (...told: Told) => void leftOut.push(told),
  });
  try {
    for (const [at, row] of rows.entries()) {
      const cells: Cell[] = [];
      for (const [name, cell] of Object.entries(row)) cells[fields.numberOf(name)] = cell;
      conversion.row(cells, at + 2);
    }
    const { text, lines } = textOf(conversion.gatherer);
    const products = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Gathered['products'][number]);
    const { variants, pricedByParts } = conversion.gatherer;
    return { products, lines, variants, pricedByParts, rejected, leftOut };
  } finally {
    conversion.gatherer.close();
  }
}

const OPTIONS = { nowMs: 0, shopUrl: 'https://s.example' };

function planFor(name: string) {
  const format = FEED_FORMATS.find((one) => one.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return {
    format,
    mapping: format.mapping as Mapping,
    sources: format.availability ?? [],
    params: undefined,
    styles: { isAsked: false, isYuan: false, price: 'point' as const, others: {} },
  };
}

function textOf(gatherer: ProductGrouper): { text: string; lines: number[] } {
  let text = '';
  const lines: number[] = [];
  for (const product of gatherer.products()) {
    text += product.text.toString('utf8');
    lines.push(product.line);
  }
  return { text, lines };
}

/** Rows of every kind, those of one product apart, and enough of them for several batches. */
function mixedRows(): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < 6_000; at++) {
    rows.push({
      id: `P-${at}`,
      title: `Teppich ${at}`,
      price: new RawJson('12.50'),
      additional_image_link: ['https://i.example/1', 'https://i.example/2'],
      [`n${at % 7}`]: new RawJson('true'),
    });
    rows.push({ id: `V-${at}`, item_group_id: `G-${at % 2_000}`, title: 'Läufer', color: 'grün 🌿' });
  }
  rows.push({ id: 'P-3', title: 'again' });
  rows.push({ id: 'V-1', item_group_id: 'G-1', color: 'once more' });
  rows.push({ title: 'without an id' });
  rows.push({ id: 'S', title: 'a sale', sale_price: 'soon' });
  return rows;
}

/** A product for which nothing is for sale, a set of two others, and a variation that comes before what it is one of. */
const SHOP_ROWS: readonly Row[] = [
  { id: '1', type: 'simple', sku: 'A', published: '1', name: 'Cup', 'regular price': '4' },
  { id: '2', type: 'simple', sku: 'B', published: '-1', name: 'Jar', 'regular price': '6', images: 'a, b' },
  { id: '3', type: 'grouped', sku: 'S', published: '1', name: 'Set', 'grouped products': 'A, id:2' },
  { id: '5', type: 'variation', sku: 'K-1', published: '1', parent: 'id:4', 'regular price': '9' },
  { id: '4', type: 'variable', sku: 'K', published: '1', name: 'Kettle' },
];

describe('rows that become products', () => {
  test('come out in the order of their first rows, with what was said of them late', () => {
    const { products, variants, rejected, leftOut } = gather('google', mixedRows());
    expect(products.slice(0, 3).map(({ path }) => path)).toEqual([
      '/products/P-0',
      '/products/G-0',
      '/products/P-1',
    ]);
    expect(products).toHaveLength(6_000 + 2_000 + 1);
    expect(products[2]?.value.attributes).toEqual({
      title: 'Teppich 1',
      price: 12.5,
      additional_images: ['https://i.example/1', 'https://i.example/2'],
      n1: true,
    });
    expect(Object.keys(products[1]?.value.variants ?? {})).toEqual(['V-0', 'V-2000', 'V-4000']);
    expect(variants).toBe(6_000);
    expect(rejected.map(([code, , line]) => [code, line])).toEqual([
      ['catalog.duplicate_id', 12_002],
      ['row.no_id', 12_004],
      ['catalog.duplicate_id', 12_003],
    ]);
    expect(leftOut.map(([code, , line]) => [code, line])).toEqual([['value.number', 12_005]]);
  });

  test('get the rules of their format', () => {
    const { products, pricedByParts } = gather('woocommerce', SHOP_ROWS);
    const of = (id: string) => products.find(({ path }) => path === `/products/${id}`)?.value;
    expect(of('S')?.attributes).toMatchObject({ price: 4 });
    expect(of('B')?.attributes).toMatchObject({ availability: false });
    expect(Object.keys(of('K')?.variants ?? {})).toEqual(['K-1']);
    expect(pricedByParts).toBe(1);
  });

  test('keep all variants that come apart from each other, and before their product', () => {
    const { products, variants } = gather('woocommerce', [
      { id: '1', type: 'variation', sku: 'K-1', parent: 'id:9', 'regular price': '10' },
      { id: '2', type: 'simple', sku: 'S', name: 'Cup', 'regular price': '5' },
      { id: '3', type: 'variation', sku: 'K-2', parent: 'id:9', 'regular price': '11' },
      { id: '9', type: 'variable', sku: 'K', name: 'Hat' },
    ]);
    expect(products.map(({ path }) => path)).toEqual(['/products/S', '/products/K']);
    expect(Object.keys(products[1]?.value.variants ?? {})).toEqual(['K-1', 'K-2']);
    expect(variants).toBe(2);
  });

  test('fail where they need a temporary file and none can be made', () => {
    const fields = new FieldNames();
    const run = () => {
      const remarks = { add: () => undefined, leftOut: () => undefined };
      const options = { ...OPTIONS, tempDir: '/nowhere/at/all' };
      const conversion = createFeedConversion(planFor('google'), options, fields, remarks);
      // Together they are more than what stays in memory.
      for (const id of ['P-1', 'P-2', 'P-3']) {
        const cells: Cell[] = [];
        cells[fields.numberOf('id')] = id;
        cells[fields.numberOf('title')] = 'x'.repeat(600_000);
        conversion.row(cells, 2);
      }
      return textOf(conversion.gatherer);
    };
    expect(run).toThrow(expect.objectContaining({ code: 'file.no_temp_folder' }));
  });
});
