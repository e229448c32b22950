import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { formatTime } from '../../../src/base/wording/amounts.ts';
import { renderTable } from '../../../src/cli/output/table.ts';

const to = (columns: number, color = false) => ({ stream: new Writable(), isTty: true, columns, color });

const COLUMNS = [
  { title: 'Started', minor: true },
  { title: 'Job' },
  { title: 'State', isState: true },
  { title: 'Remark' },
];
const ID = '5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a';
const REMARK = 'the price of product 20002 is no number (line 14)';

test.each([40, 60, 80, 100, 120, 200])(
  'ids, states and remarks are whole at %i columns: columns give way, then rows stack',
  (columns) => {
    const text = renderTable(COLUMNS, [['12s ago', ID, 'failed', REMARK]], to(columns));
    expect(text).toContain(ID);
    expect(text).toContain('failed');
    expect(text.replace(/\n +/g, ' ')).toContain(REMARK);
    if (columns < 80) expect(text).toMatch(/^Job\s+5f7a/m);
    if (columns === 200) expect(text).toContain('12s ago');
  },
);

test.each([
  [
    40,
    [
      'Job',
      `    ${ID}`,
      'State   failed',
      'Remark  the price of product 20002 is no',
      '        number (line 14)',
    ],
  ],
  [
    50,
    [
      'Job                                   State',
      `${ID}  failed`,
      '  the price of product 20002 is no number (line',
      '  14)',
      `${ID}  success`,
    ],
  ],
  [
    80,
    [
      'Started  Job                                   State',
      `12s ago  ${ID}  failed`,
      '  the price of product 20002 is no number (line 14)',
      `13s ago  ${ID}  success`,
    ],
  ],
])('a note goes below its row at %i columns, where it has no room beside it', (columns, lines) => {
  const noted = COLUMNS.map((column) => (column.title === 'Remark' ? { ...column, isNote: true } : column));
  const rows = [
    ['12s ago', ID, 'failed', REMARK],
    ['13s ago', ID, 'success', ''],
  ];
  expect(renderTable(noted, rows, to(columns)).split('\n').slice(0, lines.length)).toEqual(lines);
});

test('states have the colour of what they mean, in tables and in blocks', () => {
  for (const columns of [60, 200])
    expect(renderTable(COLUMNS, [['', ID, 'failed', REMARK]], to(columns, true))).toContain(
      '\u001b[31mfailed\u001b[39m',
    );
});

test('times are ages on a terminal and times elsewhere', () => {
  const now = Date.parse('2031-02-03T10:00:00Z');
  expect(formatTime('2031-02-03T09:59:48.120Z', now, true)).toBe('11s ago');
  expect(formatTime('2031-02-03T09:59:48.120Z', now, false)).toBe('2031-02-03T09:59:48Z');
  expect(formatTime(undefined, now, true)).toBe('-');
});
