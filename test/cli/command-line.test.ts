import { describe, expect, test } from 'vitest';
import { extendCommand } from '../../src/cli/command-line.ts';

describe('a command line with more options', () => {
  test.each([
    ['as it was given', ['push', 'a.jsonl', '-e', 'staging'], [], 'brctl push a.jsonl -e staging'],
    ['options come last', ['push', 'a.jsonl'], ['--split'], 'brctl push a.jsonl --split'],
    [
      'but before operands behind --',
      ['push', '--', '-a.jsonl'],
      ['--split'],
      'brctl push --split -- -a.jsonl',
    ],
    [
      'in place of those that were given',
      ['push', '--mode', 'delta', 'a.jsonl', '--split', '--max-ops=5'],
      ['--mode', 'full', '--split', '--max-ops', '9'],
      'brctl push a.jsonl --mode full --split --max-ops 9',
    ],
    [
      'beside what was accepted, but for another limit of the same guard',
      ['push', 'a.jsonl', '--accept', 'price.scale', '--accept=guard.removals=5', '--because', 'old'],
      ['--accept', 'guard.shrink', '--accept', 'guard.removals=18', '--because', 'new'],
      'brctl push a.jsonl --accept price.scale --accept guard.shrink --accept guard.removals=18 --because new',
    ],
    ['words for the shell', ['push', 'my $file'], ['-o', ''], "brctl push 'my $file' -o ''"],
  ])('%s', (_what, words, more, expected) => {
    expect(extendCommand(words, more)).toBe(expected);
  });
});
