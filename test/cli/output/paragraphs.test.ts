import { expect, test } from 'vitest';
import { fitHelp } from '../../../src/cli/output/paragraphs.ts';

const TEXT = 'one two three four\nfive six\n\nExamples:\n  brctl diff old.jsonl new.jsonl\n';

test.each([
  [12, 'one two\nthree four\nfive six\n\nExamples:\n  brctl diff old.jsonl new.jsonl\n'],
  [4, 'one\ntwo\nthree\nfour\nfive\nsix\n\nExamples:\n  brctl diff old.jsonl new.jsonl\n'],
  [80, 'one two three four five six\n\nExamples:\n  brctl diff old.jsonl new.jsonl\n'],
])('paragraphs fit into %i columns, indented lines stay', (columns, expected) => {
  expect(fitHelp(TEXT, columns)).toBe(expected);
  expect(fitHelp(expected, columns)).toBe(expected);
});
