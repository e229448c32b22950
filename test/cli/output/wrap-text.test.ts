import { expect, test } from 'vitest';
import { wrapText } from '../../../src/cli/output/wrap-text.ts';

const at = (columns: number) => (text: string) => wrapText(text, { isTty: true, columns }).split('\n');

test('lines are broken between words; what goes on stands behind the labels', () => {
  expect(at(40)('  why   that is 66.9 % of the last count of this feed')).toEqual([
    '  why   that is 66.9 % of the last count',
    '        of this feed',
  ]);
  expect(at(40)('ok       catalog API   accepts the key of the account')).toEqual([
    'ok       catalog API   accepts the key',
    '         of the account',
  ]);
  expect(at(30)('the catalog shrank from 299 to 200 products')).toEqual([
    'the catalog shrank from 299 to',
    '  200 products',
  ]);
  expect(at(30)('short')).toEqual(['short']);
});

test('labels that take more than half of the terminal are not kept free', () => {
  expect(at(30)('  a-label-of-many-columns  and what it means')).toEqual([
    '  a-label-of-many-columns  and',
    '    what it means',
  ]);
});

test('a number stays with its unit', () => {
  expect(at(24)('up to 60 may, which is 33.1 %) of it')).toEqual([
    'up to 60 may, which is',
    '  33.1 %) of it',
  ]);
  expect(at(24)('sent in one request: 1.1 MB')).toEqual(['sent in one request:', '  1.1 MB']);
});

test('a command is broken so that a shell takes it as one', () => {
  expect(
    at(50)("  fix   check it; brctl push 'my feed.jsonl' --allow-shrink --allow-removals 99, then go on"),
  ).toEqual([
    "  fix   check it; brctl push 'my feed.jsonl' \\",
    '        --allow-shrink --allow-removals 99, then',
    '        go on',
  ]);
});

test('a sentence about a command is none to copy', () => {
  expect(at(30)('brctl push: the catalog has shrunk - look')).toEqual([
    'brctl push: the catalog has',
    '  shrunk - look',
  ]);
  expect(at(40)('  brctl push a.jsonl -e production    sends what changed')).toEqual([
    '  brctl push a.jsonl -e production',
    '    sends what changed',
  ]);
});

test('a word that is wider than the terminal stays whole, bold and colour take no room', () => {
  const id = '9f2c0000-2070-4362-8786-b40afc7ceddb';
  expect(at(20)(`job ${id} failed`)).toEqual([`job ${id}`, 'failed']);
  expect(at(20)('\u001b[1mok\u001b[22m eighteen columns')).toEqual([
    '\u001b[1mok\u001b[22m eighteen columns',
  ]);
});

test('a word that is too wide for what is behind the label goes as far to the right as it can, or stays', () => {
  expect(at(40)('  keyFile  /home/user/.local/state/serve/key')).toEqual([
    '  keyFile',
    '       /home/user/.local/state/serve/key',
  ]);
  const line = '  keyFile  /home/user/.local/state/brctl/serve/the-key';
  expect(at(40)(line)).toEqual([line]);
});

test('what does not go to a terminal stays as it is', () => {
  const text = 'a line that is longer than twenty columns';
  expect(wrapText(text, { isTty: false, columns: 20 })).toBe(text);
});
