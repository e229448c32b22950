import { afterEach, describe, expect, test } from 'vitest';
import { json } from '../client/api/scripted-server.ts';
import { type CatalogScript, type CatalogServer, JOB, startCatalogServer } from './catalog-server.ts';

let server: CatalogServer;

async function start(script?: CatalogScript): Promise<CatalogServer> {
  server = await startCatalogServer(script);
  return server;
}

afterEach(() => server.close());

describe('index', () => {
  test('prints the job id, and runs once', async () => {
    const { run, seen } = await start();
    expect(await run(['index'])).toMatchObject({ exitCode: 0, stdout: `${JOB}\n` });
    expect(seen).toMatchObject([
      { method: 'POST', url: '/dataconnect/api/v1/accounts/4242/catalogs/lighting_en/indexes' },
    ]);
  });

  test.each([
    ['success', 0],
    ['skipped', 0],
    ['failed', 8],
  ])('that ends %s exits %d with --wait', async (state, exitCode) => {
    const { run } = await start({ states: ['running', state] });
    expect((await run(['index', '--wait'])).exitCode).toBe(exitCode);
  });

  test('that fails says what searches show, not that nothing was applied', async () => {
    const { run } = await start({ states: ['failed'] });
    const { stderr } = await run(['index', '--wait']);
    expect(stderr).toContain('why   searches still show what the last successful index run');
    expect(stderr).toContain('fix   brctl index --wait\n');
  });

  test('of a catalog that was never loaded says what to do first', async () => {
    const failure = { message: 'there is nothing to index', error_code: 'nothing_loaded' };
    const { run } = await start({ states: ['failed'], failure });
    const { stderr } = await run(['index', '--wait']);
    expect(stderr).toContain('why   an index run needs a stored catalog\n  fix   brctl push <catalog>\n');
  });

  test('that fails leaves its reason in the list of jobs', async () => {
    const { run } = await start({ states: ['failed'] });
    await run(['index', '--wait']);
    expect((await run(['jobs', '--json'])).json()).toMatchObject({
      kind: 'index',
      state: 'failed',
      remark: 'Line 3: no such product',
    });
  });

  test('that is skipped is remarked on once', async () => {
    const { run } = await start({ states: ['skipped'] });
    const { stderr } = await run(['index', '--wait']);
    expect(stderr.split('\n').filter((line) => line.startsWith(`job ${JOB}`))).toEqual([
      `job ${JOB} was skipped: the service gave no reason; a newer job may cover it`,
    ]);
  });

  test('is asked for again when its answer was lost: a second index job changes nothing', async () => {
    const { run, seen } = await start({
      indexes: [json(502, {}), json(200, '<html>'), json(200, { jobId: JOB })],
    });
    expect(await run(['index'])).toMatchObject({ exitCode: 0, stdout: `${JOB}\n` });
    expect(seen).toHaveLength(3);
  });

  test('gives up after five lost answers, and can be run again', async () => {
    const { run, seen } = await start({ indexes: Array(5).fill(json(502, {})) });
    const result = await run(['index', '--json']);
    expect(result.exitCode).toBe(7);
    expect(JSON.parse(result.stderr.trim().split('\n').at(-1) ?? '').error).toMatchObject({
      code: 'index.service_error',
      retryable: true,
    });
    expect(seen).toHaveLength(5);
  });
});
