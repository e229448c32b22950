import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameNode } from '../../../src/base/json/equal.ts';
import { scanJson } from '../../../src/base/json/scan.ts';
import { Tape } from '../../../src/base/json/tape.ts';

function tapeOf(text: string): Tape {
  const tape = new Tape();
  const bytes = Buffer.from(text);
  if (scanJson(tape, bytes, 0, bytes.length, { maxDepth: 1000 }) !== null) throw new SyntaxError(text);
  return tape;
}

function sameValue(a: string, b: string): boolean {
  return isSameNode(tapeOf(a), 0, tapeOf(b), 0);
}

describe('isSameNode', () => {
  it.each([
    ['key order', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['white space', '{"a":[1,2]}', ' { "a" : [ 1 , 2 ] } '],
    ['escapes', '"\\u00e9\\/"', '"é/"'],
    ['escaped keys', '{"\\u0061":1}', '{"a":1}'],
    ['number spellings', '[1.0,1e0,100]', '[1,1,1E2]'],
    ['the last of duplicate keys', '{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
    ['duplicates on both sides', '{"a":1,"a":2}', '{"a":9,"a":2}'],
    ['nested order', '{"x":{"a":[{"p":1,"q":2}]}}', '{"x":{"a":[{"q":2,"p":1}]}}'],
  ])('sees no difference in %s', (_title, a, b) => {
    expect(sameValue(a, b)).toBe(true);
  });

  it.each([
    ['array order', '[1,2]', '[2,1]'],
    ['null and absent', '{"a":null}', '{}'],
    ['a string and a number', '"1"', '1'],
    ['19-digit integers', '1234567890123456789', '1234567890123456788'],
    ['one member more', '{"a":1}', '{"a":1,"b":2}'],
    ['one element more', '[1]', '[1,1]'],
    ['true and false', 'true', 'false'],
    ['an object and an array', '{}', '[]'],
    ['characters that look alike', '"é"', '"e\u0301"'],
    ['duplicates that end differently', '{"a":1,"a":2}', '{"a":2,"a":1}'],
    ['the key __proto__', '{"__proto__":1}', '{"__proto__":2}'],
  ])('sees %s', (_title, a, b) => {
    expect(sameValue(a, b)).toBe(false);
  });

  it('compares objects with many members in any order', () => {
    const keys = Array.from({ length: 200 }, (_, at) => `"key${at}":{"n":${at}}`);
    expect(sameValue(`{${keys.join()}}`, `{${keys.toReversed().join()}}`)).toBe(true);
    expect(sameValue(`{${keys.join()}}`, `{${keys.slice(1).join()},"key0":{"n":1}}`)).toBe(false);
  });

  it('visits a deep difference once a level, not once a path', () => {
    const deep = (leaf: string) => '{"b":0,"a":'.repeat(500) + leaf + '}'.repeat(500);
    expect(sameValue(deep('1'), deep('2'))).toBe(false);
  });

  it('is the identity of a value under another spelling', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        sameValue(JSON.stringify(value), JSON.stringify(value, null, 2)),
      ),
    );
  });
});
