import { expect, test } from 'vitest';
import {
  computeQuantile,
  formatCsv,
  formatDuration,
  share,
  summarizeTimes,
} from '../../../../src/server/inspector/parts/format.ts';

test.each([
  [0, '0 ms'],
  [0.44, '0.4 ms'],
  [12.4, '12 ms'],
  [1_240, '1.24 s'],
  [59_000, '59.0 s'],
  [185_000, '3 min 5 s'],
  [300_000, '5 min'],
  [610_000, '10 min 10 s'],
  [3_600_000, '1 h'],
  [7_260_000, '2 h 1 min'],
])('%d ms reads %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

test.each([
  [0, 0, '–'],
  [0, 5, '0 %'],
  [5, 5, '100 %'],
  [99_999, 100_000, '> 99.9 %'],
  [1, 100_000, '< 0.1 %'],
  [1, 3, '33 %'],
  [1, 20, '5 %'],
])('%d of %d read %s', (part, whole, text) => expect(share(part, whole)).toBe(text));

test('a quantile is one of the values', () => {
  expect([
    computeQuantile([], 0.5),
    computeQuantile([3, 1, 2], 0.5),
    computeQuantile([3, 1, 2, 4], 0.95),
  ]).toEqual([0, 2, 4]);
});

test('figures of kinds count what has not ended, and leave it out of the times', () => {
  const timings = [
    { kind: 'search', ms: 5, isFailed: false },
    { kind: 'load', ms: undefined, isFailed: false },
    { kind: 'search', ms: 15, isFailed: true },
  ];
  expect(summarizeTimes(timings)).toEqual([
    { kind: 'search', count: 2, failed: 1, p50Ms: 5, p95Ms: 15 },
    { kind: 'load', count: 1, failed: 0, p50Ms: 0, p95Ms: 0 },
  ]);
});

test('CSV keeps quotes, commas and lines, and gives a spreadsheet no formula', () => {
  expect(
    formatCsv([
      ['a "b"', 'c,d', 1.5],
      ['=1+1', 'x\ny', -2],
    ]),
  ).toBe('"a ""b""","c,d",1.5\r\n\'=1+1,"x\ny",-2\r\n');
});
