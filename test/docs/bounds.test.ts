import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGE = readFileSync(new URL('../../docs/reference/serve.md', import.meta.url), 'utf8');
const [, bounds = ''] = /^## Bounds\n([\s\S]*?)^Every HTTP answer/m.exec(PAGE) ?? [];
const rows = bounds.split('\n').filter((line) => /^\| [^W]/.test(line));

test.each(rows)('the tests exist that fill %s', (row) => {
  const cells = row.split('|');
  const tests = [...(cells[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => `../server/${name}.test.ts`);
  expect(tests).not.toEqual([]);
  expect(tests.filter((test) => !existsSync(new URL(test, import.meta.url)))).toEqual([]);
});
