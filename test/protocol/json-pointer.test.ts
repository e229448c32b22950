import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeSegment, parsePointer, toPointer, unescapeSegment } from '../../src/protocol/json-pointer.ts';

describe('a JSON Pointer', () => {
  test.each([
    ['', []],
    ['/', ['']],
    ['/products/a~1b', ['products', 'a/b']],
    ['/products/m~0n', ['products', 'm~n']],
    ['/products/~01', ['products', '~1']],
    ['/products//x', ['products', '', 'x']],
  ])('%j has the segments %j', (pointer, segments) => {
    expect(parsePointer(pointer)).toEqual(segments);
  });

  test.each(['products', 'products/a', '/a~', '/a~2b', '/~'])('%j is none', (text) => {
    expect(parsePointer(text)).toBeUndefined();
  });

  test('is read back into the segments it was made of, whatever they hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'é', 'a') })),
        (segments) => {
          expect(parsePointer(toPointer(segments))).toEqual(segments);
        },
      ),
    );
  });

  test.each([
    ['a~/b', 'a~0~1b'],
    ['plain', 'plain'],
  ])('spells the segment %j as %j', (segment, escaped) => {
    expect([escapeSegment(segment), unescapeSegment(escaped)]).toEqual([escaped, segment]);
  });
});
