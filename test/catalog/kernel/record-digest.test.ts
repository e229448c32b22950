import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordDigest } from '../../../src/catalog/kernel/record-digest.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function digestOf(records: Iterable<readonly [string, string]>): string {
  const digest = new RecordDigest();
  for (const [id, json] of records) digest.add(id, json);
  return digest.text();
}

const one = (json: string) => digestOf([['L-1', json]]);

/** The text of a value in one of its spellings: keys in another order, white space, escapes, other numbers. */
function respelled(value: Json, pick: (most: number) => number): string {
  const space = () => ['', ' ', '\n\t', '\r\n  '][pick(3)];
  const list = (parts: string[]) => parts.map((part) => `${space()}${part}${space()}`).join(',');
  if (Array.isArray(value)) return `[${list(value.map((item) => respelled(item, pick)))}${space()}]`;
  if (typeof value === 'string') return quoted(value, pick);
  if (typeof value === 'number') return spelledNumber(value, pick(3));
  if (value === null || typeof value === 'boolean') return String(value);
  const members = Object.entries(value).map(([key, item]) => ({ at: pick(1000), key, item }));
  members.sort((a, b) => a.at - b.at);
  return `{${list(members.map(({ key, item }) => `${quoted(key, pick)}${space()}:${space()}${respelled(item, pick)}`))}}`;
}

function quoted(text: string, pick: (most: number) => number): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  if (pick(2) === 0) return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
  return pick(1) === 0 ? JSON.stringify(text) : JSON.stringify(text).replaceAll('/', '\\/');
}

function spelledNumber(value: number, spelling: number): string {
  const text = JSON.stringify(value);
  if (text.includes('e') || spelling === 0) return text;
  if (spelling === 1) return text.includes('.') ? `${text}00` : `${text}.0`;
  return spelling === 2 ? `${text}e0` : `${text}E+00`;
}

const value = fc
  .jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
  .map((json) => JSON.parse(JSON.stringify(json)) as Json);

describe('RecordDigest', () => {
  it('is that of equal content only, for every value in every spelling', () => {
    fc.assert(
      fc.property(value, value, fc.infiniteStream(fc.nat()), (a, b, stream) => {
        const pick = (most: number) => (stream.next().value as number) % (most + 1);
        expect(one(respelled(a, pick))).toBe(one(JSON.stringify(a)));
        const isSame = canonical(a) === canonical(b);
        expect(one(JSON.stringify(a)) === one(JSON.stringify(b))).toBe(isSame);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['1', '"1"'],
    ['0', 'null'],
    ['[]', '{}'],
    ['[1,2]', '[2,1]'],
    ['[[1],2]', '[1,[2]]'],
    ['{"a":1,"b":2}', '{"a":2,"b":1}'],
    ['{"a":{"b":1}}', '{"b":{"a":1}}'],
    ['1e400', '1e401'],
    ['9007199254740993', '9007199254740992'],
    ['-5', '5'],
    ['true', 'false'],
    ['""', '"\\u0000"'],
    ['"12345678"', '"12345678\\u0000"'],
    ['{}', '{"a":null}'],
  ])('%s and %s are told apart', (a, b) => {
    expect(one(a)).not.toBe(one(b));
  });

  it.each([
    ['0', '-0.00e7'],
    ['1200', '12e2'],
    ['0.012', '1.2E-2'],
    ['"é😀"', '"\\u00e9\\ud83d\\ude00"'],
    ['"a/b\\n"', '"a\\/b\\u000a"'],
  ])('%s and %s are the same', (a, b) => {
    expect(one(a)).toBe(one(b));
  });

  it('does not depend on the order, and forgets what is taken out', () => {
    const records = fc.uniqueArray(
      fc.tuple(
        fc.string(),
        value.map((json) => JSON.stringify(json)),
      ),
      {
        selector: ([id]) => id,
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(records, fc.nat(), (all, at) => {
        const [id, json] = all[at % all.length] as [string, string];
        const digest = new RecordDigest(digestOf(all.toReversed()));
        expect(digest.text()).toBe(digestOf(all));
        digest.remove(id, Buffer.from(json));
        expect(digest.text()).toBe(digestOf(all.filter((record) => record[0] !== id)));
      }),
    );
  });

  it('tells the same record under another id apart, and two of them from none', () => {
    expect(digestOf([['a', '1']])).not.toBe(digestOf([['b', '1']]));
    expect(digestOf([['a', '1'], ['b', '1']])).not.toBe(digestOf([])); // biome-ignore format: one thought
    expect(digestOf([])).toBe('00000000000000000000000000000000');
  });

  it('takes records of any length and depth', () => {
    const long = JSON.stringify({
      text: 'é"'.repeat(3_000_000),
      list: Array.from({ length: 50_000 }, (_, n) => n),
    });
    expect(one(long)).toBe(one(` ${long}\n`));
    const deep = `${'['.repeat(600)}1${']'.repeat(600)}`;
    expect(one(deep)).not.toBe(one(deep.replace('1', '2')));
  });
});

/** Keys in one order: what is equal by value has one text. */
function canonical(json: Json): string {
  return JSON.stringify(json, (_key, item) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
