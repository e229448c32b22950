import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InternedKeys } from '../../../src/base/json/interned-keys.ts';
import { findMember, hasDuplicateKeys, mapMembers } from '../../../src/base/json/members.ts';
import { scanJson } from '../../../src/base/json/scan.ts';
import { Tape } from '../../../src/base/json/tape.ts';
import { getNodeText } from '../../../src/base/json/text.ts';

function tapeOf(text: string): Tape {
  const tape = new Tape();
  const bytes = Buffer.from(text);
  expect(scanJson(tape, bytes, 0, bytes.length)).toBeNull();
  return tape;
}

/** A key as JSON, its first character escaped or not. */
function spelled(key: string, isEscaped: boolean): string {
  if (!isEscaped || key === '') return JSON.stringify(key);
  const unit = key.charCodeAt(0).toString(16).padStart(4, '0');
  return `"\\u${unit}${JSON.stringify(key.slice(1)).slice(1)}`;
}

const keys = fc.array(fc.tuple(fc.constantFrom(...'abcdefghijklmnopé', '', 'id', 'aa'), fc.boolean()), {
  maxLength: 14,
});

describe('hasDuplicateKeys', () => {
  it('sees a key that comes twice, in small and large objects and in any spelling', () => {
    fc.assert(
      fc.property(keys, (list) => {
        const text = `{${list.map(([key, isEscaped]) => `${spelled(key, isEscaped)}:{"x":[1]}`).join()}}`;
        const unique = new Set(list.map(([key]) => key));
        const tape = tapeOf(text);
        expect(hasDuplicateKeys(tape, 0)).toBe(unique.size < list.length);
        expect(new Set(mapMembers(tape, 0).keys())).toEqual(unique);
      }),
    );
  });

  it('takes linear time for any number of keys', () => {
    const many = Array.from({ length: 300_000 }, (_, at) => `"k${at}":0`).join();
    expect(hasDuplicateKeys(tapeOf(`{${many}}`), 0)).toBe(false);
    expect(hasDuplicateKeys(tapeOf(`{${many},"k0":0}`), 0)).toBe(true);
  });
});

describe('findMember', () => {
  it('finds the last member of a name, whatever its spelling', () => {
    const tape = tapeOf('{"id":1,"i":2,"\\u0069d":3,"idx":4}');
    expect(getNodeText(tape, findMember(tape, 0, 'id') ?? 0)).toBe('3');
    expect(findMember(tape, 0, 'none')).toBeUndefined();
  });
});

describe('InternedKeys', () => {
  it('gives the fact of every key, also past the number that it keeps', () => {
    const interned = new InternedKeys((key) => `fact of ${key}`);
    const spellings = Array.from({ length: 6000 }, (_, at) => (at % 7 === 0 ? `\\u006b${at}` : `k${at}`));
    const tape = tapeOf(`{${spellings.map((key) => `"${key}":0`).join()}}`);
    for (let round = 0; round < 2; round++) {
      const facts: string[] = [];
      for (let key = 1; key < tape.nextOf(0); key += 2) facts.push(interned.get(tape, key));
      expect(facts).toEqual(spellings.map((_, at) => `fact of k${at}`));
    }
  });
});
