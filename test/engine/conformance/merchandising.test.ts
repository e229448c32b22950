import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { getAnalyser } from '../../../src/engine/text/analyser.ts';
import {
  applyMerchandising,
  searchPinned,
} from '../../../src/server/service/merchandising/merchandised-search.ts';
import { parseRules } from '../../../src/server/service/merchandising/rules.ts';
import { selectMerchandising } from '../../../src/server/service/merchandising/select-merchandising.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { ENGINES, openExample, SearchedCatalog, startEngine } from './engines.ts';

/** Ten boots A to J, all alike but for brand, price (1 to 10), sales and stock, and a sandal K. */
const RECORDS = Object.fromEntries(
  [...'ABCDEFGHIJK'].map((id, at) => [
    id,
    {
      attributes: {
        title: id === 'K' ? 'Sandal' : 'Boots',
        brand: at % 2 === 0 ? 'Even' : 'Odd',
        price: at + 1,
        sales: id === 'H' ? 999 : id === 'C' ? 30 : 0,
        stock: id === 'A' ? 0 : 50,
        category_paths: [[{ id: id === 'K' ? '20' : '10', name: 'Shoes' }]],
      },
      ...(id === 'B' && { views: { de: { attributes: { price: 99 } } } }),
    },
  ]),
);

interface Case {
  what: string;
  rules: object;
  orders: readonly [asked: Partial<Asked>, order: string][];
}

interface Asked {
  text: string;
  category: string;
  view: string;
  at: string;
  query: Partial<SearchQuery>;
}

const rule = (operations: object) => ({ rules: [{ name: 'r', ...operations }] });
const price = (min: number | null, max: number | null) => ({
  filters: [{ kind: 'test' as const, field: 'price', test: { kind: 'range' as const, range: { min, max } } }],
});
const BY_PRICE = { sort: [{ field: 'price', direction: 'desc' as const }] };

const CASES: readonly Case[] = [
  { what: 'nothing', rules: {}, orders: [[{}, 'ABCDEFGHIJ']] },
  {
    what: 'block',
    rules: rule({ block: ['C', 'A', 'X'] }),
    orders: [
      [{}, 'BDEFGHIJ'],
      [{ query: BY_PRICE }, 'JIHGFEDB'],
    ],
  },
  { what: 'only', rules: rule({ only: 'brand:"Odd"' }), orders: [[{}, 'BDFHJ']] },
  { what: 'exclude', rules: rule({ exclude: 'price:[1 TO 8]' }), orders: [[{}, 'IJ']] },
  {
    what: 'two that narrow',
    rules: {
      rules: [
        { name: 'a', only: 'brand:"Odd"' },
        { name: 'b', only: 'price:[3 TO *]', block: ['F'] },
      ],
    },
    orders: [[{}, 'DHJ']],
  },
  {
    what: 'add',
    rules: rule({ add: ['K', 'A', 'X'] }),
    orders: [
      [{}, 'ABCDEFGHIJK'],
      [{ query: BY_PRICE }, 'KJIHGFEDCBA'],
      [{ query: price(null, 2) }, 'AB'],
    ],
  },
  { what: 'add what is blocked', rules: rule({ add: ['K'], block: ['K'] }), orders: [[{}, 'ABCDEFGHIJ']] },
  {
    what: 'top and bottom',
    rules: rule({ top: ['F', 'C', 'X'], bottom: ['A', 'B'] }),
    orders: [
      [{}, 'FCDEGHIJAB'],
      [{ query: BY_PRICE }, 'JIHGFEDCBA'],
      [{ query: price(3, 6) }, 'FCDE'],
      [{ query: { start: 1, rows: 3 } }, 'CDE'],
      [{ query: { start: 7, rows: 5 } }, 'JAB'],
      [{ query: { start: 10, rows: 5 } }, ''],
      [{ query: { rows: 0 } }, ''],
    ],
  },
  {
    what: 'top of two rules',
    rules: {
      rules: [
        { name: 'a', top: ['F'] },
        { name: 'b', top: ['B', 'F'] },
      ],
    },
    orders: [[{}, 'FBACDEGHIJ']],
  },
  {
    what: 'top and bottom of one product',
    rules: rule({ top: ['C'], bottom: ['C'] }),
    orders: [[{}, 'CABDEFGHIJ']],
  },
  { what: 'bottom of all', rules: rule({ bottom: [...'JIHGFEDCBA'] }), orders: [[{}, 'JIHGFEDCBA']] },
  {
    what: 'lock',
    rules: rule({ lock: { 1: 'D', 4: 'A', 10: 'B' } }),
    orders: [
      [{}, 'DCEAFGHIJB'],
      [{ query: { start: 3, rows: 3 } }, 'AFG'],
      [{ query: BY_PRICE }, 'JIHGFEDCBA'],
      [{ query: price(null, 4) }, 'DCBA'],
      [{ query: price(2, 4) }, 'DCB'],
    ],
  },
  {
    what: 'lock behind the end',
    rules: rule({ lock: { 500: 'A', 501: 'B' } }),
    orders: [[{}, 'CDEFGHIJBA']],
  },
  {
    what: 'locks at one place, and of one product at two',
    rules: {
      rules: [
        { name: 'a', lock: { 2: 'I' } },
        { name: 'b', lock: { 2: 'J', 5: 'I' } },
      ],
    },
    orders: [[{}, 'AIJBCDEFGH']],
  },
  {
    what: 'lock, top and bottom',
    rules: rule({ lock: { 2: 'C' }, top: ['C', 'E'], bottom: ['C', 'A'] }),
    orders: [[{}, 'ECBDFGHIJA']],
  },
  {
    what: 'lock what is blocked',
    rules: rule({ lock: { 1: 'C' }, block: ['C'] }),
    orders: [[{}, 'ABDEFGHIJ']],
  },
  {
    what: 'lock what is added',
    rules: rule({ lock: { 2: 'K' }, add: ['K'] }),
    orders: [[{}, 'AKBCDEFGHIJ']],
  },
  {
    what: 'boost and bury',
    rules: rule({
      boost: [{ filter: 'brand:"Odd"', weight: 1 }],
      bury: [{ filter: 'stock:[0 TO 2] OR pid:"D"', weight: 1 }],
    }),
    orders: [
      [{}, 'BFHJCDEGIA'],
      [{ query: BY_PRICE }, 'JIHGFEDCBA'],
    ],
  },
  { what: 'signals', rules: { signals: [{ field: 'sales', weight: 0.5 }] }, orders: [[{}, 'HCABDEFGIJ']] },
  {
    what: 'a signal that no product has',
    rules: { signals: [{ field: 'margin', weight: 1 }] },
    orders: [[{}, 'ABCDEFGHIJ']],
  },
  {
    what: 'when: query',
    rules: rule({ when: { query: ['boots', 'warm shoes'] }, top: ['J'] }),
    orders: [
      [{ text: 'boots' }, 'JABCDEFGHI'],
      [{ text: ' BOOTS! ' }, 'JABCDEFGHI'],
      [{ text: 'boot' }, 'ABCDEFGHIJ'],
      [{ category: '10' }, 'ABCDEFGHIJ'],
    ],
  },
  {
    what: 'when: query, broad',
    rules: rule({ when: { query: 'boots', match: 'broad' }, top: ['J'] }),
    orders: [
      [{ text: 'boot' }, 'JABCDEFGHI'],
      [{ text: 'sandal' }, 'K'],
    ],
  },
  {
    what: 'when: category',
    rules: rule({ when: { category: '10' }, top: ['J'] }),
    orders: [
      [{ category: '10' }, 'JABCDEFGHI'],
      [{ category: '20' }, 'K'],
      [{ text: 'boots' }, 'ABCDEFGHIJ'],
    ],
  },
  {
    what: 'when: view',
    rules: rule({ when: { view: 'de' }, lock: { 3: 'B' } }),
    orders: [
      [{ view: 'de' }, 'ACBDEFGHIJ'],
      [{ view: 'fr' }, 'ABCDEFGHIJ'],
      [{ view: 'de', query: BY_PRICE }, 'BJIHGFEDCA'],
    ],
  },
  {
    what: 'from and to',
    rules: rule({ from: '2026-12-01T00:00:00Z', to: '2027-01-01T00:00:00Z', top: ['J'] }),
    orders: [
      [{ at: '2026-11-30T23:59:59Z' }, 'ABCDEFGHIJ'],
      [{ at: '2026-12-01T00:00:00Z' }, 'JABCDEFGHI'],
      [{ at: '2027-01-01T00:00:00Z' }, 'ABCDEFGHIJ'],
    ],
  },
];

const EXAMPLE = { name: 'example', open: openExample };

describe.each([...ENGINES, EXAMPLE])('merchandising over the $name engine', ({ open }) => {
  const { engine } = startEngine(open);
  let opened: SearchedCatalog;
  beforeAll(async () => {
    opened = await SearchedCatalog.of(engine, RECORDS);
  });

  async function answer(rules: object, asked: Partial<Asked>) {
    const { reader, settings } = opened;
    const { text = 'boots', category = null, view = null, at = '2026-12-24T12:00:00Z' } = asked;
    const { merchandising } = selectMerchandising(parseRules('rules.json', JSON.stringify(rules)), {
      text: category === null ? text : '',
      category,
      view,
      analyser: getAnalyser(settings, view),
      nowMs: Date.parse(at),
    });
    const recall = category === null ? keyword(text) : ({ kind: 'category', id: category } as const);
    const given = query({ recall, viewId: view, rows: 50, ...asked.query });
    return searchPinned(reader, await applyMerchandising(reader, given, merchandising));
  }

  it.each(CASES)('orders by $what', async ({ rules, orders }) => {
    for (const [asked, order] of orders) {
      const { hits } = await answer(rules, asked);
      expect(hits.map(({ id }) => id).join(''), JSON.stringify(asked)).toBe(order);
    }
  });

  it('shows each product once, on pages of any length', async () => {
    const rules = rule({
      lock: { 2: 'J', 3: 'A', 7: 'C', 9: 'X', 40: 'B' },
      top: ['E', 'A'],
      bottom: ['D', 'F'],
    });
    const whole = (await answer(rules, {})).hits.map(({ id }) => id).join('');
    expect(whole).toBe('EJAGHICDFB');
    for (let rows = 1; rows <= 11; rows++) {
      const pages: string[] = [];
      for (let start = 0; start < 10; start += rows) {
        const { hits, total } = await answer(rules, { query: { start, rows } });
        expect(total).toBe(10);
        pages.push(...hits.map(({ id }) => id));
      }
      expect(pages.join(''), `${rows} rows`).toBe(whole);
    }
  });
});

describe('a merchandising file', () => {
  it.each([
    ['{"rules": [\n{"name": "a"},\n{"top": ["A"]}]}', 3, 'rules[1] must have name'],
    ['{"rules": [\n{"name": "a",\n"topp": ["A"]}]}', 3, 'rules[0].topp is not known; did you mean top?'],
    [
      '{"rules": [{"name": "a",\n\n"lock": {"0": "A"}}]}',
      3,
      'rules[0].lock.0 must be a position from 1 to 10000',
    ],
    [
      '{"rules": [{"name": "a",\n"only": "brand:"}]}',
      2,
      'rules[0].only must be a filter such as brand:"A": Expected a value',
    ],
    [
      '{"rules": [{"name": "a", "from":\n"tomorrow"}]}',
      2,
      'rules[0].from must be a time such as 2026-12-01T00:00:00Z',
    ],
    [
      '{"signals": [\n{"field": "x", "weight": -1}]}',
      2,
      'signals[0].weight must be a number from 0.001 to 100',
    ],
    ['{"rules": [{"name": "a", "top":\n"A"}]}', 2, 'rules[0].top must be a list of at most 200'],
    ['[]', 1, 'the file must be keys and values'],
    ['{"rules": [\n}', 2, 'the configuration file cannot be read'],
  ])('%j is refused at line %d', (text, line, message) => {
    expect(() => parseRules('rules.json', text)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        details: expect.objectContaining({ kind: 'config', file: 'rules.json', line }),
      }),
    );
  });
});
