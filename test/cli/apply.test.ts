import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

const add = (id: string, attributes: string) =>
  `{"op":"add","path":"/products/${id}","value":{"attributes":${attributes}}}\n`;
const CATALOG = add('1', '{"price":1.10}') + add('2', '{}');
const DELTA = '{"op":"add","path":"/products/2/attributes/id","value":1234567890123456789}\n';
const CHANGED = add('1', '{"price":1.10}') + add('2', '{"id":1234567890123456789}');

function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

describe('brctl apply', () => {
  it('prints the new catalog and says on stderr what it came to', async () => {
    const cwd = folderWith({ 'old.jsonl': CATALOG, 'delta.jsonl': DELTA });
    const { exitCode, stdout, stderr } = await runCli(['apply', 'old.jsonl', 'delta.jsonl'], { cwd });
    expect([exitCode, stdout]).toEqual([0, CHANGED]);
    expect(stderr).toContain(
      '1 operation applied: 0 added, 1 changed, 0 removed; 2 records in the catalog now',
    );
  });

  it('takes the delta or the catalog from stdin, but not both', async () => {
    const cwd = folderWith({ 'old.jsonl': CATALOG, 'delta.jsonl': DELTA });
    expect((await runCli(['apply', 'old.jsonl', '-'], { cwd, stdin: DELTA })).stdout).toBe(CHANGED);
    expect((await runCli(['apply', '-', 'delta.jsonl'], { cwd, stdin: CATALOG })).stdout).toBe(CHANGED);
    expect((await runCli(['apply', '-', '-'], { cwd })).exitCode).toBe(2);
  });

  it('refuses a delta that was made to fill the memory long before it has', async () => {
    const cwd = folderWith({ 'old.jsonl': CATALOG });
    writeFileSync(path.join(cwd, 'delta.gz'), gzipSync(Buffer.alloc(80_000_000, '\n')));
    const { exitCode, stderr } = await runCli(['apply', 'old.jsonl', 'delta.gz'], { cwd });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('the gzip file inflates to over 64.0 MB, more than 100 times its size');
    expect(stderr).toContain('error gzip.bomb (exit 4)');
  });

  it('makes lines of a JSON array, with the command that diff names', async () => {
    const array = `[${CATALOG.trim().split('\n').join(',\n')}]`;
    const cwd = folderWith({ 'a.json': array, 'old.jsonl': CATALOG });
    const refused = await runCli(['diff', 'old.jsonl', '-'], { cwd, stdin: array });
    expect(refused.stderr).toContain('brctl apply - /dev/null -o lines.jsonl');
    const { stdout } = await runCli(['apply', 'a.json', '/dev/null'], { cwd });
    expect(stdout).toBe(CATALOG);
  });

  it('warns in one line, whatever stands in a name', async () => {
    const delta = add('2', '{"a\\nb\\u001b[2J":1}');
    const cwd = folderWith({ 'old.jsonl': CATALOG, 'delta.jsonl': delta });
    const { exitCode, stderr } = await runCli(['apply', 'old.jsonl', 'delta.jsonl'], { cwd });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^warning: delta\.jsonl, line 1, .*invalid attribute name '.*': use letters.*$/m);
    expect(stderr).not.toContain('\u001b');
  });

  it('writes a file whole, compressed by its name', async () => {
    const cwd = folderWith({ 'old.jsonl': CATALOG, 'delta.jsonl': DELTA });
    const { exitCode, stdout } = await runCli(['apply', 'old.jsonl', 'delta.jsonl', '-o', 'new.jsonl.gz'], {
      cwd,
    });
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(gunzipSync(readFileSync(path.join(cwd, 'new.jsonl.gz'))).toString()).toBe(CHANGED);
  });

  it('leaves the file that is there, and nothing else, when an operation fails', async () => {
    const cwd = folderWith({
      'old.jsonl': CATALOG,
      'delta.jsonl': `${DELTA}{"op":"remove","path":"/products/9"}`,
      'new.jsonl': 'as it was',
    });
    const { exitCode, stderr } = await runCli(['apply', 'old.jsonl', 'delta.jsonl', '-o', 'new.jsonl'], {
      cwd,
    });
    expect(exitCode).toBe(4);
    expect(stderr).toContain("product '9' does not exist and cannot be removed");
    expect(stderr).toContain('delta.jsonl, line 2');
    expect(stderr).toContain('error operation.missing_target (exit 4)');
    expect(readFileSync(path.join(cwd, 'new.jsonl'), 'utf8')).toBe('as it was');
    expect(readdirSync(cwd).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it('warns of what the service would refuse, but not without end', async () => {
    const bad = '{"op":"add","path":"/products/2/attributes/a-b","value":1}\n';
    const cwd = folderWith({ 'old.jsonl': CATALOG, 'delta.jsonl': bad.repeat(5) });
    const { exitCode, stderr } = await runCli(['apply', 'old.jsonl', 'delta.jsonl', '--max-errors', '2'], {
      cwd,
    });
    expect(exitCode).toBe(0);
    expect(stderr.split('\n').filter((text) => text.startsWith('warning: delta.jsonl, line'))).toHaveLength(
      2,
    );
    expect(stderr).toContain('warning: 3 more like these (--max-errors)');
  });

  it('prints nothing on stdout when an operation fails', async () => {
    const cwd = folderWith({ 'old.jsonl': CATALOG, 'delta.jsonl': '{"op":"remove","path":"/products/9"}' });
    expect(await runCli(['apply', 'old.jsonl', 'delta.jsonl'], { cwd })).toMatchObject({
      exitCode: 4,
      stdout: '',
    });
  });

  it('exits 5 for a file that is not there and makes none', async () => {
    const cwd = folderWith({ 'old.jsonl': CATALOG });
    expect((await runCli(['apply', 'old.jsonl', 'none.jsonl', '-o', 'new.jsonl'], { cwd })).exitCode).toBe(5);
    expect(existsSync(path.join(cwd, 'new.jsonl'))).toBe(false);
  });
});

describe('brctl validate', () => {
  it('says that good files are valid', async () => {
    const cwd = folderWith({ 'delta.jsonl': DELTA });
    const { exitCode, stdout } = await runCli(['validate', 'delta.jsonl'], { cwd });
    expect([exitCode, stdout]).toEqual([0, 'delta.jsonl: delta of 1 operation: valid\n']);
  });

  it('lists problems by line with their places and codes, and exits 4', async () => {
    const cwd = folderWith({
      'bad.jsonl': `${DELTA}{"op":"replace","path":"/products/1","value":1}\nx\n`,
      'good.jsonl': DELTA,
    });
    const { exitCode, stdout } = await runCli(['validate', 'good.jsonl', 'bad.jsonl'], { cwd });
    expect(exitCode).toBe(4);
    expect(stdout.split('\n')).toEqual([
      'good.jsonl: delta of 1 operation: valid',
      'bad.jsonl: delta of 1 operation: 2 errors',
      "  error  line 2, column 7, product 1, /op: the service has no operation 'replace'  [operation.op_unknown]",
      '         fix: write add: it also replaces',
      "  error  line 3, column 1: expected a value, but found 'x'  [json.syntax]",
      '         fix: write the line with a JSON library instead of assembling its text',
      '',
    ]);
  });

  it('shows no more than asked for and counts the rest', async () => {
    const cwd = folderWith({ 'bad.jsonl': 'x\n'.repeat(30) });
    const { stdout } = await runCli(['validate', 'bad.jsonl', '--max-errors', '2'], { cwd });
    expect(stdout).toContain('30 errors');
    expect(stdout).toContain('json.syntax: 30 times');
    expect(stdout).toContain('… and 28 more');
    expect(stdout.trim().split('\n')).toHaveLength(6);
    expect(stdout.split('fix:')).toHaveLength(2);
  });

  it('prints one document with --json', async () => {
    const run = await runCli(['validate', '-', '--json'], { stdin: '{"op":"add"}' });
    expect(run.exitCode).toBe(4);
    expect(Object.keys(run.json())[0]).toBe('schema');
    expect(run.json()).toMatchObject({
      schema: 'brctl.validate/1',
      valid: false,
      errors: 2,
      files: [
        {
          file: 'stdin',
          kind: 'empty',
          problems: [{ code: 'operation.path_missing', line: 1, column: 1 }, {}],
        },
      ],
    });
  });

  it('checks by the rules of a full load when told so', async () => {
    const cwd = folderWith({ 'delta.jsonl': '{"op":"remove","path":"/products/1"}' });
    expect((await runCli(['validate', 'delta.jsonl'], { cwd })).exitCode).toBe(0);
    expect((await runCli(['validate', 'delta.jsonl', '--mode', 'full'], { cwd })).exitCode).toBe(4);
  });

  it('exits 5 for a file that is not there', async () => {
    expect((await runCli(['validate', 'none.jsonl'])).exitCode).toBe(5);
  });
});
