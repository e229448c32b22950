import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** `A. Widget` is cited by its letter or by its words, `Body kinds` by its words. */
function headingsOf(file: string): string[] {
  const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.flatMap((heading) => {
    const [, label, words] = /^([A-H]\d*)\. (.+)$/.exec(heading) ?? [];
    return label === undefined || words === undefined ? [heading] : [label, words];
  });
}

const FACTS = headingsOf('docs/sources/public-facts.md');
const SPEC = headingsOf('docs/sources/spec.md');
const RULES_OF_SEARCHES = read('docs/sources/spec.md').match(/^\d+\. /gm)?.length ?? 0;

const pages = filesOf('docs', /\.md$/);
const citing = [...filesOf('src', /\.tsx?$/), ...pages.filter((file) => !file.includes('docs/sources/'))];

function filesOf(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((file) => path.join(folder, String(file)))
    .filter((file) => ending.test(file));
}

/** Every citation of a kind, with the file that it stands in. */
function citations(pattern: RegExp): { file: string; cited: string }[] {
  return citing.flatMap((file) =>
    [...read(file).matchAll(pattern)].map(([, cited = '']) => ({
      file,
      cited: cited.replace(/\s+\*? ?/g, ' '),
    })),
  );
}

test('every section that is cited of the public facts is there', () => {
  const cited = citations(/public-facts\s(?:\* )?([A-Z]\w*)/g);
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter((one) => !FACTS.includes(one.cited))).toEqual([]);
});

test('every heading that is cited of the interface is there', () => {
  const cited = citations(/[(;*|] ?spec: ([^);.|]*)/g);
  expect(cited.length).toBeGreaterThan(50);
  const isThere = (text: string) => {
    const rule = /^C rule (\d)/.exec(text);
    if (rule !== null) return Number(rule[1]) <= RULES_OF_SEARCHES;
    const [heading = ''] = text.split(',');
    return SPEC.includes(heading.trim());
  };
  expect(cited.filter((one) => !isThere(one.cited))).toEqual([]);
});

test('every page of the docs that a comment names is there', () => {
  const cited = citations(/\b(docs\/[\w./-]+\.md)\b/g);
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter((one) => !pages.includes(one.cited))).toEqual([]);
});
