import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileWords, indexWords, listWords } from '../../../../src/client/convert/values/words.ts';

type Words = Readonly<Record<string, string>>;

const folder = new URL('../../../../words/', import.meta.url);
const FILES = readdirSync(folder).map((name) => {
  const { about, ...languages } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  return { name, about: about as string, languages: languages as Readonly<Record<string, Words>> };
});

/** Values that are compared whole; all others of these two files are pieces of a regular expression. */
const WHOLE = /^(?:(?:un)?available|yes|no)$/;
const PATTERNS = FILES.filter(({ name }) => ['field-names.json', 'availability.json'].includes(name));

/** The alternatives of a text: bars inside of brackets divide none. */
function listFragments(text: string): string[] {
  const fragments = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === '|' && depth === 0) fragments.push('');
    else fragments.push(fragments.pop() + character);
  }
  return fragments;
}

test.each(FILES)('$name explains itself, and is by language and meaning', ({ about, languages }) => {
  expect(about).toMatch(/^[A-Z].*\.$/);
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const unknown = Object.keys(languages).filter((code) => code !== 'any' && names.of(code) === undefined);
  expect(unknown).toEqual([]);
  const empty = Object.values(languages).filter((words) => Object.keys(words).length === 0);
  expect(empty).toEqual([]);
});

test.each(FILES)('$name has no word twice for one meaning, and none that is empty', ({ languages }) => {
  const all = Object.values(languages).flatMap((words) =>
    Object.entries(words).flatMap(([meaning, text]) =>
      listFragments(text).map((fragment) => `${meaning}: ${fragment}`),
    ),
  );
  expect(all.filter((one, index) => all.indexOf(one) < index || one.endsWith(': '))).toEqual([]);
});

test.each(PATTERNS)('each piece of a regular expression in $name is one', ({ languages }) => {
  const all = Object.values(languages).flatMap((words) =>
    Object.entries(words).filter(([meaning]) => !WHOLE.test(meaning)),
  );
  expect(all.length).toBeGreaterThan(50);
  for (const [, text] of all) for (const piece of listFragments(text)) new RegExp(piece, 'u');
});

test.each(['field-names.json', 'exact-names.json', 'availability.json'])(
  'no meaning in %s is one language alone: it would be a slip of the pen',
  (file) => {
    const { languages = {} } = FILES.find(({ name }) => name === file) ?? {};
    const all = Object.values(languages).flatMap((words) => Object.keys(words));
    const shared = new Set([...Object.keys({ ...languages.en, ...languages.any })]);
    expect(all.filter((one) => !shared.has(one) && all.indexOf(one) === all.lastIndexOf(one))).toEqual([]);
  },
);

const EXAMPLE = { about: 'Two languages.', en: { red: 'red|scarlet', blue: 'blue' }, de: { red: 'rot' } };

test('languages are joined', () => {
  expect(listWords(EXAMPLE, 'red')).toEqual(['red', 'scarlet', 'rot']);
  expect(Object.fromEntries(indexWords(EXAMPLE))).toEqual({
    red: 'red',
    scarlet: 'red',
    blue: 'blue',
    rot: 'red',
  });
  expect(compileWords(EXAMPLE, '^a{2}(?:{red}|{blue})$', 'i').source).toBe('^a{2}(?:red|scarlet|rot|blue)$');
  expect(compileWords(EXAMPLE, '{green}').test('green')).toBe(false);
});
