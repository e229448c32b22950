import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const pages = [
  ...readdirSync(root).filter((file) => file.endsWith('.md')),
  ...readdirSync(path.join(root, 'docs'), { recursive: true })
    .map((file) => path.join('docs', String(file)))
    .filter((file) => file.endsWith('.md')),
];

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** The anchors of a page, as GitHub makes them of headings. */
function anchorsOf(file: string): string[] {
  const headings = [
    ...read(file)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function brokenLinks(file: string): string[] {
  const links = [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [target = '', anchor] = link.split('#');
    const page = target === '' ? file : path.join(path.dirname(file), target);
    if (!existsSync(path.join(root, page))) return true;
    return anchor !== undefined && !anchorsOf(page).includes(anchor);
  });
}

test.each(pages)('every link of %s leads somewhere', (file) => {
  expect(brokenLinks(file)).toEqual([]);
});

test('every page of docs can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const file of reached)
    for (const [, link = ''] of read(file).matchAll(/\]\(([^)\s#]+\.md)[^)]*\)/g)) {
      const page = path.join(path.dirname(file), link);
      if (pages.includes(page)) reached.add(page);
    }
  expect(pages.filter((file) => file.startsWith('docs/') && !reached.has(file))).toEqual([]);
});
