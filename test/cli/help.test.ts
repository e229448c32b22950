import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

/** Every command, as --help-all lists them. */
async function commandNames(): Promise<string[]> {
  const { stdout } = await runCli(['--help-all']);
  return [...stdout.matchAll(/^ {2}([a-z]+) .*[A-Z]/gm)].map(([, name = '']) => name);
}

test('brctl alone prints help and succeeds', async () => {
  const run = await runCli([]);
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toContain('Usage: brctl');
  expect(run.stderr).toBe('');
});

test('every command has a description, help with its options, and exits 0 for --help', async () => {
  const names = await commandNames();
  expect(names.length).toBeGreaterThan(25);
  for (const name of names) {
    const run = await runCli([name, '--help']);
    expect(run.exitCode, name).toBe(0);
    expect(run.stdout, name).toContain(`Usage: brctl ${name}`);
  }
});

test.each([
  ['exit-codes', '12  another brctl holds the lock'],
  ['configuration', 'BRCTL_API_KEY_FILE'],
  ['environments', 'built in'],
  ['formats', 'JSON Lines'],
])('help %s explains the topic', async (topic, text) => {
  const run = await runCli(['help', topic]);
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toContain(text);
});

test('the documented exit codes are those that help shows', async () => {
  const page = readFileSync(
    new URL('../../docs/reference/configuration.md', import.meta.url),
    'utf8',
  ).replaceAll('`', '');
  const documented = new Map(
    [...page.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code = '', meaning = '']) => [code, meaning]),
  );
  const { stdout } = await runCli(['help', 'exit-codes']);
  const shown = [...stdout.matchAll(/^ +(\d\d?) {2}(.*)$/gm)].map(([, code = '', meaning = '']) => ({
    code,
    meaning,
  }));
  expect(shown.map(({ code }) => code)).toEqual([...documented.keys()]);
  for (const { code, meaning } of shown) expect(documented.get(code)).toContain(meaning);
});

test('help begins with what a command does and examples of it', async () => {
  const { stdout } = await runCli(['push', '--help']);
  const places = ['Usage:', 'Push a catalog', 'Examples:', 'Arguments:', 'What to send:', 'Guards:'].map(
    (text) => stdout.indexOf(text),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('brctl --help fits one screen: six commands with a line each, every other by name', async () => {
  const { stdout } = await runCli(['--help'], { terminalColumns: 80 });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThan(24);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  const [, main = ''] = /Main commands:\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  expect([...main.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)).toEqual([
    'serve',
    'push',
    'plan',
    'search',
    'explain',
    'jobs',
  ]);
  const words = stdout.match(/\w+/g) ?? [];
  expect(words).toEqual(expect.arrayContaining(await commandNames()));
});

test('no help is longer than 60 lines; --help-all adds what it leaves out', async () => {
  for (const name of await commandNames()) {
    const run = await runCli([name, '--help'], { terminalColumns: 80 });
    expect([name, run.stdout.split('\n').length > 60]).toEqual([name, false]);
    const [, hidden = '0'] = /(\d+) more options:/.exec(run.stdout) ?? [];
    const options = (text: string) => text.match(/^ {2}(?:-\w, )?--[a-z-]+/gm)?.length ?? 0;
    const all = await runCli([name, '--help-all'], { terminalColumns: 80 });
    expect([name, all.exitCode, options(all.stdout)]).toEqual([
      name,
      0,
      options(run.stdout) + Number(hidden),
    ]);
  }
});

test('--help-all of push shows delivery, feed and connection options, which --help does not', async () => {
  const rare = ['--via', '--max-ops', '--map', '--sftp-host', '--max-errors'];
  const missing = async (option: string) => {
    const { stdout } = await runCli(['push', option]);
    return rare.filter((name) => !stdout.includes(`${name} `));
  };
  expect([await missing('--help'), await missing('--help-all')]).toEqual([rare, []]);
});

test('an option under its old name works, and the new name is told', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'records.jsonl');
  await writeFile(file, '{"id":"a","attributes":{"title":"Lamp"}}\n');
  const [before, now] = [
    await runCli(['validate', file, '--input-format', 'records']),
    await runCli(['validate', file, '--from', 'records']),
  ];
  expect([before.exitCode, before.stdout]).toEqual([now.exitCode, now.stdout]);
  expect(before.stderr).toContain('--input-format is now --from records');
  expect(now.stderr).not.toContain('is now');
});

test('help of a command shows the settings that it reads; others are taken all the same', async () => {
  const { stdout } = await runCli(['files', 'ls', '--help-all']);
  expect(stdout).toContain('--sftp-host');
  expect(stdout).not.toContain('--widget-url');
  const run = await runCli(['files', 'ls', '--widget-url', 'http://127.0.0.1:1', '--account-id', '1']);
  expect(run.stderr).not.toContain('usage.unknown_option');
});

test('help prints a page of the manual', async () => {
  const { stdout } = await runCli(['help', 'files', '--format', 'man']);
  expect(stdout).toMatch(/^\.TH BRCTL\\?-FILES 1 /);
  expect(stdout).toContain('.SH SYNOPSIS\nbrctl files ls');
  expect(stdout).not.toMatch(/^[.'](?!(TH|SH|TP|B|BR|nf|fi|nh|ad|PP)\b)/m);
});

test('help of an unknown topic is a usage error', async () => {
  expect((await runCli(['help', 'nothing'])).exitCode).toBe(2);
});

test('an unknown command and an unknown option are usage errors that name the nearest', async () => {
  const command = await runCli(['serch', 'x']);
  expect([command.exitCode, command.stderr]).toEqual([2, expect.stringContaining('did you mean search?')]);
  const option = await runCli(['search', 'x', '--rws', '1', '--json']);
  expect(option.exitCode).toBe(2);
  expect(JSON.parse(option.stderr).error).toMatchObject({
    code: 'usage.unknown_option',
    exit: 2,
    hint: 'did you mean --rows?',
  });
});

test.each([
  [['category']],
  [['index', 'extra']],
  [['config', 'nope']],
  [['guards', 'forget', '--last', 'x']],
])('%j, of which nothing near is known, is shown its help', async (argv) => {
  const words = argv.filter((word) => !['extra', 'nope', '--last', 'x'].includes(word));
  const run = await runCli(argv);
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain(`fix   brctl ${words.join(' ')} --help\n`);
});

test.each(['plan', 'diff'])("terraform's name for --exit-code is understood by %s", async (command) => {
  const { stderr, exitCode } = await runCli([command, '--detailed-exitcode']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('did you mean --exit-code?')]);
});

test('a query as an operand of explain is offered as --query', async () => {
  const run = await runCli(['explain', 'P7', 'red lamp', '--json']);
  expect(run.exitCode).toBe(2);
  expect(JSON.parse(run.stderr).error.hint).toBe("brctl explain P7 --query 'red lamp'");
});

test.each([
  ['--api-key', 'BRCTL_API_KEY'],
  ['--auth-key', 'BRCTL_AUTH_KEY'],
  ['--acct-auth', 'BRCTL_ACCT_AUTH'],
  ['--sftp-passphrase', 'BRCTL_SFTP_PASSPHRASE'],
])('%s is refused without its value being repeated', async (flag, variable) => {
  for (const given of [[flag, 'canary-4711'], [`${flag}=canary-4711`]]) {
    const run = await runCli(['push', ...given, 'catalog.jsonl', '--json']);
    expect([run.exitCode, run.stdout]).toEqual([2, '']);
    expect(run.stderr).not.toContain('canary');
    expect(JSON.parse(run.stderr).error).toMatchObject({
      code: 'usage.unknown_option',
      message: `secrets cannot be given on the command line: ${flag}`,
      hint: `set ${variable}, or ${variable}_FILE to a file that holds it`,
    });
  }
});

test.each(['--apiKey=canary-4711', '--API_KEY=canary-4711', '--bogus=canary-4711'])(
  '%s is refused without its value being repeated',
  async (given) => {
    const run = await runCli(['push', given, 'catalog.jsonl']);
    expect([run.exitCode, run.stderr]).toEqual([2, expect.not.stringContaining('canary')]);
    if (!given.startsWith('--bogus')) expect(run.stderr).toContain('set BRCTL_API_KEY');
  },
);

test('a secret of the environment is masked also where no command began', async () => {
  const run = await runCli(['push', '--bogus=canary-4711'], { env: { BRCTL_API_KEY: 'canary-4711' } });
  expect([run.exitCode, run.stderr]).toEqual([2, expect.not.stringContaining('canary')]);
});

test.each(['search', 'files ls', 'config show', 'push'])(
  'the help of %s names the way to exit codes',
  async (name) => {
    const { stdout } = await runCli([...name.split(' '), '--help']);
    expect(stdout).toContain('brctl help exit-codes');
    expect(stdout).toMatch(/Common options:\n/);
  },
);

test('a group without its command is a usage error that says so', async () => {
  for (const argv of [['files'], ['config'], ['--json']]) {
    const run = await runCli([...argv, '--json']);
    expect([run.exitCode, run.stdout]).toEqual([2, '']);
    expect(JSON.parse(run.stderr).error).toMatchObject({ code: 'usage.missing_command' });
  }
});

test('global options count before the command, in a group and behind the operands', async () => {
  for (const argv of [
    ['--json', 'config', 'environments'],
    ['config', '--json', 'environments'],
    ['config', 'environments', '--json'],
  ])
    expect((await runCli(argv)).json()).toEqual({
      schema: 'brctl.environments/1',
      environments: ['local', 'staging', 'production'],
    });
});

test('no paragraph of any help is wider than the terminal', async () => {
  for (const command of await commandNames()) {
    const help = await runCli([command, '--help-all'], { terminalColumns: 80 });
    const wide = help.stdout.split('\n').filter((line) => /^\S/.test(line) && line.length > 80);
    expect([command, wide]).toEqual([command, []]);
  }
});

test('of an option that takes many words help prints the first, and --help-all all', async () => {
  const { stdout } = await runCli(['push', '--help']);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '(operations, records, auto, google, shopify, shopify-bulk, …; default: operations)',
  );
  expect((await runCli(['push', '--help-all'])).stdout).toContain('jsonlines');
});

test('help on a misspelt command or topic names the nearest', async () => {
  const run = await runCli(['help', 'pusch', '--json']);
  expect([run.exitCode, JSON.parse(run.stderr).error]).toEqual([
    2,
    expect.objectContaining({ code: 'usage.unknown_topic', hint: 'did you mean push?' }),
  ]);
});
