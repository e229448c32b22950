import { afterEach, describe, expect, test } from 'vitest';
import { type CatalogScript, type CatalogServer, jobOf, startCatalogServer } from './catalog-server.ts';

let server: CatalogServer;

async function start(script?: CatalogScript): Promise<CatalogServer> {
  server = await startCatalogServer(script);
  return server;
}

afterEach(() => server.close());

describe('jobs', () => {
  test('lists what was sent from here, newest first, with how it ended', async () => {
    const { run } = await start({ states: ['success'] });
    await run(['submit', '-', '--wait'], '{"op":"remove","path":"/products/1"}');
    await run(['index']);
    const { stdout } = await run(['jobs', '--json']);
    const entries = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      { schema: 'brctl.jobs/1', kind: 'index', state: 'accepted', job_id: jobOf(1), environment: 'staging' },
      {
        kind: 'submit',
        mode: 'delta',
        via: 'payload',
        operations: 1,
        body_bytes: 36,
        sha256: '3ddd7af325bbde150c0fbd9734e065d2ae180ccaf2136d209f6b9e47916707c8',
        source: 'stdin',
        state: 'success',
      },
    ]);
  });

  test('shows one environment, and no more than asked for', async () => {
    const { run } = await start();
    for (let runs = 0; runs < 3; runs++) await run(['index']);
    const rows = async (...flags: string[]) =>
      (await run(['jobs', ...flags])).stdout.trimEnd().split('\n').length - 1;
    expect([await rows(), await rows('--limit', '2'), await rows('-e', 'production')]).toEqual([3, 2, 0]);
  });

  test('filters by catalog, state and time', async () => {
    const { run } = await start({ states: ['success'] });
    await run(['submit', '-', '--wait'], '{"op":"remove","path":"/products/1"}');
    await run(['index']);
    const states = async (...flags: string[]) =>
      (await run(['jobs', '--json', ...flags])).stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line).state);
    expect(await states('--status', 'success')).toEqual(['success']);
    expect(await states('--catalog', 'another_catalog')).toEqual([]);
    expect(await states('--since', '1h')).toHaveLength(2);
    expect(await states('--since', '2999-01-01')).toEqual([]);
    const bad = await run(['jobs', '--since', 'yesterday']);
    expect([bad.exitCode, bad.stderr]).toEqual([2, expect.stringContaining('usage.bad_time')]);
  });

  test('status without jobs shows what is under way', async () => {
    const { run } = await start({ states: ['running'] });
    expect((await run(['status'])).stderr).toContain('no unfinished jobs from this machine');
    await run(['index']);
    const { stdout } = await run(['status']);
    expect(stdout).toContain(`${jobOf(0)}\trunning`);
  });
});
