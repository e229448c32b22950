import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { showInPager } from '../../../src/base/process/pager.ts';

const text = 'one\ntwo\nthree\nfour\n';

test("a text that is higher than the terminal goes to the pager, which is given git's defaults for less", async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'brctl-test-')), 'shown');
  const pager = `{ echo "$LESS" "$LESSCHARSET"; cat; } > '${file}'`;
  expect(await showInPager(text, 3, { BRCTL_PAGER: pager, PAGER: 'false' })).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(`FRX utf-8\n${text}`);
});

test.each([
  ['fits', 24, 'exit 0'],
  ['meets cat', 2, 'cat'],
  ['meets an empty pager', 2, ''],
  ['meets a pager that is not there', 2, 'brctl-no-such-pager'],
])('a text that %s is left to be printed', async (_, rows, pager) => {
  expect(await showInPager(text, rows, { PAGER: pager })).toBe(false);
});

test('a pager that ends before it has read everything is no failure', async () => {
  expect(await showInPager('line\n'.repeat(200_000), 3, { PAGER: 'head -1 > /dev/null' })).toBe(true);
});
