import { afterEach, describe, expect, test } from 'vitest';
import { type CatalogScript, type CatalogServer, startCatalogServer } from './catalog-server.ts';

let server: CatalogServer;

async function start(script?: CatalogScript): Promise<CatalogServer> {
  server = await startCatalogServer(script);
  return server;
}

afterEach(() => server.close());

describe('status', () => {
  test.each([
    ['creating', 0],
    ['queued', 0],
    ['running', 0],
    ['success', 0],
    ['skipped', 0],
    ['failed', 8],
    ['killed', 8],
    ['hibernating', 0],
  ])('of a job that is %s exits %d and prints the bare status with --quiet', async (state, exitCode) => {
    const { run } = await start({ states: [state] });
    expect(await run(['status', 'a', '-q'])).toMatchObject({ exitCode, stdout: `${state}\n` });
  });

  test('prints a table of several jobs, each once', async () => {
    const { run } = await start({ states: ['running', 'success'] });
    const { stdout } = await run(['status', 'a', 'b', 'a']);
    const rows = stdout.trimEnd().split('\n');
    expect(rows.map((row) => row.split('\t').slice(0, 2))).toEqual([
      ['job', 'status'],
      ['a', 'running'],
      ['b', 'success'],
    ]);
  });

  test('prints a document with --json', async () => {
    const { run } = await start({ states: ['success'] });
    const { json: document } = await run(['status', 'a', '--json']);
    expect(document()).toEqual({ schema: 'brctl.status/1', jobs: [{ job_id: 'a', status: 'success' }] });
  });

  test('of jobs of which some are unknown prints the others and exits 5', async () => {
    const { run } = await start({ states: ['running'], unknown: ['b', 'c'] });
    const result = await run(['status', 'b', 'a', 'c', '-q']);
    expect(result).toMatchObject({ exitCode: 5, stdout: 'running\n' });
    expect(result.stderr).toContain(
      'brctl status: the service does not know job b; the service does not know job c\n',
    );
    expect((await run(['status', 'b'])).stderr).toContain('  fix   brctl jobs lists the jobs');
  });

  test('waits with --wait, and gives up after --timeout with exit 9', async () => {
    const { run } = await start({ states: ['queued', 'running', 'success'] });
    expect(await run(['status', 'a', '--wait', '-q'])).toMatchObject({ exitCode: 0, stdout: 'success\n' });
    await server.close();
    const { run: runForever } = await start({ states: ['running'] });
    const result = await runForever(['status', 'a', '--wait', '--timeout', '0s']);
    expect(result.exitCode).toBe(9);
    expect(result.stderr).toContain('brctl status a --wait -e staging');
  });

  test("shows the job's own message when it failed", async () => {
    const { run } = await start({ states: ['failed'] });
    const result = await run(['status', 'a']);
    expect(result.stderr).toContain('job a ended failed: Line 3: no such product');
    expect(result.stdout).toContain('failed');
  });
});
