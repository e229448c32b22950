import { expect, it } from 'vitest';
import { InputSplitter } from '../../../src/catalog/splitting/splitter.ts';

/** The texts of an input, and the codes of what is wrong around them. */
function split(input: string, layout: 'jsonlines' | 'json-patch'): string[] {
  const seen: string[] = [];
  const splitter = new InputSplitter(
    {
      text: (bytes, start, end) => seen.push(Buffer.from(bytes.subarray(start, end)).toString()),
      problem: (code) => seen.push(code),
    },
    layout,
  );
  splitter.push(Buffer.from(input));
  splitter.end();
  return seen;
}

it('takes no lines where an array is asked for, and the reverse', () => {
  expect(split('{}\n{}', 'json-patch')).toEqual(['json.syntax']);
  expect(split('', 'json-patch')).toEqual(['json.syntax']);
  expect(split('[{},{}]', 'json-patch')).toEqual(['{}', '{}']);
  expect(split('[{},{}]', 'jsonlines')).toEqual(['[{},{}]']);
});
