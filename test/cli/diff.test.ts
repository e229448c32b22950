import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

function record(id: string, price: number): string {
  return `{"op":"add","path":"/products/${id}","value":{"attributes":{"title":"T ${id}","price":${price}}}}\n`;
}

function catalogs(changed: number, total: number): { cwd: string } {
  const cwd = temporaryFolder();
  const ids = Array.from({ length: total }, (_, index) => `P${index}`);
  writeFileSync(path.join(cwd, 'old.jsonl'), ids.map((id) => record(id, 1)).join(''));
  writeFileSync(
    path.join(cwd, 'new.jsonl'),
    ids.map((id, index) => record(id, index < changed ? 2 : 1)).join(''),
  );
  return { cwd };
}

const change = (id: string) => `{"op":"add","path":"/products/${id}/attributes/price","value":2}`;

describe('brctl diff', () => {
  it('prints the delta on stdout and the summary on stderr', async () => {
    const run = await runCli(['diff', 'old.jsonl', 'new.jsonl'], catalogs(1, 9));
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toBe(`${change('P0')}\n`);
    expect(run.stderr).toContain('1 operation, 62 bytes: 1 changed, 0 added, 0 missing, 8 unchanged');
  });

  it('takes a catalog from stdin', async () => {
    const run = await runCli(['diff', 'old.jsonl', '-'], { ...catalogs(0, 1), stdin: record('P0', 2) });
    expect(run.stdout).toBe(`${change('P0')}\n`);
  });

  it('writes a file instead, compressed by its name', async () => {
    const { cwd } = catalogs(2, 9);
    const run = await runCli(['diff', 'old.jsonl', 'new.jsonl', '-o', 'delta.jsonl.gz'], { cwd });
    expect(run.stdout).toBe('');
    const delta = gunzipSync(readFileSync(path.join(cwd, 'delta.jsonl.gz'))).toString();
    expect(delta).toBe(`${change('P0')}\n${change('P1')}\n`);
  });

  it.each(['old.jsonl', './new.jsonl'])('does not write the delta over its catalog %s', async (output) => {
    const { cwd } = catalogs(1, 2);
    const before = readFileSync(path.join(cwd, output), 'utf8');
    const run = await runCli(['diff', 'old.jsonl', 'new.jsonl', '-o', output], { cwd });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('error usage.conflict');
    expect(readFileSync(path.join(cwd, output), 'utf8')).toBe(before);
  });

  it('writes one JSON array with --format json-patch', async () => {
    const run = await runCli(['diff', 'old.jsonl', 'new.jsonl', '--format', 'json-patch'], catalogs(2, 9));
    expect(run.stdout).toBe(`[${change('P0')},\n${change('P1')}]\n`);
    const none = await runCli(['diff', 'old.jsonl', 'old.jsonl', '--format', 'json-patch'], catalogs(2, 9));
    expect(none.stdout).toBe('[]\n');
  });

  it('exits 10 with --exit-code when there are differences', async () => {
    expect((await runCli(['diff', 'old.jsonl', 'new.jsonl', '--exit-code'], catalogs(1, 2))).exitCode).toBe(
      10,
    );
    expect((await runCli(['diff', 'old.jsonl', 'new.jsonl', '--exit-code'], catalogs(0, 2))).exitCode).toBe(
      0,
    );
  });

  it('divides the delta into files of at most --max-ops operations with --split', async () => {
    const { cwd } = catalogs(5, 5);
    const args = ['diff', 'old.jsonl', 'new.jsonl', '--split', '--max-ops', '2', '-o', 'delta.jsonl'];
    const run = await runCli(args, { cwd });
    expect(run.exitCode).toBe(0);
    const parts = ['delta_01.jsonl', 'delta_02.jsonl', 'delta_03.jsonl'].map((name) =>
      readFileSync(path.join(cwd, name), 'utf8'),
    );
    expect(parts).toEqual([
      `${change('P0')}\n${change('P1')}\n`,
      `${change('P2')}\n${change('P3')}\n`,
      `${change('P4')}\n`,
    ]);
    expect(run.stderr).toContain('Each job is atomic; the set is not');
  });

  it('counts the bytes of what is written, frames included', async () => {
    for (const [options, names] of [
      [['-o', 'delta.json'], ['delta.json']],
      [
        ['-o', 'delta.json', '--split', '--max-ops', '2'],
        ['delta_01.json', 'delta_02.json', 'delta_03.json'],
      ],
    ] as const) {
      const { cwd } = catalogs(5, 5);
      const run = await runCli(
        ['diff', 'old.jsonl', 'new.jsonl', '--format', 'json-patch', '--json', ...options],
        { cwd },
      );
      const sizes = names.map((name) => readFileSync(path.join(cwd, name)).length);
      expect(run.json().delta_bytes).toBe(sizes.reduce((sum, bytes) => sum + bytes, 0));
    }
  });

  it('removes the parts that an older, larger set left behind the last new one, and says so', async () => {
    const { cwd } = catalogs(5, 5);
    const split = ['diff', 'old.jsonl', 'new.jsonl', '--split', '-o', 'delta.jsonl', '--max-ops'];
    await runCli([...split, '1'], { cwd });
    writeFileSync(path.join(cwd, 'delta_2024.jsonl'), 'of another kind');
    const run = await runCli([...split, '3'], { cwd });
    expect(run.stderr).toContain(
      'warning: removed parts left by an older delta: delta_03.jsonl, delta_04.jsonl, delta_05.jsonl\n',
    );
    expect(readdirSync(cwd).sort()).toEqual(
      ['delta_01.jsonl', 'delta_02.jsonl', 'delta_2024.jsonl', 'new.jsonl', 'old.jsonl'].sort(),
    );
  });

  it('refuses to write or remove a part that is one of the catalogs', async () => {
    const { cwd } = catalogs(5, 5);
    renameSync(path.join(cwd, 'old.jsonl'), path.join(cwd, 'catalog_04.jsonl'));
    const run = await runCli(['diff', 'catalog_04.jsonl', 'new.jsonl', '--split', '-o', 'catalog.jsonl'], {
      cwd,
    });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('a part of the delta would overwrite catalog_04.jsonl');
    expect(readdirSync(cwd)).toEqual(['catalog_04.jsonl', 'new.jsonl']);
  });

  it('refuses more than --max-ops operations without --split, and writes nothing', async () => {
    const run = await runCli(['diff', 'old.jsonl', 'new.jsonl', '--max-ops', '2'], catalogs(3, 5));
    expect(run.exitCode).toBe(4);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain('error input.too_many_ops (exit 4)');
    expect(run.stderr).toContain('fix   brctl diff old.jsonl new.jsonl --max-ops 2 --split -o delta.jsonl\n');
  });

  it('advises a full load with the figures when over a fifth of the products is touched', async () => {
    const run = await runCli(['diff', 'old.jsonl', 'new.jsonl'], catalogs(5, 10));
    expect(run.stderr).toContain('consider a full load: 5 products (50 %) are touched');
    expect(run.stderr).toContain('full load  10 products, 850 bytes, 1 job');
  });

  it('shows old and new values with --explain', async () => {
    const run = await runCli(['diff', 'old.jsonl', 'new.jsonl', '--explain'], catalogs(1, 2));
    expect(run.stderr).toContain('P0 changed\n  ~ attributes/price: 1 -> 2\n');
  });

  it('explains what becomes of a product that vanished', async () => {
    const cwd = temporaryFolder();
    const lamp = (attributes: string) =>
      `{"op":"add","path":"/products/L","value":{"attributes":${attributes}}}\n`;
    writeFileSync(path.join(cwd, 'new.jsonl'), '');
    const explained = async (attributes: string, missing: string) => {
      writeFileSync(path.join(cwd, 'old.jsonl'), lamp(attributes));
      const run = await runCli(['diff', 'old.jsonl', 'new.jsonl', '--explain', '--missing', missing], {
        cwd,
      });
      return run.stderr.split('\n').filter((text) => /^(L | {2}[-+~])/.test(text));
    };
    const lines = (change: string) => ['L removed', `  ${change}`];
    expect(await explained('{"availability":true}', 'unavailable')).toEqual(
      lines('~ attributes/availability: true -> false'),
    );
    expect(await explained('{"a":1}', 'unavailable')).toEqual(lines('+ attributes/availability: false'));
    expect(await explained('{"a":1}', 'remove')).toEqual(lines('- record: {"attributes":{"a":1}}'));
    expect(await explained('{"a":1}', 'ignore')).toEqual([]);
  });

  it('prints a document with --json when the delta goes to a file', async () => {
    const run = await runCli(['diff', 'old.jsonl', 'new.jsonl', '-o', 'd.jsonl', '--json'], catalogs(1, 4));
    expect(run.json()).toMatchObject({
      schema: 'brctl.diff/1',
      operations: 1,
      changed: 1,
      files: ['d.jsonl'],
    });
  });

  it('reads plain records with --format records, --from records or --input-format records', async () => {
    const cwd = temporaryFolder();
    writeFileSync(path.join(cwd, 'old.jsonl'), '{"id":"a/b","attributes":{"price":1}}\n');
    writeFileSync(path.join(cwd, 'new.jsonl'), '{"attributes":{"price":2.50},"id":"a/b"}\n');
    for (const option of ['--format', '--from', '--input-format']) {
      const run = await runCli(['diff', 'old.jsonl', 'new.jsonl', option, 'records'], { cwd });
      expect(run.stdout).toBe('{"op":"add","path":"/products/a~1b/attributes/price","value":2.50}\n');
    }
  });

  it('names file, line and column of a malformed line, exits 4 and leaves no file', async () => {
    const { cwd } = catalogs(1, 2);
    writeFileSync(
      path.join(cwd, 'new.jsonl'),
      `${record('P0', 1)}{"op":"add","path":"/products/P1","value":{]}\n`,
    );
    const run = await runCli(['diff', 'old.jsonl', 'new.jsonl', '-o', 'delta.jsonl'], { cwd });
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toContain('new.jsonl, line 2, column 44');
    expect(() => readFileSync(path.join(cwd, 'delta.jsonl'))).toThrow();
  });

  it('exits 5 for a file that is not there and 2 for stdin twice', async () => {
    expect((await runCli(['diff', 'no.jsonl', 'new.jsonl'], catalogs(0, 1))).exitCode).toBe(5);
    expect((await runCli(['diff', '-', '-'], catalogs(0, 1))).exitCode).toBe(2);
  });
});
