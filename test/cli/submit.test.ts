import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { json, reset, text } from '../client/api/scripted-server.ts';
import { type CatalogScript, type CatalogServer, JOB, jobOf, startCatalogServer } from './catalog-server.ts';

const LINE = '{"op":"add","path":"/products/1/attributes/price","value":1.10}\n';
const PRODUCTS = '/dataconnect/api/v1/accounts/4242/catalogs/lighting_en/products';

let server: CatalogServer;

async function start(script?: CatalogScript): Promise<CatalogServer> {
  server = await startCatalogServer(script);
  return server;
}

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(path.join(server.home, name), content);
  return name;
}

afterEach(() => server.close());

describe('submit', () => {
  test('prints the job id and nothing else on stdout', async () => {
    const { run, seen } = await start();
    const result = await run(['submit', write('delta.jsonl', LINE)]);
    expect(result).toMatchObject({ exitCode: 0, stdout: `${JOB}\n` });
    expect(seen).toMatchObject([
      { method: 'PATCH', url: PRODUCTS, headers: { 'content-type': 'application/json-patch+jsonlines' } },
    ]);
    expect(seen[0]?.body.toString()).toBe(LINE);
  });

  test.each([
    ['delta.jsonl.gz', gzipSync(LINE), 'application/json-patch+jsonlines', 'gzip', gzipSync(LINE)],
    ['named-otherwise', gzipSync(LINE), 'application/json-patch+jsonlines', 'gzip', gzipSync(LINE)],
    [
      'delta.json',
      Buffer.from(`[${LINE}]`),
      'application/json-patch+json',
      undefined,
      Buffer.from(`[${LINE}]`),
    ],
    [
      'delta.json.gz',
      gzipSync(`[${LINE}]`),
      'application/json-patch+json',
      undefined,
      Buffer.from(`[${LINE}]`),
    ],
    [
      'files.json',
      Buffer.from('["a/b.jsonl.gz"]'),
      'application/json',
      undefined,
      Buffer.from('["a/b.jsonl.gz"]'),
    ],
  ])('sends %s as what it is', async (name, content, contentType, encoding, sent) => {
    const { run, seen } = await start();
    expect((await run(['submit', write(name, content)])).exitCode).toBe(0);
    expect(seen[0]?.headers['content-type']).toBe(contentType);
    expect(seen[0]?.headers['content-encoding']).toBe(encoding);
    expect(seen[0]?.body.equals(sent)).toBe(true);
  });

  test('reads stdin, and sends a full load as PUT', async () => {
    const { run, seen } = await start();
    const record = LINE.replace('/attributes/price', '').replace(
      '1.10',
      '{"attributes":{"title":"A","price":1,"url":"https://a.example"}}',
    );
    expect((await run(['submit', '-', '--mode', 'full'], record)).exitCode).toBe(0);
    expect(seen).toMatchObject([{ method: 'PUT', url: PRODUCTS }]);
  });

  test('sends SFTP paths', async () => {
    const { run, seen } = await start();
    await run(['submit', '--sftp', 'a/1.jsonl', 'a/2.jsonl', '--mode', 'full']);
    expect(seen[0]).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/json' } });
    expect(seen[0]?.body.toString()).toBe('["a/1.jsonl","a/2.jsonl"]');
  });

  test('waits for the end with --wait', async () => {
    const { run, seen } = await start({ states: ['queued', 'running', 'success'] });
    const result = await run(['submit', write('delta.jsonl', LINE), '--wait', '--json']);
    expect(result.exitCode).toBe(0);
    expect(result.json()).toMatchObject({
      schema: 'brctl.submit/1',
      job_id: JOB,
      requests: [{ status: 'success' }],
    });
    expect(seen.map(({ method }) => method)).toEqual(['PATCH', 'GET', 'GET', 'GET']);
  });

  test.each([
    ['failed', 8, 'error job.failed (exit 8)'],
    ['killed', 8, 'error job.killed (exit 8)'],
    ['skipped', 0, 'was skipped'],
  ])('a job that ends %s exits %d', async (state, exitCode, remark) => {
    const { run } = await start({ states: ['running', state] });
    const result = await run(['submit', write('delta.jsonl', LINE), '--wait']);
    expect(result).toMatchObject({ exitCode, stdout: `${JOB}\n` });
    expect(result.stderr).toContain(remark);
  });

  test('that waits too long exits 9 with the command that goes on', async () => {
    const { run } = await start({ states: ['running'] });
    const result = await run(['submit', write('delta.jsonl', LINE), '--wait', '--timeout', '0s']);
    expect(result.exitCode).toBe(9);
    expect(result.stderr).toContain(`fix   brctl status ${JOB} --wait -e staging`);
  });

  test('shows the exact request with --dry-run, the key masked, and sends nothing', async () => {
    const { run, seen } = await start();
    const result = await run(['submit', write('delta.jsonl', LINE), '--dry-run']);
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toContain(`PATCH ${server.url}${PRODUCTS}\n`);
    expect(result.stdout).toContain('Content-Type: application/json-patch+jsonlines\n');
    expect(result.stdout).not.toContain('canary');
    expect(seen).toEqual([]);
  });

  test('splits what is over the limit into jobs in order, no product divided', async () => {
    const { run, seen } = await start();
    const operation = (product: number, name: string) =>
      `{"op":"add","path":"/products/${product}/attributes/${name}","value":"x"}\n`;
    const delta = [1, 2, 3].flatMap((product) => [operation(product, 'brand'), operation(product, 'color')]);
    const file = write('delta.jsonl', delta.join(''));
    const result = await run(['submit', file, '--split', '--max-ops', '3']);
    expect(result).toMatchObject({ exitCode: 0, stdout: `${jobOf(0)}\n${jobOf(1)}\n${jobOf(2)}\n` });
    expect(seen.map(({ body }) => body.toString())).toEqual([
      delta.slice(0, 2).join(''),
      delta.slice(2, 4).join(''),
      delta.slice(4).join(''),
    ]);
  });
});

describe('submit refuses, before the first byte,', () => {
  test.each([
    ['a malformed line', `${LINE}{"op":"add"\n`, [], 'json.syntax', 'line 2'],
    [
      'a remove in a full load',
      '{"op":"remove","path":"/products/1"}\n',
      ['--mode', 'full'],
      'operation.remove_in_full',
      'line 1',
    ],
    [
      'too many operations',
      LINE.repeat(3),
      ['--max-ops', '2'],
      'input.too_many_ops',
      '3 operations, but one job takes 2',
    ],
    ['nothing', '', [], 'input.empty', 'nothing to send'],
    ['a cut gzip', gzipSync(LINE.repeat(99)).subarray(0, 40), [], 'gzip.cut', 'ends too early'],
    [
      'an array over 5 MB',
      `[${LINE}${` ${' '.repeat(99)}`.repeat(50_001)}]`,
      [],
      'input.too_large',
      '5,000,000',
    ],
  ])('%s', async (_name, content, flags, code, where) => {
    const { run, seen } = await start();
    const result = await run(['submit', write('delta.jsonl', content), ...flags]);
    expect(result.exitCode).toBe(4);
    expect(result.stderr).toContain(`error ${code} (exit 4)`);
    expect(result.stderr).toContain(where);
    expect(seen).toEqual([]);
  });

  test('a plain record without --from records; with it, it is sent as an operation', async () => {
    const { run, seen } = await start();
    const file = write(
      'records.jsonl',
      '{"id":"1","attributes":{"title":"A","price":1.10,"url":"https://a.example"}}\n',
    );
    const refused = await run(['submit', file]);
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('--from records')]);
    expect((await run(['submit', file, '--from', 'records'])).exitCode).toBe(0);
    expect(String(seen[0]?.body)).toBe(
      '{"op":"add","path":"/products/1","value":{"attributes":{"title":"A","price":1.10,"url":"https://a.example"}}}\n',
    );
  });

  test('too many operations, with the command that would go through and all that was asked for', async () => {
    const { run } = await start();
    const result = await run(['submit', write('delta.jsonl', LINE.repeat(3)), '--max-ops', '2', '--wait']);
    expect(result.stderr).toContain('fix   brctl submit delta.jsonl --max-ops 2 --wait --split\n');
  });

  test('a missing file (5), nothing named (2), a full load with --split (2)', async () => {
    const { run, seen } = await start();
    expect((await run(['submit', 'nowhere.jsonl'])).exitCode).toBe(5);
    expect((await run(['submit'])).exitCode).toBe(2);
    expect((await run(['submit', write('a.jsonl', LINE), '--mode', 'full', '--split'])).exitCode).toBe(2);
    expect(seen).toEqual([]);
  });
});

describe('when the answer is lost, submit', () => {
  test('says that the outcome is unknown and does not send the same again without --force', async () => {
    const { run, seen } = await start({
      submits: [reset, ...['load-2', 'load-3'].map((jobId) => json(200, { jobId }))],
    });
    const file = write('delta.jsonl', LINE);
    const first = await run(['submit', file]);
    expect(first.exitCode).toBe(7);
    expect(first.stderr).toContain('error submit.outcome_unknown (exit 7)');
    const second = await run(['submit', file]);
    expect(second.exitCode).toBe(7);
    expect(second.stderr).toContain(`to send it anyway, brctl submit ${file} --force`);
    expect(second.stderr).not.toContain('sending');
    expect(seen).toHaveLength(1);
    expect((await run(['submit', file, '--force'])).exitCode).toBe(0);
    expect((await run(['submit', file])).exitCode).toBe(0);
    expect(seen).toHaveLength(3);
  });

  test('sends something else without ado', async () => {
    const { run } = await start({ submits: [text(200, '<html>', 'text/html'), json(200, { jobId: JOB })] });
    expect((await run(['submit', write('a.jsonl', LINE)])).exitCode).toBe(7);
    expect((await run(['submit', write('b.jsonl', LINE.replace('1.10', '1.20'))])).exitCode).toBe(0);
  });
});

test.each([
  [401, 3],
  [403, 3],
  [404, 5],
  [400, 6],
  [414, 6],
  [429, 7],
  [500, 7],
  [503, 7],
])('HTTP %d is exit %d', async (status, exitCode) => {
  const { run } = await start({ submits: [json(status, { message: 'no' })] });
  expect((await run(['submit', write('delta.jsonl', LINE)])).exitCode).toBe(exitCode);
});
