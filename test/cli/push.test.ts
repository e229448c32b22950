import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterEach, describe, expect, test } from 'vitest';
import { readPidNamespace } from '../../src/base/process/process-check.ts';
import { acquireLock } from '../../src/client/state/lock.ts';
import { openLockFiles } from '../../src/client/state/lock-files.ts';
import { json, reset } from '../client/api/scripted-server.ts';
import { type CatalogScript, type CatalogServer, JOB, jobOf, startCatalogServer } from './catalog-server.ts';

let server: CatalogServer;

async function start(script?: CatalogScript): Promise<CatalogServer> {
  server = await startCatalogServer(script);
  return server;
}

function write(name: string, products: number, price = 1): string {
  const lines = Array.from({ length: products }, (_, at) => {
    const attributes = { title: `Lamp ${at}`, price: at === 0 ? price : 1, url: 'https://shop.example/' };
    return `${JSON.stringify({ op: 'add', path: `/products/p${at}`, value: { attributes } })}\n`;
  });
  writeFileSync(path.join(server.home, name), lines.join(''));
  return name;
}

afterEach(() => server.close());

describe('push', () => {
  test('prints three facts, and sends first the whole catalog, then the difference', async () => {
    const { run, seen } = await start({ states: ['success'] });
    const first = await run(['push', write('a.jsonl', 20)]);
    expect(first.exitCode).toBe(0);
    const facts = first.stdout
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t').slice(0, 2));
    expect(facts).toEqual([
      ['fact', 'state'],
      ['accepted', 'yes'],
      ['applied', 'yes'],
      ['searchable', 'yes'],
    ]);
    expect(first.stdout).toContain('not verified: no search access is configured');
    const second = await run(['push', write('b.jsonl', 20, 2), '--json']);
    expect(second.json()).toMatchObject({
      schema: 'brctl.push/1',
      environment: 'staging',
      catalog: 'lighting_en',
      plan: { mode: 'delta', via: 'payload', changed: 1, operations: 1 },
      accepted: { state: 'yes', jobs: [{ job_id: jobOf(2) }] },
      applied: { state: 'yes', jobs: [{ job_id: jobOf(2), status: 'success' }] },
      searchable: { state: 'yes' },
    });
    const sent = seen.filter(({ method }) => method !== 'GET');
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'POST', 'PATCH', 'POST']);
    expect(sent[2]?.body.toString()).toBe('{"op":"add","path":"/products/p0/attributes/price","value":2}\n');
  });

  test('takes a catalog from a named pipe', async () => {
    const { run, seen } = await start({ states: ['success'] });
    const file = path.join(server.home, write('a.jsonl', 20));
    const pipe = path.join(server.home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = execa('sh', ['-c', 'cat "$0" > "$1"', file, pipe]);
    expect((await run(['push', pipe])).exitCode).toBe(0);
    await writer;
    const put = seen.find(({ method }) => method === 'PUT');
    expect(put?.body.length).toBeGreaterThan(0);
  });

  test('of the same catalog again exits 0 and sends nothing', async () => {
    const { run, seen } = await start({ states: ['success'] });
    await run(['push', write('a.jsonl', 20)]);
    const before = seen.filter(({ method }) => method !== 'GET').length;
    const again = await run(['push', 'a.jsonl', '--json']);
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.json()).toMatchObject({ accepted: { state: 'not-needed' } });
    expect(seen.filter(({ method }) => method !== 'GET')).toHaveLength(before);
  });

  test('to a service that does not know the last job any more sends everything, or asks', async () => {
    const unknown: string[] = [];
    const { run, seen } = await start({ states: ['success'], unknown });
    await run(['push', write('a.jsonl', 20)]);
    unknown.push(JOB);
    const delta = await run(['push', 'a.jsonl', '--mode', 'delta']);
    expect(delta.exitCode).toBe(4);
    expect(delta.stderr).toContain('fix   brctl push a.jsonl --mode full -e staging; or name');
    const ignoring = await run(['push', 'a.jsonl', '--missing', 'ignore']);
    expect(ignoring.exitCode).toBe(4);
    expect(ignoring.stderr).toContain('error push.would_delete (exit 4)');
    expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    const again = await run(['push', 'a.jsonl', '--json']);
    expect(again.exitCode).toBe(0);
    const why = `the service does not know job ${JOB} of the last push`;
    expect(again.json()).toMatchObject({ plan: { mode: 'full', why: expect.stringContaining(why) } });
  });

  test('shows with --dry-run what it would send, and sends nothing', async () => {
    const { run, seen } = await start();
    const result = await run(['push', write('a.jsonl', 20), '--dry-run']);
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toContain('full load by payload, 20 operations in 1 job');
    expect(result.stdout).toContain(
      `PUT ${server.url}/dataconnect/api/v1/accounts/4242/catalogs/lighting_en/products`,
    );
    expect(result.stdout).not.toContain('canary');
    expect(seen).toEqual([]);
  });

  test('leaves the state folder alone with --dry-run: it may be read-only, or not there', async () => {
    const { run, home } = await start();
    expect(await run(['push', write('a.jsonl', 20), '--dry-run'])).toMatchObject({ exitCode: 0 });
    expect(
      readdirSync(home, { recursive: true }).filter((name) => String(name).includes('catalogs')),
    ).toEqual([]);
  });

  test('is refused by a guard with exit 11, and goes through when it is allowed', async () => {
    const { run } = await start({ states: ['success'] });
    await run(['push', write('a.jsonl', 40)]);
    const file = write('b.jsonl', 36);
    const refused = await run(['push', file]);
    expect(refused.exitCode).toBe(11);
    expect(refused.stderr).toContain(
      `brctl push b.jsonl --accept guard.removals=4 --because 'why it is right' -e staging`,
    );
    expect(refused.stderr).toContain('  for   lighting_en in staging\n');
    const accepting = ['--accept', 'guard.removals=4', '--because', 'the lamps are sold'];
    expect((await run(['push', file, ...accepting])).exitCode).toBe(0);
  });

  test('of a few lines that cannot be read names the line, though the catalog had far more products', async () => {
    const { run, home, seen } = await start({ states: ['success'] });
    await run(['push', write('a.jsonl', 400)]);
    const puts = seen.length;
    const few = readFileSync(path.join(home, write('b.jsonl', 2)), 'utf8');
    writeFileSync(path.join(home, 'b.jsonl'), `${few}{"op":"add","path":"/products/p2"\n`);
    const broken = await run(['push', 'b.jsonl']);
    expect(broken.exitCode, broken.stderr).toBe(4);
    expect(broken.stderr).toContain('b.jsonl, line 3');
    expect(seen.slice(puts).every(({ method }) => method === 'GET')).toBe(true);
    writeFileSync(path.join(home, 'b.jsonl'), few);
    expect((await run(['push', 'b.jsonl'])).stderr).toContain('error guard.shrink (exit 11)');
  });

  test('exits 12 while another brctl is at it', async () => {
    const { run, home, seen } = await start();
    const lock = await acquireLock({
      files: openLockFiles(path.join(home, '.local/state/brctl/catalogs/staging@lighting_en')),
      pid: process.pid,
      host: hostname(),
      namespace: await readPidNamespace(),
      purpose: 'push to lighting_en in staging',
      now: () => new Date(),
      sleep: async () => undefined,
      signal: new AbortController().signal,
      isProcessAlive: () => true,
      unlockCommand: 'brctl state unlock',
    });
    const result = await run(['push', write('a.jsonl', 20)]);
    expect(result.exitCode).toBe(12);
    expect(result.stderr).toContain('error lock.held (exit 12)');
    expect(seen).toEqual([]);
    await lock.release();
    expect((await run(['push', 'a.jsonl', '--no-verify'])).exitCode).toBe(0);
  });

  test('that goes on with an index job shows its end in the list of jobs', async () => {
    const { run } = await start({ states: ['success', 'running', 'success'] });
    const file = write('a.jsonl', 20);
    expect((await run(['push', file, '--timeout', '0s'])).exitCode).toBe(9);
    const before = (await run(['jobs', '--limit', '1', '--json'])).json();
    expect(before).toMatchObject({ kind: 'index', state: 'accepted' });
    expect((await run(['push', file])).exitCode).toBe(0);
    const after = (await run(['jobs', '--limit', '1', '--json'])).json();
    expect(after).toMatchObject({ id: before.id, kind: 'index', state: 'success' });
  });

  test('goes on after a document of its state was damaged: with a warning, and a full load', async () => {
    const { run, home } = await start({ states: ['success'] });
    await run(['push', write('a.jsonl', 20)]);
    const state = path.join(home, '.local/state/brctl/catalogs/staging@lighting_en');
    writeFileSync(path.join(state, 'push.json'), '{"parts":[null]}');
    const next = await run(['push', write('b.jsonl', 20, 2), '--json']);
    expect(next.exitCode).toBe(0);
    expect(next.stderr).toContain('push.json is damaged');
    expect(next.json()).toMatchObject({ plan: { mode: 'full' } });
  });

  test('that gave up waiting exits 9; the next one goes on without sending again', async () => {
    const { run, seen } = await start({ states: ['running', 'success'] });
    const file = write('a.jsonl', 20);
    const first = await run(['push', file, '--timeout', '0s', '--json']);
    expect(first.exitCode).toBe(9);
    expect(first.json()).toMatchObject({
      accepted: { state: 'yes' },
      applied: {
        state: 'unknown',
        jobs: [{ job_id: JOB, status: 'running' }],
        remark: `job ${JOB} is running`,
      },
      searchable: { state: 'no' },
    });
    expect(first.stderr).toContain('"hint":"brctl push a.jsonl --timeout 0s --json --first-load -e staging"');
    expect((await run(['push', file])).exitCode).toBe(0);
    expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  test('says how to go on with the very command that was given, quoted', async () => {
    const { run } = await start({ states: ['running'] });
    const file = write("winter's sale.jsonl", 20);
    const words = ['push', file, '--catalog', 'big_en', '--missing', 'remove', '--timeout', '0s'];
    const { exitCode, stderr } = await run(words);
    expect(exitCode).toBe(9);
    expect(stderr).toContain(
      `fix   brctl push 'winter'\\''s sale.jsonl' --catalog big_en --missing remove --timeout 0s --first-load -e staging\n`,
    );
  });

  test('names the base that it lacks, and the command that does without one', async () => {
    const { run } = await start();
    const { stderr } = await run(['push', write('a.jsonl', 20), '--mode', 'delta', '--catalog', 'big_en']);
    expect(stderr).toContain(
      'fix   brctl push a.jsonl --catalog big_en --first-load --mode full -e staging; or name',
    );
  });

  test('whose answer was lost exits 7, and the next one settles it with a full load', async () => {
    const { run, seen } = await start({
      states: ['success'],
      submits: [json(200, { jobId: 'load-1' }), reset, json(200, { jobId: 'load-3' })],
    });
    await run(['push', write('a.jsonl', 20)]);
    const lost = await run(['push', write('b.jsonl', 20, 2)]);
    expect(lost.exitCode).toBe(7);
    expect(lost.stdout).toMatch(/^accepted\tunknown/m);
    expect((await run(['push', 'b.jsonl'])).exitCode).toBe(0);
    expect(
      seen.filter(({ method }) => method.startsWith('P') && method !== 'POST').map(({ method }) => method),
    ).toEqual(['PUT', 'PATCH', 'PUT']);
  });

  test('that is answered with the job of an earlier load is unknown, not applied; the next one is a full load', async () => {
    const { run, seen } = await start({
      states: ['success'],
      submits: ['load-1', 'load-1', 'load-2'].map((jobId) => json(200, { jobId })),
    });
    await run(['push', write('a.jsonl', 20)]);
    const answered = await run(['push', write('b.jsonl', 20, 2)]);
    expect(answered.exitCode).toBe(7);
    expect(answered.stdout).toMatch(/^accepted\tunknown/m);
    expect(answered.stderr).toMatch(/the answer names job load-1, which belongs to the submit of \S+Z/);
    expect(answered.stderr).toContain('error submit.outcome_unknown (exit 7)');
    expect((await run(['push', 'b.jsonl'])).exitCode).toBe(0);
    expect(seen.filter(({ method }) => /^P[UA]T/.test(method)).map(({ method }) => method)).toEqual([
      'PUT',
      'PATCH',
      'PUT',
    ]);
  });

  test('whose index request is answered with the job of the load is not searchable', async () => {
    const { run } = await start({
      states: ['success'],
      submits: [json(200, { jobId: 'load-1' })],
      indexes: [json(200, { jobId: 'load-1' }), json(200, { jobId: 'index-1' })],
    });
    const first = await run(['push', write('a.jsonl', 20)]);
    expect(first.exitCode).toBe(7);
    expect(first.stdout).toMatch(/^searchable\tno/m);
    expect(first.stderr).toContain('error index.bad_answer (exit 7)');
    expect((await run(['push', 'a.jsonl'])).exitCode).toBe(0);
  });

  test('whose job failed exits 8 with its message', async () => {
    const { run } = await start({ states: ['failed'] });
    const result = await run(['push', write('a.jsonl', 20)]);
    expect(result.exitCode).toBe(8);
    expect(result.stderr).toContain('Line 3: no such product');
    expect(result.stdout).toMatch(/^applied\tno/m);
  });

  test('by SFTP without access to it is a matter of configuration', async () => {
    const { run } = await start();
    const result = await run(['push', write('a.jsonl', 20), '--via', 'sftp']);
    expect(result.exitCode).toBe(3);
    expect(result.stderr).toContain('error push.no_sftp (exit 3)');
  });

  test('takes plain records, and a base of such, with --from records', async () => {
    const { run, seen, home } = await start({ states: ['success'] });
    const record = (id: string, price: string) =>
      `{"id":"${id}","attributes":{"title":"Lamp","price":${price},"url":"https://a.example"}}\n`;
    const others = Array.from({ length: 9 }, (_, at) => record(`p${at}`, '2')).join('');
    const file = (name: string, text: string) => writeFileSync(path.join(home, name), text);
    const records = ['--from', 'records'];
    file('a.jsonl', record('p/1', '1.10') + others);
    file('b.jsonl', record('p/1', '1.20') + others);
    expect((await run(['push', 'a.jsonl', ...records])).exitCode).toBe(0);
    expect((await run(['push', 'b.jsonl', ...records])).exitCode).toBe(0);
    expect((await run(['push', 'a.jsonl', '--base', 'b.jsonl', ...records])).exitCode).toBe(0);
    const bodies = seen.flatMap(({ method, body }) =>
      method[0] === 'P' && method !== 'POST' ? [`${body}`] : [],
    );
    expect(bodies[0]).toMatch(
      /^{"op":"add","path":"\/products\/p~11","value":{"attributes":{"title":"Lamp","price":1.10,"url":"https:\/\/a.example"}}}\n{"op":"add","path":"\/products\/p0",/,
    );
    expect(bodies.slice(1)).toEqual([
      '{"op":"add","path":"/products/p~11/attributes/price","value":1.20}\n',
      '{"op":"add","path":"/products/p~11/attributes/price","value":1.10}\n',
    ]);
    file('c.jsonl', record('p2', '1') + record('p2', '2'));
    const twice = await run(['push', 'c.jsonl', ...records]);
    expect(twice.exitCode).toBe(4);
    expect(twice.stderr).toContain('c.jsonl, line 2');
  });

  test('of too many operations gives the command that would go through, with what was asked for', async () => {
    const { run } = await start({ states: ['success'] });
    await run(['push', write('a.jsonl', 4)]);
    const flags = [
      '--mode',
      'delta',
      '--missing',
      'remove',
      '--max-ops',
      '1',
      '--allow-removals',
      '100%',
      '-e',
      'staging',
    ];
    const file = write("it's b.jsonl", 2);
    const refused = await run(['push', file, ...flags]);
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toContain(
      `fix   brctl push 'it'\\''s b.jsonl' --mode delta --missing remove --max-ops 1 --allow-removals 100% -e staging --split\n`,
    );
  });

  test('reads a catalog from stdin', async () => {
    const { run, seen } = await start({ states: ['success'] });
    const line =
      '{"op":"add","path":"/products/1","value":{"attributes":{"title":"A","price":1,"url":"https://a.example"}}}\n';
    expect((await run(['push', '-'], line)).exitCode).toBe(0);
    expect(seen[0]?.body.toString()).toBe(line);
  });
});
