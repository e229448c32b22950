import { expect, test } from 'vitest';
import { wrapHelp } from '../../../src/cli/output/wrap-text.ts';

const TEXT = 'one two three four\nfive six\n\nExamples:\n  brctl diff old.jsonl new.jsonl\n';

test.each([
  [24, 'one two three four five\nsix\n\nExamples:\n  brctl diff old.jsonl\n    new.jsonl\n'],
  [80, 'one two three four five six\n\nExamples:\n  brctl diff old.jsonl new.jsonl\n'],
])('paragraphs and indented lines fit into %i columns', (columns, expected) => {
  expect(wrapHelp(TEXT, columns)).toBe(expected);
  expect(wrapHelp(expected, columns)).toBe(expected);
});
