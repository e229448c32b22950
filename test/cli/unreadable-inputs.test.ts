import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

const cwd = temporaryFolder();
writeFileSync(path.join(cwd, 'good.jsonl'), '');
mkdirSync(path.join(cwd, 'folder'));
symlinkSync('loop', path.join(cwd, 'loop'));

/** Command lines that end in the name of a file to read. */
const READERS = ['diff good.jsonl', 'apply good.jsonl', 'submit', 'push', 'push good.jsonl --base'];

describe.each(READERS)('%s', (commandLine) => {
  test.each([
    ['none.jsonl', 5, 'file.not_found'],
    ['folder', 4, 'file.is_folder'],
    ['loop', 4, 'file.unreadable'],
  ])('%s is told by the name that was given', async (name, exitCode, code) => {
    const run = await runCli([...commandLine.split(' '), name, '--json'], { cwd });
    expect(run.exitCode).toBe(exitCode);
    const { error } = JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '');
    expect(error).toMatchObject({ code, file: name, hint: expect.any(String) });
  });
});

describe('a file of another kind is told by what it is, not by a list of its lines', () => {
  const target = ['--account-id', '1', '--catalog', 'c', '--catalog-url', 'http://127.0.0.1:9/'];
  const env = { BRCTL_API_KEY: 'canary' };
  const files = {
    csv: 'id,title\nP1,a\nP2,b\n',
    xml: '<rss>\n</rss>\n',
    zip: 'PK\u0003\u0004\n\n',
    json: '{\n  "@context": "https://schema.org",\n  "@graph": []\n}\n',
    jsonld: '{"@type":"Product","sku":"P1"}\n{"@type":"Product","sku":"P2"}\n',
    records: '{"id":"P1","attributes":{}}\n{"id":"P2","attributes":{}}\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text);
  const convert = 'brctl convert makes a catalog of a product feed';

  test.each([
    [['diff', 'good.jsonl'], 'csv', 'this looks like CSV, not a catalog', convert],
    [['submit', ...target], 'csv', 'this looks like CSV, not a catalog', convert],
    [['push', ...target], 'csv', 'this looks like CSV, not a catalog', convert],
    [['submit', ...target], 'xml', 'this looks like XML, not a catalog', convert],
    [
      ['diff', 'good.jsonl'],
      'zip',
      'this is a zip archive or an Excel workbook, not a catalog',
      'unpack it, or save the table as CSV for brctl convert',
    ],
    [['push', ...target], 'json', 'this looks like JSON over several lines, not a catalog', convert],
    [['push', ...target], 'jsonld', 'this looks like JSON-LD, not a catalog', convert],
    [['diff', 'good.jsonl'], 'jsonld', 'this looks like JSON-LD, not a catalog', convert],
  ])('%j %s', async (argv, name, message, hint) => {
    const run = await runCli([...argv, name, '--json'], { cwd, env });
    const { error } = JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '');
    expect([run.exitCode, error]).toEqual([
      4,
      expect.objectContaining({ file: name, line: 1, message, hint }),
    ]);
    expect(error.problems).toHaveLength(1);
  });

  test.each([
    ['xml', 'XML'],
    ['csv', 'CSV'],
    ['json', 'JSON over several lines'],
    ['jsonld', 'JSON-LD'],
  ])('validate %s', async (name, what) => {
    const run = await runCli(['validate', name], { cwd });
    const told = `${name}: this looks like ${what}, not a catalog\n  fix: ${convert}\n`;
    expect([run.exitCode, run.stdout]).toEqual([4, told]);
  });

  test('a plain record lacks no path and op', async () => {
    const run = await runCli(['submit', ...target, 'records', '--json'], { cwd, env });
    const { error } = JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '');
    expect(error).toMatchObject({
      message: 'this is a plain record, not an operation, and 1 more problem',
      hint: 'for plain records: --from records',
      problems: [{ line: 1 }, { line: 2 }],
    });
  });
});
