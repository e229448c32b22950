import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';

/** Every exit code of the contract as a shell script meets it: the built program, a service, nothing in between. 1 is a bug. */
const bin = fileURLToPath(new URL('../../bin/brctl.js', import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

const folder = temporaryFolder();
let emulator: Awaited<ReturnType<typeof startEmulator>>;
let env: Record<string, string>;

beforeAll(async () => {
  copyFileSync(fixture('catalog.jsonl'), path.join(folder, 'a.jsonl'));
  copyFileSync(fixture('catalog-next-day.jsonl'), path.join(folder, 'b.jsonl'));
  mkdirSync(path.join(folder, 'bin'));
  const program = path.join(folder, 'bin/brctl');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(program, 0o755);
  emulator = await startEmulator({ load: [{ catalog: 'products_en', files: [fixture('catalog.jsonl')] }] });
  env = {
    ...emulator.ready.env,
    BRCTL_MAX_RETRIES: '0',
    HOME: folder,
    XDG_STATE_HOME: path.join(folder, 'state'),
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
    NO_COLOR: '1',
  };
});
afterAll(() => emulator.stop());

async function script(text: string) {
  return await execa('sh', ['-c', text], { cwd: folder, env, extendEnv: false, reject: false });
}

const NOBODY = 'http://127.0.0.1:9';

test.each([
  [0, 'brctl diff a.jsonl a.jsonl', /no differences in 200 products/],
  [0, 'brctl push a.jsonl --dry-run', /^comparing a\.jsonl/],
  [2, 'brctl diff a.jsonl', /error usage\.\S+ \(exit 2\)/],
  [2, 'brctl nonesuch', /error usage\.\S+ \(exit 2\)/],
  [2, 'brctl diff a.jsonl b.jsonl --nope', /error usage\.\S+ \(exit 2\)/],
  [3, 'BRCTL_API_KEY=wrong brctl index', /error index\.unauthorized \(exit 3\)/],
  [3, 'unset BRCTL_ACCOUNT_ID BRCTL_API_KEY; brctl index -e production', /\(exit 3\)/],
  [3, 'BRCTL_KNOWN_HOSTS=$PWD/none brctl files ls', /error sftp\.host_key_unknown \(exit 3\)/],
  [
    3,
    'BRCTL_KNOWN_HOSTS=SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8 brctl files ls',
    /error sftp\.host_key_changed \(exit 3\)/,
  ],
  [7, 'ulimit -f 2; brctl diff /dev/null a.jsonl -o d.jsonl', /error file\.too_large \(exit 7\)/],
  [4, 'echo nonsense | brctl submit -', /\(exit 4\)/],
  [4, 'brctl diff a.jsonl b.jsonl | brctl submit - --max-ops 1', /error input\.too_many_ops \(exit 4\)/],
  [5, 'brctl diff none.jsonl a.jsonl', /error file\.not_found \(exit 5\)/],
  [5, 'brctl status 00000000-0000-4000-8000-000000000000', /error job\.not_found \(exit 5\)/],
  [6, "brctl search lamp --sort 'price sideways'", /error search\.refused \(exit 6\)/],
  [7, `brctl search lamp --search-url ${NOBODY}/`, /error search\.no_answer \(exit 7\)/],
  [
    7,
    `brctl submit a.jsonl --mode full --catalog-url ${NOBODY}/api/v1`,
    /error submit\.no_answer \(exit 7\)/,
  ],
  [
    8,
    `echo '{"op":"remove","path":"/products/not-there"}' | brctl submit - --wait --poll 20ms`,
    /error job\.failed \(exit 8\)/,
  ],
  [10, 'brctl diff a.jsonl b.jsonl --exit-code -o delta.jsonl', /operations/],
  [10, 'unset HOME XDG_STATE_HOME XDG_CONFIG_HOME; brctl diff a.jsonl b.jsonl --exit-code -q', /^$/],
])('%d of: %s', async (code, text, stderr) => {
  const run = await script(text);
  expect(run.exitCode, run.stderr).toBe(code);
  expect(run.stderr).toMatch(stderr);
});

test('9: gave up waiting; the command that is printed goes on waiting', async () => {
  emulator.faults.set({ operation: 'job:*', job: 'stick', times: 1 });
  const line = '{"op":"add","path":"/products/10006/attributes/price","value":5}';
  const run = await script(`echo '${line}' | brctl submit - --wait --poll 20ms --timeout 200ms`);
  expect(run.exitCode, run.stderr).toBe(9);
  expect(run.stderr).toMatch(/fix {3}brctl status [0-9a-f-]{36} --wait/);
});

test('11: a guard refuses, the script stops there', async () => {
  const run = await script(`set -e
    export BRCTL_CATALOG=guarded
    brctl push a.jsonl -q --poll 20ms > /dev/null
    head -n 20 a.jsonl > few.jsonl
    brctl push few.jsonl -q --mode full
    echo not reached`);
  expect(run.exitCode, run.stderr).toBe(11);
  expect(run.stdout).not.toContain('not reached');
  expect(run.stderr).toContain('error guard.shrink (exit 11)');
});

test.each([
  ['TERM', 143],
  ['INT', 130],
])('12 while another brctl holds the lock; SIG%s ends that one with %d', async (signal, code) => {
  emulator.faults.set({ operation: 'job:*', job: 'stick', times: 1 });
  const run = await script(`export BRCTL_CATALOG=contested-${code}
    brctl push a.jsonl 2> first & first=$!
    until test -e "$XDG_STATE_HOME/brctl/catalogs/local@$BRCTL_CATALOG/lock"; do sleep 0.05; done
    brctl push a.jsonl
    echo $?
    kill -${signal} $first
    wait $first`);
  expect([run.exitCode, run.stdout.split('\n').at(0)], run.stderr).toEqual([code, '12']);
  expect(run.stderr).toContain('error lock.held (exit 12)');
});

test.each(['diff a.jsonl b.jsonl', 'apply a.jsonl delta.jsonl', 'search lamp --json', 'jobs'])(
  'a reader that goes away ends `%s` quietly',
  async (command) => {
    await script('brctl diff a.jsonl b.jsonl -q -o delta.jsonl');
    const run = await script(`brctl ${command} -q | head -c 1 > first; wc -c < first`);
    expect([run.exitCode, run.stdout.trim(), run.stderr]).toEqual([0, '1', '']);
  },
);
