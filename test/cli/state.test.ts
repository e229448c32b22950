import { cpSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { type CatalogScript, type CatalogServer, jobOf, startCatalogServer } from './catalog-server.ts';

let server: CatalogServer;

async function start(script: CatalogScript = { states: ['success'] }): Promise<CatalogServer> {
  server = await startCatalogServer(script);
  return server;
}

function write(name: string, price = 1): string {
  const lines = Array.from({ length: 20 }, (_, at) => {
    const attributes = { title: `Lamp ${at}`, price: at === 0 ? price : 1, url: 'https://shop.example/' };
    return `${JSON.stringify({ op: 'add', path: `/products/p${at}`, value: { attributes } })}\n`;
  });
  writeFileSync(path.join(server.home, name), lines.join(''));
  return name;
}

afterEach(() => server.close());

describe('the state', () => {
  test('is shown: what was applied, what is under way, who holds the lock', async () => {
    const { run } = await start();
    const before = await run(['state', 'show']);
    expect(before.stdout).toContain('no push on record');
    await run(['push', write('a.jsonl')]);
    const { stdout } = await run(['state', 'show']);
    expect(stdout).toMatch(/^applied +20 products of a\.jsonl, applied at /m);
    expect(stdout).toMatch(/^push +none in progress$/m);
    expect(stdout).toMatch(/^requests +2 requests/m);
    expect(stdout).toMatch(/^lock +free$/m);
  });

  test('is kept where --state says, and goes from there to another machine in one file', async () => {
    const { run, home, seen } = await start();
    const [here, there] = [temporaryFolder(), temporaryFolder()];
    await run(['push', write('a.jsonl'), '--state', here]);
    expect((await run(['jobs'])).stdout.trimEnd().split('\n')).toHaveLength(1);
    expect((await run(['jobs', '--state', here])).stdout.trimEnd().split('\n')).toHaveLength(3);
    expect((await run(['state', 'export', 'out.state', '--state', here])).exitCode).toBe(0);
    expect((await run(['state', 'import', 'out.state', '--state', there])).exitCode).toBe(0);
    const next = await run(['push', write('b.jsonl', 2), '--state', there, '--json']);
    expect(next.json()).toMatchObject({ plan: { mode: 'delta', operations: 1 } });
    expect(seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    const jobs = (await run(['jobs', '--state', there, '--json'])).stdout.trimEnd().split('\n');
    expect(jobs.map((line) => JSON.parse(line).job_id)).toEqual([3, 2, 1, 0].map(jobOf));
    const elsewhere = await run(['state', 'import', 'out.state', '--catalog', 'other_en']);
    expect(elsewhere).toMatchObject({ exitCode: 4 });
    expect(elsewhere.stderr).toContain('error state.other_catalog');
    truncateSync(path.join(home, 'out.state'), readFileSync(path.join(home, 'out.state')).length - 1);
    // Also where the content that the file has lost is there already.
    for (const place of [there, temporaryFolder()]) {
      const damaged = await run(['state', 'import', 'out.state', '--state', place]);
      expect(damaged.exitCode).toBe(4);
      expect(damaged.stderr).toContain('error state.damaged_export (exit 4)');
      expect(damaged.stderr).toContain('why   nothing was changed here');
    }
    expect((await run(['push', 'b.jsonl', '--state', there, '--json'])).json()).toMatchObject({
      accepted: { state: 'not-needed' },
    });
  });

  test.each(['', '{}\n', '{"schema":"brctl.state-export/1"}\n', 'x'.repeat(100_000)])(
    'is not imported from %.40j',
    async (text) => {
      const { run, home } = await start();
      writeFileSync(path.join(home, 'no.state'), text);
      const result = await run(['state', 'import', 'no.state']);
      expect(result.exitCode).toBe(4);
      expect(result.stderr).toContain('error state.not_an_export');
    },
  );

  test('of a push that was interrupted goes along with it', async () => {
    const { run, home, seen } = await start({
      states: ['success', 'success', 'success', 'running', 'success'],
    });
    const there = temporaryFolder();
    await run(['push', write('a.jsonl')]);
    expect((await run(['push', write('b.jsonl', 2), '--timeout', '0s'])).exitCode).toBe(9);
    expect((await run(['state', 'show'])).stdout).toMatch(
      /^push +delta of b\.jsonl, begun at .*: accepted$/m,
    );
    await run(['state', 'export', 'out.state']);
    await run(['state', 'import', 'out.state', '--state', there]);
    cpSync(path.join(home, 'b.jsonl'), path.join(home, 'copy.jsonl'));
    const resumed = await run(['push', 'copy.jsonl', '--state', there, '--json']);
    expect(resumed.json()).toMatchObject({
      resumed: 'b.jsonl was applied',
      accepted: { state: 'not-needed' },
    });
    expect(seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  test('is unlocked on demand; nobody need have locked it', async () => {
    const { run, home } = await start();
    expect((await run(['state', 'unlock'])).stdout).toBe('lighting_en in staging: the lock was free\n');
    const folder = path.join(home, '.local/state/brctl/catalogs/staging@lighting_en');
    // To look, and to take away what is not there, needs no right to write.
    expect((await run(['state', 'show'])).stdout).toMatch(/^lock +free$/m);
    expect(existsSync(path.join(home, '.local'))).toBe(false);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, 'lock'),
      JSON.stringify({ token: 't', pid: 7, host: 'ci', since: 'then', purpose: 'push' }),
    );
    expect((await run(['state', 'show'])).stdout).toMatch(/^lock +process 7 on ci since then: push$/m);
    const { stdout } = await run(['state', 'unlock']);
    expect(stdout).toBe('lighting_en in staging: lock removed; held by process 7 on ci since then: push\n');
    expect((await run(['state', 'show'])).stdout).toMatch(/^lock +free$/m);
  });

  test.each([
    [['jobs', '--state', 'sftp:elsewhere'], 2],
    [['state', 'show', '--state', 'sftp://host/folder'], 2],
  ])('%j is refused', async (argv, exitCode) => {
    const { run } = await start();
    expect((await run(argv)).exitCode).toBe(exitCode);
  });
});
