import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';

/** A few runs of the real program: what only a process can show. */
const bin = fileURLToPath(new URL('../../bin/brctl.js', import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const CATALOG = fixture('catalog.jsonl');
const NEXT_DAY = fixture('catalog-next-day.jsonl');

function workdir() {
  const folder = temporaryFolder();
  return {
    folder,
    env: {
      HOME: folder,
      XDG_STATE_HOME: path.join(folder, 'state'),
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      NO_COLOR: '1',
    },
  };
}

function brctl(argv: readonly string[], options: Record<string, unknown> = {}) {
  const { env } = workdir();
  return execa(process.execPath, [bin, ...argv], { env, reject: false, ...options });
}

async function untilExists(file: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error(`${file} did not appear`);
    await wait(10);
  }
}

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  );
  const { stdout, exitCode } = await brctl(['--version']);
  expect([stdout, exitCode]).toEqual([version, 0]);
});

test('a reader that goes away ends it quietly', async () => {
  const { env } = workdir();
  const { stdout, stderr } = await execa(
    'bash',
    [
      '-c',
      `"$0" "$1" diff "$2" "$3" | head -n 1; echo "exit \${PIPESTATUS[0]}"`,
      process.execPath,
      bin,
      CATALOG,
      NEXT_DAY,
    ],
    { env },
  );
  expect(stdout.split('\n')[0]).toMatch(/^\{"op":/);
  expect(stdout).toMatch(/exit 0$/);
  expect(stderr).not.toMatch(/error|EPIPE/i);
});

test.each([
  ['a reader that has gone', '| (exec <&-; sleep 0)', 0],
  ['a full disk', '> /dev/full', 7],
])(
  'with %s help and completion end by exit code, and a refused plan keeps its own',
  async (_kind, to, printing) => {
    const { env, folder } = workdir();
    const printed = ['--version', '--help', 'push --help', 'completion bash'];
    const lines = [...printed, 'diff nope.jsonl nope.jsonl', 'plan nope.jsonl'].map(
      (line) => `("$0" "$1" ${line} 2>&2; echo "$?" >> codes) ${to}`,
    );
    const { stderr } = await execa('bash', ['-c', lines.join('\n'), process.execPath, bin], {
      env,
      cwd: folder,
    });
    const codes = [...printed.map(() => printing), 5, 5];
    expect(readFileSync(path.join(folder, 'codes'), 'utf8')).toBe(`${codes.join('\n')}\n`);
    expect(stderr.split('error output.not_written')).toHaveLength(printing === 0 ? 1 : printed.length + 1);
  },
);

test('one of the two catalogs may come from stdin, the delta may go to a file', async () => {
  const { folder } = workdir();
  const fromFiles = path.join(folder, 'a.jsonl');
  const fromStdin = path.join(folder, 'b.jsonl');
  await brctl(['diff', CATALOG, NEXT_DAY, '-o', fromFiles]);
  const run = await brctl(['diff', CATALOG, '-', '-o', fromStdin], { inputFile: NEXT_DAY });
  expect(run.exitCode).toBe(0);
  expect(readFileSync(fromStdin, 'utf8')).toBe(readFileSync(fromFiles, 'utf8'));
});

test('diff --exit-code tells differences by exit 10', async () => {
  expect((await brctl(['diff', CATALOG, NEXT_DAY, '--exit-code'])).exitCode).toBe(10);
  expect((await brctl(['diff', CATALOG, CATALOG, '--exit-code'])).exitCode).toBe(0);
});

test('a missing file is exit 5, and nothing is left under the name of the output', async () => {
  const { folder } = workdir();
  const output = path.join(folder, 'out.jsonl');
  const { exitCode, stderr } = await brctl(['diff', path.join(folder, 'no.jsonl'), CATALOG, '-o', output]);
  expect(exitCode).toBe(5);
  expect(stderr).toContain('no.jsonl');
  expect(existsSync(output)).toBe(false);
});

test.skipIf(!existsSync('/dev/full'))(
  'where stderr takes nothing, the exit code still tells of the work',
  async () => {
    const { folder } = workdir();
    const output = path.join(folder, 'out.jsonl');
    const mute = async (line: string) =>
      (
        await execa('sh', ['-c', `"$0" "$@" ${line} 2>/dev/full`, process.execPath, bin, 'diff', CATALOG], {
          reject: false,
        })
      ).exitCode;
    expect(await mute(`${NEXT_DAY} -o ${output}`)).toBe(0);
    expect(existsSync(output)).toBe(true);
    expect(await mute(path.join(folder, 'no.jsonl'))).toBe(5);
  },
);

test('it works without a home folder', async () => {
  const { exitCode } = await execa(process.execPath, [bin, 'diff', CATALOG, CATALOG], {
    env: { PATH: process.env.PATH ?? '' },
    extendEnv: false,
    reject: false,
  });
  expect(exitCode).toBe(0);
});

test.skipIf(process.getuid?.() !== 0)(
  'it works for a user without an account, as containers have them (needs root)',
  async () => {
    const { folder } = workdir();
    const env = { PATH: process.env.PATH ?? '', TMPDIR: folder };
    chmodSync(folder, 0o777);
    const options = { env, cwd: folder, extendEnv: false, uid: 54_321, gid: 54_321, reject: false };
    const run = await execa(process.execPath, [bin, 'config', 'show'], options);
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
  },
);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('serve ends at once of %s with exit %i', async (signal, exitCode) => {
  const { folder, env } = workdir();
  const ready = path.join(folder, 'ready.json');
  const service = execa(
    process.execPath,
    [bin, 'serve', '--port', '0', '--sftp-port', '0', '--memory', '--ready-file', ready],
    { env, reject: false },
  );
  await untilExists(ready);
  const { env: reached, schema } = JSON.parse(readFileSync(ready, 'utf8'));
  expect(schema).toBe('brctl.serve/1');
  const push = await execa(process.execPath, [bin, 'push', CATALOG, '--json', '--quiet'], {
    env: { ...env, ...reached },
    reject: false,
  });
  expect([push.exitCode, push.stderr]).toEqual([0, '']);
  const from = Date.now();
  service.kill(signal);
  const result = await service;
  // Without waiting for anything: an idle connection alone lasts 72 s.
  expect(Date.now() - from).toBeLessThan(60_000);
  expect(result.exitCode).toBe(exitCode);
});

describe('a terminal that goes away', () => {
  /** A diff into a file that waits for its stdin, started by the shell so that its SIGHUP can be set up. */
  async function waitingDiff(before: string, stdin: string) {
    const { folder, env } = workdir();
    const pipe = path.join(folder, 'old');
    const out = path.join(folder, 'out');
    mkdirSync(out);
    const script = `mkfifo "${pipe}"; ${before} "$0" "$1" diff "${pipe}" "$2" -o "${out}/delta.jsonl" ${stdin} & echo $!; wait $!`;
    const child = execa('bash', ['-c', script, process.execPath, bin, CATALOG], { env, reject: false });
    const [pid] = await once(child.stdout, 'data');
    const deadline = Date.now() + 120_000;
    while (readdirSync(out).length === 0 && Date.now() < deadline) await wait(10);
    return { child, pid: Number(pid), out, send: () => execa('cp', [CATALOG, pipe]) };
  }

  test('ends the work in order: exit 129, and nothing beside the output', async () => {
    const { child, pid, out } = await waitingDiff('', '');
    process.kill(pid, 'SIGHUP');
    expect((await child).exitCode).toBe(129);
    expect(readdirSync(out)).toEqual([]);
  });

  test.each([
    ['a shell that ignores it', "trap '' HUP;", ''],
    ['nohup, which makes stdin unreadable', '', '0>/dev/null'],
  ])('is no reason to stop under %s', async (_, before, stdin) => {
    const { child, pid, out, send } = await waitingDiff(before, stdin);
    process.kill(pid, 'SIGHUP');
    await send();
    expect((await child).exitCode).toBe(0);
    expect(readdirSync(out)).toEqual(['delta.jsonl']);
  });
});

test('serve --exec runs a command against it and returns its exit code', async () => {
  const command = `"${process.execPath}" "${bin}" search lamp --json && exit 23`;
  const run = await brctl([
    'serve',
    '--port',
    '0',
    '--sftp-port',
    '0',
    '--memory',
    '--load',
    `products_en=${CATALOG}`,
    '--exec',
    command,
  ]);
  expect(run.stderr).toBe('');
  expect(run.stdout).toContain('"schema":"brctl.search/1"');
  expect(run.exitCode).toBe(23);
});

test('a second SIGINT ends a run at once', async () => {
  const { env, folder } = workdir();
  const ready = path.join(folder, 'ready.json');
  const service = execa(
    process.execPath,
    [bin, 'serve', '--port', '0', '--sftp-port', '0', '--memory', '--ready-file', ready],
    { env, reject: false },
  );
  await untilExists(ready);
  service.kill('SIGINT');
  service.kill('SIGINT');
  await once(service, 'exit');
  const { exitCode, signal } = await service;
  // Where the first has ended the run already, it is 130 itself; the second is left to the system, of which a shell makes 130.
  expect(exitCode ?? signal).toBeOneOf([130, 'SIGINT']);
});

const hasScript = existsSync('/usr/bin/script');

test.skipIf(!hasScript)('a terminal that tells no width gets plain lines and an end', async () => {
  const { env } = workdir();
  const command = [process.execPath, bin, 'diff', CATALOG, NEXT_DAY, '--exit-code'].join(' ');
  // Without a terminal of its own, `script` makes one of 0 columns.
  const run = await execa('/usr/bin/script', ['-qec', command, '/dev/null'], {
    env: { ...env, CI: '' },
    reject: false,
    stdin: 'ignore',
    timeout: 20_000,
  });
  expect([run.exitCode, run.timedOut]).toEqual([10, false]);
  expect(run.stdout).toMatch(/^comparing /);
});
