import { afterEach, describe, expect, test } from 'vitest';
import { json } from '../client/scripted-server.ts';
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

  test('says that running it again is harmless when its answer was lost', async () => {
    const { run } = await start({ indexes: [json(502, {})] });
    const result = await run(['index']);
    expect(result.exitCode).toBe(7);
    expect(result.stderr).toContain('a second index job changes nothing');
  });
});
