import { describe, expect, test } from 'vitest';
import { readServiceTime } from '../../../src/client/api/service-time.ts';

describe('a time of the service becomes RFC 3339 in UTC with milliseconds', () => {
  test.each<[unknown, string]>([
    ['2026-01-29T14:32:05.112000Z', '2026-01-29T14:32:05.112Z'],
    ['2026-01-29T14:32:05.112999', '2026-01-29T14:32:05.112Z'],
    ['2026-01-29T14:32:05Z', '2026-01-29T14:32:05.000Z'],
    ['2026-01-29 14:32:05', '2026-01-29T14:32:05.000Z'],
    ['2026-01-29T14:32:05.1+01:00', '2026-01-29T13:32:05.100Z'],
    ['2026-01-29T14:32:05+0530', '2026-01-29T09:02:05.000Z'],
    ['2026-01-29 14:32:05 UTC', '2026-01-29T14:32:05.000Z'],
    ['Thu, 29 Jan 2026 14:32:05 GMT', '2026-01-29T14:32:05.000Z'],
    [1_769_697_125, '2026-01-29T14:32:05.000Z'],
    [1_769_697_125_112, '2026-01-29T14:32:05.112Z'],
    ['1769697125112', '2026-01-29T14:32:05.112Z'],
    [1_769_697_125_112_999, '2026-01-29T14:32:05.112Z'],
    [1_769_697_125.5, '2026-01-29T14:32:05.000Z'],
  ])('%j', (value, expected) => {
    expect(readServiceTime(value)).toBe(expected);
  });

  test.each([
    null,
    undefined,
    '',
    'soon',
    'NaN',
    0,
    -1,
    1e20,
    Number.POSITIVE_INFINITY,
    {},
    [],
    true,
    '7',
    '2026-13-45T00:00:00Z',
  ])('%j is none', (value) => {
    expect(readServiceTime(value)).toBeUndefined();
  });
});
