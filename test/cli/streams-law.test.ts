import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCommands } from '../../src/cli/commands.ts';
import type { Frame } from '../../src/cli/frame.ts';
import { startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

/** The exit code is that of the work, whatever becomes of stdout and stderr; and the work is done to its end. */
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

function failing(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
  });
}

/** Takes one piece at a time, and each after some turns of the event loop. */
function slow(): Writable {
  return new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      let turns = 0;
      const turn = () => void (++turns < 50 ? setImmediate(turn) : done());
      turn();
    },
  });
}

/** What may become of the streams. Slow ones fail nothing, so that one run tells of both; of stderr, no failure matters. */
const STREAMS: Readonly<Record<string, () => { stdout?: Writable; stderr?: Writable }>> = {
  closed: () => ({ stdout: failing('EPIPE'), stderr: slow() }),
  full: () => ({ stdout: failing('ENOSPC') }),
  'lost stderr': () => ({ stdout: slow(), stderr: failing('ENOSPC') }),
};

let service: Awaited<ReturnType<typeof startEmulator>>;
let env: Record<string, string>;

beforeAll(async () => {
  const load = [
    { catalog: 'products_en', files: [fixture('catalog.jsonl')] },
    { catalog: 'guides_en', files: [fixture('guides.jsonl')] },
  ];
  service = await startEmulator({ load });
  env = { ...service.ready.env, BRCTL_MAX_RETRIES: '0' };
  await control('PUT', 'snapshots/loaded');
});
afterAll(() => service.stop());

async function control(method: string, call: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(new URL(`/_brctl/${call}`, service.ready.catalogUrl), {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  expect(response.ok, `${method} ${call}`).toBe(true);
  return JSON.parse((await response.text()) || '{}');
}

/** A folder of a user who has never run anything. */
function newHome(): string {
  const home = temporaryFolder();
  for (const name of ['catalog.jsonl', 'catalog-next-day.jsonl'])
    copyFileSync(fixture(name), path.join(home, name));
  const attributes = { title: 'A', price: 1, url: 'https://shop.example/' };
  const add = (id: string) =>
    `${JSON.stringify({ op: 'add', path: `/products/${id}`, value: { attributes } })}\n`;
  writeFileSync(path.join(home, 'delta.jsonl'), ['a', 'b', 'c', 'd'].map(add).join(''));
  writeFileSync(path.join(home, 'small.jsonl'), add('a'));
  writeFileSync(path.join(home, 'bad.jsonl'), '{"op":"add"}\n');
  writeFileSync(path.join(home, 'queries.yaml'), '- {q: oak}\n');
  writeFileSync(path.join(home, 'failing.yaml'), '- {q: A, expect: {absent: [b]}}\n');
  writeFileSync(path.join(home, 'searches.txt'), 'oak\n');
  mkdirSync(path.join(home, 'project'));
  writeFileSync(path.join(home, 'project/.brctlrc'), '{}\n');
  writeFileSync(path.join(home, 'feed.csv'), 'id,title,price,url\na,A,1,https://shop.example/\n');
  return home;
}

/** Requests that changed something, as the service logged them. */
async function countChanges(): Promise<number> {
  const { requests } = await control('GET', 'requests?limit=1000');
  return (requests as { method: string; url: string }[]).filter(
    ({ method, url }) => ['PUT', 'PATCH', 'POST'].includes(method) && !url.startsWith('/_brctl/'),
  ).length;
}

/** Commands that change nothing: the exit code with a stdout that takes everything. */
const PRINTING: readonly [string, number][] = [
  ['--help', 0],
  ['push --help', 0],
  ['help exit-codes', 0],
  ['completion bash', 0],
  ['diff catalog.jsonl catalog-next-day.jsonl', 0],
  ['diff catalog.jsonl catalog-next-day.jsonl --exit-code', 10],
  ['diff catalog.jsonl bad.jsonl', 4],
  ['apply catalog.jsonl delta.jsonl', 0],
  ['apply catalog.jsonl bad.jsonl', 4],
  ['validate catalog.jsonl', 0],
  ['validate bad.jsonl', 4],
  ['convert feed.csv --from csv', 0],
  ['plan catalog.jsonl', 0],
  ['plan small.jsonl', 11],
  ['plan nope.jsonl', 5],
  ['push catalog.jsonl --dry-run', 0],
  ['push small.jsonl --dry-run', 11],
  ['submit delta.jsonl --dry-run', 0],
  ['upload catalog.jsonl --dry-run', 0],
  ['search lamp', 0],
  ['search lamp --json', 0],
  ['search lamp --rows 0 --raw', 0],
  ['search lamp --auth nope', 2],
  ['category 1', 0],
  ['content guides_en oak', 0],
  ['suggest la', 0],
  ['recs item similar --item 20002', 0],
  ['widget https://shop.example/p/1', 0],
  ['explain 20039 --query oak', 0],
  ['bisect --query oak --expect 20039 --in-top 200', 0],
  ['rehearse delta.jsonl --base small.jsonl --queries failing.yaml', 13],
  ['rehearse --record searches.txt', 0],
  ['status 00000000-0000-4000-8000-000000000000', 5],
  ['jobs', 0],
  ['rollback --list', 0],
  ['rollback', 5],
  ['state show', 0],
  ['guards', 0],
  ['config show', 0],
  ['config environments', 0],
  ['complete -- se', 0],
  ['doctor', 0],
  ['files ls', 0],
  ['explain nope', 0],
  ['local ready', 0],
  ['local requests', 0],
  ['local record 20002', 0],
  ['local history 20002', 0],
  ['local faults', 0],
  ['local snapshot', 0],
  ['local open', 0],
];

/** Commands that change something, each at a service of its own: the exit code, and how many requests change it. */
const ACTING: readonly [string, number, number][] = [
  ['push catalog-next-day.jsonl', 0, 2],
  ['push catalog-next-day.jsonl --timeout 1ms', 9, 1],
  ['push small.jsonl', 11, 0],
  ['submit delta.jsonl', 0, 1],
  ['submit delta.jsonl --split --max-ops 1 --wait', 0, 4],
  ['submit delta.jsonl --json', 0, 1],
  ['submit bad.jsonl', 4, 0],
  ['index', 0, 1],
  ['index --wait', 0, 1],
  ['upload catalog.jsonl', 0, 1],
  ['files rm nope.jsonl', 5, 0],
  ['state export state.tar.gz', 0, 0],
  ['state import nope.tar.gz', 5, 0],
  ['state unlock', 0, 0],
  ['trust project', 0, 0],
  ['config reset-uid --json', 0, 0],
  ['serve --memory --port 0 --sftp-port 0 --exec true', 0, 0],
  ['guards forget', 0, 0],
  ['init --account-id 1 --catalog shop', 0, 0],
  ['local snapshot here', 0, 0],
  ['local faults --clear', 0, 0],
  ['local requests --har calls.har', 0, 0],
  ['local reset', 0, 0],
];

const CANNOT_WRITE = 7;
const STUCK = { operation: 'job:ingest-full', job: 'stick' };

async function exitOf(line: string, streams: { stdout?: Writable; stderr?: Writable }, home = newHome()) {
  const { exitCode, stderr } = await runCli(line.split(' '), { env, home, cwd: home, ...streams });
  return { exitCode, stderr };
}

test('every command is in one of the tables', () => {
  const leavesOf = (command: Command, above: readonly string[] = []): string[] =>
    command.commands.flatMap((one) =>
      one.commands.length === 0 ? [[...above, one.name()].join(' ')] : leavesOf(one, [...above, one.name()]),
    );
  const program = new Command();
  addCommands(program, {} as Frame);
  const lines = [...PRINTING, ...ACTING].map(([line]) => `${line} `);
  const missing = leavesOf(program).filter((name) => !lines.some((line) => line.startsWith(`${name} `)));
  expect(missing).toEqual([]);
});

describe('a command that changes nothing', () => {
  test.each(PRINTING)('%s: exit %i', async (line, expected) => {
    const home = newHome();
    expect(await exitOf(line, {}, home), 'as it is').toMatchObject({ exitCode: expected });
    const looks = Object.entries(STREAMS).map(async ([kind, streams]) => {
      const isLost = kind === 'full' && (expected === 0 || expected === 10);
      const { exitCode, stderr } = await exitOf(line, streams(), home);
      expect([kind, exitCode], stderr).toEqual([kind, isLost ? CANNOT_WRITE : expected]);
      if (isLost) expect(stderr).toContain('output.not_written');
    });
    await Promise.all(looks);
  });
});

describe('a command that changes something', () => {
  test.each(ACTING)('%s: exit %i, %i requests', async (line, expected, changes) => {
    for (const [kind, streams] of Object.entries({ open: () => ({}), ...STREAMS })) {
      await control('POST', 'reset', { snapshot: 'loaded' });
      // Its job is under way for as long as anybody waits.
      if (line.includes('--timeout')) await control('PUT', 'faults', STUCK);
      const before = await countChanges();
      const { exitCode, stderr } = await exitOf(line, streams());
      expect([kind, exitCode], stderr).toEqual([kind, expected]);
      const made = line === 'local reset' ? 0 : (await countChanges()) - before;
      expect([kind, made], stderr).toEqual([kind, changes]);
      // The command of --exec has stdout for itself.
      if (kind === 'full' && expected === 0 && !line.includes('--exec'))
        expect(stderr).toMatch(/the command has finished, but the result could not be written to stdout/);
    }
  });
});
