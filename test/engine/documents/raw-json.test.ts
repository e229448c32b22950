import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitArray, splitObject } from '../../../src/engine/documents/raw-json.ts';

describe('objectMembers and arrayElements', () => {
  it('take any JSON apart into texts that parse to its parts', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 2, '\t'),
        (object, indent) => {
          const members = [...splitObject(JSON.stringify(object, null, indent))];
          const expected = JSON.parse(JSON.stringify(object)) as Record<string, unknown>;
          expect(members.map(([name, text]) => [name, JSON.parse(text)])).toEqual(Object.entries(expected));
        },
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (list) => {
        expect(splitArray(JSON.stringify(list)).map((text) => JSON.parse(text))).toEqual(
          JSON.parse(JSON.stringify(list)),
        );
      }),
    );
  });

  it('keep the digits of numbers and the escapes of texts', () => {
    expect([...splitObject('{"price": 9.90, "big":12345678901234567890 ,"e":1E2,"t":"a\\"}b\\\\"}')]).toEqual(
      [
        ['price', '9.90'],
        ['big', '12345678901234567890'],
        ['e', '1E2'],
        ['t', '"a\\"}b\\\\"'],
      ],
    );
    expect(splitArray('[1.0, [2,{"a":3}] , "x,y"]')).toEqual(['1.0', '[2,{"a":3}]', '"x,y"']);
  });

  it('find nothing in values of another kind', () => {
    expect([...splitObject('[1]')]).toEqual([]);
    expect([...splitObject('{"a":1,"b":{"a":2},"\\u0063":3}', new Set(['a', 'c']))]).toEqual([
      ['a', '1'],
      ['c', '3'],
    ]);
    expect(splitArray('{"a":1}')).toEqual([]);
    expect(splitArray('[]')).toEqual([]);
  });
});
