import { describe, expect, it } from 'vitest';
import { countConditions, parseBooleanFilter } from '../../../src/engine/query/boolean-filter.ts';
import { parseFieldList } from '../../../src/engine/query/field-name.ts';
import { parseSort } from '../../../src/engine/query/sort.ts';
import { parseSegment } from '../../../src/server/service/search/search-fields.ts';
import { parseCoordinates } from '../../../src/server/service/search/search-filters.ts';

describe('a sort', () => {
  it.each([
    ['price asc', [{ field: 'price', direction: 'asc' }]],
    [
      'price asc,title desc',
      [
        { field: 'price', direction: 'asc' },
        { field: 'title', direction: 'desc' },
      ],
    ],
    [' price  DESC ', [{ field: 'price', direction: 'desc' }]],
    ['', []],
  ])('reads %j', (text, keys) => {
    expect(parseSort(text)).toEqual(keys);
  });

  it.each([
    ['price'],
    ['price up'],
    ['price asc,'],
    [',price asc'],
    ['asc'],
    ['a:b asc'],
    ['price asc title desc,x'],
  ])('refuses %j', (text) => {
    expect(() => parseSort(text)).toThrow('Expected a field and asc or desc');
  });

  it('names the position of the key that is wrong', () => {
    expect(() => parseSort('price asc,title')).toThrow('at character 11 of price asc,title');
  });
});

describe('the bound on a request', () => {
  const filter = (text: string) => [parseBooleanFilter(text)];
  const many = (count: number, field: (at: number) => string, joint: string) =>
    Array.from({ length: count }, (_, at) => `${field(at)}:x${at}`).join(joint);

  it.each([
    [many(1_000, () => 'a', ' OR '), 1],
    [many(130, () => 'a', ' AND '), 130],
    [many(130, (at) => `a${at}`, ' OR '), 130],
    [`-(${many(130, (at) => `a${at}`, ' OR ')})`, 130],
    ['a:x AND (b:y OR b:z OR -c:(u OR v))', 3],
  ])('counts values of one field, joined by OR, as one condition (%#)', (text, count) => {
    expect(countConditions([], filter(text))).toBe(count);
    expect(countConditions([{ field: 'f', anyOf: [] }], filter(text))).toBe(count + 1);
  });

  it('takes sixteen sort keys', () => {
    const keys = (count: number) => Array(count).fill('a asc').join(',');
    expect(parseSort(keys(16))).toHaveLength(16);
    expect(() => parseSort(keys(17))).toThrow('Too many sort keys: at most 16');
  });
});

describe('a list of fields', () => {
  it('takes comma lists and repeats, each name once', () => {
    expect(parseFieldList(['pid, title,,price', 'pid', 'brand,'])).toEqual([
      'pid',
      'title',
      'price',
      'brand',
    ]);
  });
});

describe('coordinates', () => {
  it.each([
    ['52.37,4.9', { lat: 52.37, lon: 4.9 }],
    ['-33.8688, 151.2093', { lat: -33.8688, lon: 151.2093 }],
  ])('reads %s', (text, place) => {
    expect(parseCoordinates(text)).toEqual(place);
  });

  it.each([
    ['', 'Expected <latitude>,<longitude>'],
    ['52.37', 'Expected <latitude>,<longitude>'],
    ['1,2,3', 'Expected <latitude>,<longitude>'],
    ['91,0', 'Expected a latitude from -90 to 90'],
    ['0,-181', 'Expected a longitude from -180 to 180'],
    ['x,0', 'Expected a latitude'],
    ['1e1,0', 'Expected a latitude'],
  ])('refuses %j', (text, message) => {
    expect(() => parseCoordinates(text)).toThrow(message);
  });
});

describe('a segment', () => {
  it.each([
    ['customer_tier:gold', { name: 'customer_tier', values: ['gold'] }],
    ['customer_tier:gold,silver', { name: 'customer_tier', values: ['gold', 'silver'] }],
    ['customer_geo:a:b', { name: 'customer_geo', values: ['a:b'] }],
  ])('reads %s', (text, segment) => {
    expect(parseSegment(text)).toEqual(segment);
  });

  it.each([[''], ['  '], ['gold'], [':gold'], ['customer_tier:']])('refuses %j', (text) => {
    expect(() => parseSegment(text)).toThrow('Expected');
  });
});
