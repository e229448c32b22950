import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isProcessAlive } from '../../src/base/process/process-check.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type CliOptions, type CliRun, runCli } from './harness.ts';

interface Ready {
  schema: string;
  catalogUrl: string;
  sftp: { keyFile: string };
  env: Record<string, string>;
  environments?: Record<string, Ready>;
}

/** Runs `brctl serve` on free ports until `whileUp` has ended. */
async function serve(
  argv: readonly string[],
  whileUp: (ready: Ready, home: string) => Promise<void>,
  options: CliOptions = {},
): Promise<CliRun & { home: string; readyFile: string }> {
  const home = options.home ?? temporaryFolder();
  const stop = new AbortController();
  const readyFile = path.join(home, 'ready.json');
  const args = ['serve', '--port', '0', '--sftp-port', '0', '--ready-file', readyFile, ...argv];
  const run = runCli(args, { ...options, home, signal: stop.signal });
  await Promise.race([run, expect.poll(() => existsSync(readyFile)).toBe(true)]);
  if (existsSync(readyFile)) await whileUp(JSON.parse(readFileSync(readyFile, 'utf8')) as Ready, home);
  stop.abort();
  return { ...(await run), home, readyFile };
}

const localFile = (home: string) => path.join(home, '.local/state/brctl/local.json');

test('into a file or a log goes the ready line alone, without a key', async () => {
  let keys: string[] = [];
  const run = await serve(['--memory'], async ({ env }) => {
    keys = [env.BRCTL_API_KEY ?? '', env.BRCTL_AUTH_KEY ?? ''];
  });
  expect(run.stdout).toMatch(/^ready: local at \S+, SFTP \S+, data in memory\n$/);
  for (const key of keys) expect(run.stdout + run.stderr).not.toContain(key);
  expect(run.stderr).toBe('');
});

test.each<[string, string[], CliOptions]>([
  ['a terminal with --print-env', ['--print-env'], { terminalColumns: 200 }],
  ['--print-env', ['--print-env'], {}],
])(
  'on %s stdout has one ready line and what to paste, and the keys in it are whole',
  async (_name, argv, options) => {
    const run = await serve(['--memory', ...argv], async () => undefined, options);
    const [line, page, ...exports] = run.stdout.trimEnd().split('\n');
    expect(page).toMatch(/^# page: http:\/\/127\.0\.0\.1:\d+\/_brctl\/$/);
    expect(line).toMatch(
      /^ready: local at http:\/\/127\.0\.0\.1:\d+, SFTP products_en@127\.0\.0\.1:\d+, data in memory$/,
    );
    expect(exports).toContain('export BRCTL_CATALOG=products_en');
    expect(exports.join('\n')).toMatch(
      /export BRCTL_API_KEY=local-[0-9a-f-]{36}\n[\s\S]*export BRCTL_AUTH_KEY=[0-9a-f]{16}\n/,
    );
    expect(exports.every((text) => text.startsWith('export '))).toBe(true);
  },
);

test('on a terminal stdout has the address in one line, the page, and no key; a note says how to get them', async () => {
  const run = await serve(['--memory'], async () => undefined, { terminalColumns: 80 });
  expect(run.stdout).toMatch(
    /^ready: local at http:\/\/\S+\nSFTP \S+, data in memory\n# page: http:\/\/\S+\/_brctl\/\n$/,
  );
  expect(run.stderr).toContain('start with --print-env');
  expect(run.stderr).toMatch(/\nstopping\n$/);
});

test('with --json the ready line is the ready file', async () => {
  let inFile = {};
  const run = await serve(['--memory', '--json'], async (ready) => {
    inFile = ready;
  });
  expect(run.json()).toEqual(inFile);
  expect(run.stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(run.stdout).toMatch(/^\{"schema":"brctl\.serve\/1","pid":\d+,"catalogUrl":/);
});

test('the ready file is for its owner only and goes at the end', async () => {
  const run = await serve(['--memory'], async (_ready, home) => {
    expect(statSync(path.join(home, 'ready.json')).mode & 0o777).toBe(0o600);
  });
  expect(existsSync(run.readyFile)).toBe(false);
});

test('the default data folder makes it the service of the environment local, with keys that stay', async () => {
  const home = temporaryFolder();
  let key = '';
  await serve(
    [],
    async (ready) => {
      key = ready.env.BRCTL_API_KEY ?? '';
      expect(statSync(localFile(home)).mode & 0o777).toBe(0o600);
      const shown = await runCli(['config', 'show', '--json'], { home });
      expect(shown.stdout).toContain(ready.catalogUrl);
    },
    { home },
  );
  await serve([], async (ready) => expect(ready.env.BRCTL_API_KEY).toBe(key), { home });
});

test('a service in memory on another port is not the one of the environment local', async () => {
  await serve(['--memory'], async (_ready, home) => expect(existsSync(localFile(home))).toBe(false));
});

test('several environments stand in one object, each with keys of its own', async () => {
  await serve(['--memory', '--environments', 'production,staging'], async (ready) => {
    expect(Object.keys(ready.environments ?? {})).toEqual(['production', 'staging']);
    expect(ready.env.BRCTL_ENV).toBe('production');
    expect(ready.environments?.staging?.env.BRCTL_API_KEY).not.toBe(ready.env.BRCTL_API_KEY);
  });
});

test.each([
  ['exit 0', 0],
  ['exit 7', 7],
  ['test "$BRCTL_CATALOG" = lamps', 0],
  ['kill -TERM $$', 143],
])('--exec %j returns the exit code %i', async (command, exitCode) => {
  const home = temporaryFolder();
  const file = path.join(home, 'lamps.jsonl');
  const attributes = { title: 'Lamp', price: 1, url: 'https://shop.example/1' };
  writeFileSync(file, JSON.stringify({ op: 'add', path: '/products/1', value: { attributes } }));
  const argv = [
    'serve',
    '--memory',
    '--port',
    '0',
    '--sftp-port',
    '0',
    '--load',
    'lamps=lamps.jsonl',
    '--exec',
    command,
  ];
  const run = await runCli(argv, { home, env: { PATH: process.env.PATH ?? '' } });
  expect([run.exitCode, run.stdout]).toEqual([exitCode, '']);
});

test.each([
  [['--engine', 'opensearch'], 2, '--engine opensearch needs the address of a cluster'],
  [['--engine-url', 'http://127.0.0.1:1'], 2, '--engine-url requires --engine opensearch'],
  [['--engine', 'opensearch', '--engine-url', 'localhost'], 2, '"localhost" of --engine-url is not an http'],
  [
    ['--engine', 'opensearch', '--engine-url', 'http://127.0.0.1:1', '--engine-ca', 'none.pem'],
    3,
    'cannot be read',
  ],
  [['--engine', 'opensearch', '--engine-url', 'http://127.0.0.1:1', '--memory'], 7, 'does not answer'],
  [['--memory', '--data', 'x'], 2, '--memory and --data cannot be given together'],
  [['--memory', '--port', '65536'], 2, 'from 0 to 65535'],
  [['--tls-cert', 'x'], 2, '--tls-cert and --tls-key must be given together'],
  [['--load', 'catalog.jsonl'], 2, 'does not name a catalog'],
  [['--load', 'a=missing.jsonl', '--memory'], 5, 'no such catalog file'],
  [['--environments', 'a,a'], 2, 'is named twice'],
  [['--tls-cert', 'x', '--tls-key', 'y', '--memory'], 3, 'cannot be read'],
  [['--port', 'x'], 2, 'whole number'],
])('serve %j exits %i', async (argv, exitCode, text) => {
  const run = await runCli([
    'serve',
    '--sftp-port',
    '0',
    ...(argv.includes('--port') ? [] : ['--port', '0']),
    ...argv,
  ]);
  expect([run.exitCode, run.stdout]).toEqual([exitCode, '']);
  expect(run.stderr).toContain(text);
});

test('a data folder that is in use exits 12', async () => {
  const data = temporaryFolder();
  await serve(['--data', data], async () => {
    const second = await runCli(['serve', '--port', '0', '--sftp-port', '0', '--data', data]);
    expect(second.exitCode).toBe(12);
  });
});

test('a port that is taken exits 3 and says which', async () => {
  await serve(['--memory'], async ({ catalogUrl }) => {
    const { port } = new URL(catalogUrl);
    const second = await runCli(['serve', '--memory', '--port', port, '--sftp-port', '0']);
    expect(second.exitCode).toBe(3);
    expect(second.stderr).toContain(`127.0.0.1:${port}`);
    expect(second.stderr).toContain('serve.port_in_use');
  });
});

test('the serve section of the configuration is obeyed, flags go before it', async () => {
  const home = temporaryFolder();
  writeFileSync(
    path.join(home, '.brctlrc'),
    JSON.stringify({
      serve: { memory: true, accounts: [{ accountId: '77', catalogs: ['chairs'] }], environments: ['qa'] },
    }),
  );
  await serve(
    [],
    async (ready) => {
      expect(ready.env).toMatchObject({ BRCTL_ENV: 'qa', BRCTL_ACCOUNT_ID: '77', BRCTL_CATALOG: 'chairs' });
    },
    { home },
  );
});

test('an unknown key of the serve section names the nearest', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, '.brctlrc'), JSON.stringify({ serve: { memry: true } }));
  const run = await runCli(['serve', '--port', '0', '--sftp-port', '0'], { home });
  expect([run.exitCode, run.stderr]).toEqual([3, expect.stringContaining('did you mean serve.memory?')]);
});

test('--log json tells each request on stderr, keys masked', async () => {
  const run = await serve(['--memory', '--log', 'json'], async ({ env }) => {
    await fetch(`${env.BRCTL_SEARCH_URL}?auth_key=${env.BRCTL_AUTH_KEY}`);
  });
  const lines = run.stderr.split('\n').filter((line) => line.startsWith('{'));
  const request = lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'request');
  expect(request).toMatchObject({
    level: 'info',
    environment: 'local',
    url: '/api/v1/core/?auth_key=***',
    status: 400,
  });
});

test('a signal ends the command of --exec with all that it started', async () => {
  const home = temporaryFolder();
  const stop = new AbortController();
  const command = 'sleep 60 & echo $! > made; mv made pid; wait';
  const argv = ['serve', '--memory', '--port', '0', '--sftp-port', '0', '--exec', command];
  const run = runCli(argv, { home, env: { PATH: process.env.PATH ?? '' }, signal: stop.signal });
  await expect.poll(() => existsSync(path.join(home, 'pid'))).toBe(true);
  const pid = Number(readFileSync(path.join(home, 'pid'), 'utf8'));
  stop.abort();
  await run;
  await expect.poll(() => isProcessAlive(pid)).toBe(false);
});

test('keys of hosted environments need not be set to serve', async () => {
  const home = temporaryFolder();
  const hosted = { environment: 'staging', environments: { staging: { apiKey: '${STAGING_API_KEY}' } } };
  writeFileSync(path.join(home, '.brctlrc'), JSON.stringify(hosted));
  const argv = [
    'serve',
    '--memory',
    '--port',
    '0',
    '--sftp-port',
    '0',
    '--exec',
    'test "$BRCTL_ENV" = local',
  ];
  const run = await runCli(argv, { home, env: { PATH: process.env.PATH ?? '' } });
  expect([run.exitCode, run.stderr]).toEqual([0, '']);
});

test('accounts of the configuration take numbers as ids and variables as keys, and paths are those of the file', async () => {
  const project = temporaryFolder();
  const cwd = path.join(project, 'deeper');
  mkdirSync(cwd);
  const attributes = { title: 'Lamp', price: 1, url: 'https://shop.example/1' };
  const line = JSON.stringify({ op: 'add', path: '/products/1', value: { attributes } });
  writeFileSync(path.join(project, 'lamps.jsonl'), line);
  const serveSection = {
    memory: true,
    load: 'lamps=lamps.jsonl',
    accounts: [{ accountId: 77, apiKey: '${BRCTL_MY_KEY}' }],
  };
  writeFileSync(path.join(project, '.brctlrc'), JSON.stringify({ serve: serveSection }));
  const command = 'test "$BRCTL_ACCOUNT_ID $BRCTL_API_KEY $BRCTL_CATALOG" = "77 secret-of-mine lamps"';
  const argv = ['serve', '--port', '0', '--sftp-port', '0', '--exec', command];
  const env = { PATH: process.env.PATH ?? '', BRCTL_MY_KEY: 'secret-of-mine' };
  expect((await runCli(argv, { cwd, env })).exitCode).toBe(0);
  const without = await runCli(argv, { cwd });
  expect([without.exitCode, without.stderr]).toEqual([3, expect.stringContaining('${BRCTL_MY_KEY}')]);
});

test('--load takes plain records, too, as push --from records does', async () => {
  const home = temporaryFolder();
  const record = (id: string) =>
    JSON.stringify({ id, attributes: { title: `Lamp ${id}`, price: 1, url: 'https://shop.example/1' } });
  writeFileSync(path.join(home, 'records.jsonl'), `${record('L-1')}\n${record('L-2')}\n`);
  const run = await serve(
    ['--memory', '--load', 'lamps=records.jsonl'],
    async ({ env }) => {
      const search = await runCli(['search', 'lamp', '--json'], { env });
      expect([search.exitCode, search.json()]).toEqual([0, expect.objectContaining({ total: 2 })]);
    },
    { cwd: home, home },
  );
  expect(run.stderr).toBe('');
  writeFileSync(path.join(home, 'records.jsonl'), `${record('L-1')}\n${record('L-1')}\n`);
  const twice = await runCli(
    ['serve', '--memory', '--port', '0', '--sftp-port', '0', '--load', 'a=records.jsonl'],
    {
      cwd: home,
    },
  );
  expect([twice.exitCode, twice.stderr]).toEqual([4, expect.stringContaining('line 2')]);
});

test('--data goes before a configuration that keeps nothing', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, '.brctlrc'), JSON.stringify({ serve: { memory: true } }));
  await serve(['--data', 'kept'], async () => undefined, { home });
  expect(existsSync(path.join(home, 'kept/local/instance.json'))).toBe(true);
});

test.each([
  [{ accounts: [{ acountId: '1' }] }, 'did you mean serve.accounts.accountId?'],
  [{ accounts: [{ catalogs: 'a' }] }, 'it takes a list of texts'],
  [{ port: 'x' }, 'serve.port has a value of the wrong type'],
  [{ port: 'x' }, 'it takes a whole number'],
  [{ log: 'xml' }, 'it takes json or human'],
  [{ environments: [1] }, 'it takes a list of texts'],
])('the serve section %j exits 3', async (section, text) => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, '.brctlrc'), JSON.stringify({ serve: section }));
  const run = await runCli(['serve', '--memory', '--port', '0', '--sftp-port', '0'], { home });
  expect([run.exitCode, run.stderr]).toEqual([3, expect.stringContaining(text)]);
});

test('a start that fails takes nothing away from the service that runs', async () => {
  const home = temporaryFolder();
  const running = async ({ catalogUrl }: Ready) => {
    const { port } = new URL(catalogUrl);
    const second = await runCli(['serve', '--port', port, '--sftp-port', '0'], { home });
    expect([3, 12]).toContain(second.exitCode);
    expect(existsSync(localFile(home))).toBe(true);
  };
  await serve([], running, { home });
});

test('a ready file or a data folder that cannot be written exits 3', async () => {
  const home = temporaryFolder();
  const notAFolder = path.join(home, 'file');
  writeFileSync(notAFolder, '');
  const argv = ['serve', '--port', '0', '--sftp-port', '0', '--exec', 'true'];
  const readyFile = path.join(notAFolder, 'ready.json');
  const first = await runCli([...argv, '--memory', '--ready-file', readyFile], { home });
  expect([first.exitCode, first.stderr]).toEqual([3, expect.stringContaining('serve.ready_file')]);
  const env = { XDG_STATE_HOME: notAFolder, PATH: process.env.PATH ?? '' };
  const data = path.join(notAFolder, 'brctl/serve');
  const second = await runCli([...argv, '--data', data], { home, env });
  expect([second.exitCode, second.stderr]).toEqual([3, expect.stringContaining('serve.data_unusable')]);
});

test('listening beyond this machine is said aloud', async () => {
  const run = await serve(['--memory', '--host', '0.0.0.0'], async ({ catalogUrl }) => {
    expect(catalogUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });
  expect(run.stderr).toContain('warning: other machines can reach this service at 0.0.0.0');
});
