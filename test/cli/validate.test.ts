import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

const GOOD = '{"op":"add","path":"/products/1","value":{"attributes":{"title":"t","price":1,"url":"u"}}}\n';

let cwd: string;

beforeEach(() => {
  cwd = temporaryFolder();
  writeFileSync(path.join(cwd, 'good.jsonl'), GOOD);
  writeFileSync(path.join(cwd, 'bad.jsonl'), '{"op":"ad"}\n');
});

test('a file that is not there does not keep the others from being checked', async () => {
  const run = await runCli(['validate', 'good.jsonl', 'none.jsonl', 'bad.jsonl', '--json'], { cwd });
  expect(run.exitCode).toBe(5);
  expect(run.json()).toMatchObject({
    valid: false,
    files: [{ file: 'good.jsonl' }, { file: 'bad.jsonl' }],
  });
  expect(JSON.parse(run.stderr).error).toMatchObject({ code: 'file.not_found', file: 'none.jsonl' });
});

test('several files that are not there are all named', async () => {
  const run = await runCli(['validate', 'none.jsonl', 'good.jsonl', 'nothing.jsonl'], { cwd });
  expect([run.exitCode, run.stdout]).toEqual([5, expect.stringContaining('good.jsonl: ')]);
  expect(run.stderr).toMatch(/2 files do not exist\n {2}none\.jsonl: .*\n {2}nothing\.jsonl: /);
});

test('a link that leads to itself is a file that cannot be read', async () => {
  symlinkSync('loop', path.join(cwd, 'loop'));
  for (const argv of [
    ['validate', 'loop'],
    ['apply', 'good.jsonl', 'loop'],
    ['diff', 'loop', 'good.jsonl', '-o', 'delta.jsonl'],
  ]) {
    const run = await runCli(argv, { cwd });
    expect([run.exitCode, run.stdout + run.stderr]).toEqual([4, expect.stringContaining('file.unreadable')]);
  }
});

/** A product with everything that is recommended, so that nothing is found. */
const WHOLE = `${JSON.stringify({
  op: 'add',
  path: '/products/1',
  value: {
    attributes: {
      title: 't',
      price: 1,
      url: 'https://shop.example/1',
      category_paths: [[{ id: '1', name: 'Lamps' }]],
      description: 'd',
      availability: true,
      brand: 'b',
      thumb_image: 'https://shop.example/1.jpg',
    },
  },
})}\n`;
const QUOTED_PRICES = Array.from({ length: 30 }, (_, at) =>
  WHOLE.replace('/products/1"', `/products/${at}"`).replace('"price":1', '"price":"1"'),
).join('');

test('equal findings are one entry with their number, examples and the way to mend them', async () => {
  writeFileSync(path.join(cwd, 'quoted.jsonl'), QUOTED_PRICES);
  const { stdout, exitCode } = await runCli(['validate', 'quoted.jsonl'], { cwd });
  expect(exitCode).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toBe('quoted.jsonl: catalog of 30 products: valid, 30 warnings');
  expect(lines[1]).toBe('  warning  attribute.numeric_string: 30 times');
  expect(lines[2]).toMatch(
    /^ {9}line 1, column \d+, product 0, .*: 'price' is a number written as a string$/,
  );
  expect(lines.slice(5)).toEqual(['         … and 27 more', '         fix: write the number without quotes']);
  const more = await runCli(['validate', 'quoted.jsonl', '--max-errors', '25'], { cwd });
  expect(more.stdout.match(/product \d+,/g)).toHaveLength(25);
});

test('--fail-on warning fails where there are only warnings', async () => {
  writeFileSync(path.join(cwd, 'quoted.jsonl'), QUOTED_PRICES);
  const exit = async (...argv: string[]) => (await runCli(['validate', ...argv], { cwd })).exitCode;
  expect(await exit('quoted.jsonl')).toBe(0);
  expect(await exit('quoted.jsonl', '--fail-on', 'warning')).toBe(4);
  writeFileSync(path.join(cwd, 'whole.jsonl'), WHOLE);
  expect(await exit('whole.jsonl', '--fail-on', 'warning')).toBe(0);
  expect(await exit('bad.jsonl', '--fail-on', 'warning')).toBe(4);
});

test('--format sarif gives each finding with its rule and place', async () => {
  writeFileSync(path.join(cwd, 'quoted.jsonl'), QUOTED_PRICES);
  const run = await runCli(['validate', 'quoted.jsonl', 'bad.jsonl', '--format', 'sarif'], { cwd });
  expect(run.exitCode).toBe(4);
  const { version, runs } = run.json<{
    version: string;
    runs: { tool: { driver: { name: string; rules: { id: string }[] } }; results: unknown[] }[];
  }>();
  expect([version, runs[0]?.tool.driver.name]).toEqual(['2.1.0', 'brctl validate']);
  expect(runs[0]?.tool.driver.rules).toContainEqual({
    id: 'attribute.numeric_string',
    help: { text: 'write the number without quotes' },
  });
  expect(runs[0]?.results[0]).toMatchObject({
    ruleId: 'attribute.numeric_string',
    level: 'warning',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'quoted.jsonl' },
          region: { startLine: 1, startColumn: expect.any(Number) },
        },
      },
    ],
  });
  expect(runs[0]?.results).toContainEqual(expect.objectContaining({ level: 'error' }));
});
