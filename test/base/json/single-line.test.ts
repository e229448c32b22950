import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSingleLine, toSingleLineBytes } from '../../../src/base/json/single-line.ts';

test('a text of any layout comes on one line, with the same value', () => {
  const layout = fc.constantFrom('', ' ', '\t', '\n', '\r\n', '\n   ', ' \r');
  fc.assert(
    fc.property(fc.json(), layout, layout, (json, indent, end) => {
      const laidOut = `${end}${JSON.stringify(JSON.parse(json), null, indent)}${end}`.replaceAll(
        '\n',
        `${end}\n`,
      );
      const text = toSingleLine(laidOut);
      expect(text).not.toMatch(/[\r\n]/);
      expect(JSON.parse(text)).toEqual(JSON.parse(json));
      expect(Buffer.from(toSingleLineBytes(Buffer.from(laidOut))).toString()).toBe(text);
    }),
  );
});

test.each([
  ['{"a b" : [1,\r\n\t"x  y"\n]}', '{"a b" : [1,"x  y"]}'],
  ['{"a" : "one line \\n"}', '{"a" : "one line \\n"}'],
])('%j is %j', (json, expected) => {
  expect(toSingleLine(json)).toBe(expected);
});

test('a long text takes time in proportion to its length', () => {
  const json = `[\n"${' '.repeat(1_000_000)}",${'1,\n '.repeat(250_000)}1]`;
  const before = process.cpuUsage();
  expect(toSingleLine(json).length).toBeLessThan(json.length);
  // Time of the processor, which a busy machine does not lengthen; by the square of the length it would be minutes.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
