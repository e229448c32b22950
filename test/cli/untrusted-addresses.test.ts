import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

const STRANGER = 'http://stranger.example/api/v1/core/';
const COMMON = 'accountId: "1"\ncatalog: c\n';

/** A project and a home of their own; the key `canary-key` from one source, the address from another. */
function arrange(key: keyof typeof KEYS, address: keyof typeof ADDRESSES) {
  const [project, home] = [temporaryFolder(), temporaryFolder()];
  const from = {
    project: COMMON,
    user: '',
    env: { BRCTL_SHOP_KEY: 'canary-key' } as Record<string, string>,
    flags: [] as string[],
  };
  KEYS[key](from);
  ADDRESSES[address](from);
  writeFileSync(path.join(project, '.brctlrc'), from.project, { mode: 0o600 });
  mkdirSync(path.join(home, '.config/brctl'), { recursive: true });
  if (from.user !== '')
    writeFileSync(path.join(home, '.config/brctl/config.yaml'), from.user, { mode: 0o600 });
  return { cwd: project, home, env: from.env, flags: from.flags };
}

interface Sources {
  project: string;
  user: string;
  env: Record<string, string>;
  flags: string[];
}

const KEYS = {
  variable: ({ env }: Sources) => {
    env.BRCTL_AUTH_KEY = 'canary-key';
  },
  'file of a variable': ({ env }: Sources) => {
    env.BRCTL_AUTH_KEY_FILE = path.join(temporaryFolder(), 'key');
    writeFileSync(env.BRCTL_AUTH_KEY_FILE, 'canary-key\n');
  },
  'user file': (from: Sources) => {
    from.user += 'authKey: canary-key\n';
  },
  'reference in the project file': (from: Sources) => {
    from.project += 'authKey: ${BRCTL_SHOP_KEY}\n';
  },
  'none, the account is one': (from: Sources) => {
    from.project = 'accountId: ${BRCTL_SHOP_KEY}\ncatalog: c\nauthKey: of-the-project\n';
  },
  'part of it by reference': (from: Sources) => {
    from.project += 'authKey: x${BRCTL_SHOP_KEY}\n';
  },
  'project file': (from: Sources) => {
    from.project += 'authKey: canary-key\n';
  },
};

const inProject = (url: string) => (from: Sources) => {
  from.project += `searchUrl: ${url}\n`;
};

const ADDRESSES = {
  flag: ({ flags }: Sources) => void flags.push('--search-url', STRANGER),
  variable: ({ env }: Sources) => {
    env.BRCTL_SEARCH_URL = STRANGER;
  },
  'user file': (from: Sources) => {
    from.user += `searchUrl: ${STRANGER}\n`;
  },
  'project file': inProject(STRANGER),
  'project file, with a variable': inProject('http://stranger.example/${BRCTL_SHOP_KEY}/'),
  'its environment': (from: Sources) => {
    from.project += `environments: {qa: {searchUrl: '${STRANGER}'}}\n`;
    from.flags.push('-e', 'qa');
  },
  'its hosted environment': (from: Sources) => {
    from.project += `environments: {production: {searchUrl: '${STRANGER}'}}\n`;
    from.flags.push('-e', 'production');
    from.env.BRCTL_ENV = 'production';
  },
  'project file, of the service': inProject('https://core.dxpapi.com/api/v1/core/'),
  'project file, of the service in the clear': inProject('http://core.dxpapi.com/api/v1/core/'),
  'project file, like the service': inProject('https://core.dxpapi.com.stranger.example/'),
  'project file, ending like the service': inProject('https://notdxpapi.com/'),
  'project file, with the service as its user': inProject('https://core.dxpapi.com@stranger.example/'),
  'project file, of this machine': inProject('http://127.0.0.2:8080/api/v1/core/'),
  'project file, like this machine': inProject('http://localhost.stranger.example/'),
};

const NOT_REFUSED: readonly string[] = [
  'flag',
  'variable',
  'user file',
  'project file, of the service',
  'project file, of this machine',
];

const rows = (Object.keys(KEYS) as (keyof typeof KEYS)[]).flatMap((key) =>
  (Object.keys(ADDRESSES) as (keyof typeof ADDRESSES)[]).map((address) => ({
    key,
    address,
    isRefused: !NOT_REFUSED.includes(address),
  })),
);

describe('a key from one place, an address from another', () => {
  test.each(rows)('$key to $address: refused is $isRefused', async ({ key, address, isRefused }) => {
    const { flags, ...options } = arrange(key, address);
    const search = ['search', 'lamp', '--curl', '--json', ...flags];
    const run = await runCli(search, options);
    if (!isRefused) return expect([run.exitCode, run.stderr]).toEqual([0, '']);
    const { error } = JSON.parse(run.stderr);
    expect([run.exitCode, run.stdout, error.code]).toEqual([3, '', 'config.untrusted_address']);
    expect(run.stderr).not.toContain('canary');
    expect(error.hint).toBe(`look at the file, then: brctl trust ${options.cwd}; or set BRCTL_SEARCH_URL`);
    const file = path.join(options.cwd, '.brctlrc');
    expect((await runCli([...search, '--config', file], options)).exitCode).toBe(0);
    const inTrusted = { ...options, env: { ...options.env, BRCTL_TRUSTED_FOLDERS: options.cwd } };
    expect((await runCli(search, inTrusted)).exitCode).toBe(0);
    const trusted = (await runCli(['trust', '--json'], options)).json();
    expect(trusted).toEqual({ schema: 'brctl.trust/1', file, variables: [], addresses: ['searchUrl'] });
    expect((await runCli(search, options)).exitCode).toBe(0);
    writeFileSync(file, '# changed\n', { flag: 'a' });
    expect((await runCli(search, options)).exitCode).toBe(3);
  });
});

describe('every address of a cloned project', () => {
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  let proxyUrl = '';
  beforeAll(async () => {
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    proxyUrl = `http://127.0.0.1:${address.port}`;
  });
  afterAll(() => proxy.close());

  test.each([
    ['catalogUrl', ['status', '11111111-2222-4333-8444-555555555555']],
    ['catalogUrl', ['push', 'catalog.jsonl']],
    ['searchUrl', ['search', 'lamp']],
    ['searchUrl', ['push', 'catalog.jsonl']],
    ['suggestUrl', ['suggest', 'la']],
    ['pathwaysUrl', ['recs', 'item', 'w1', '--item', 'P1']],
    ['widgetUrl', ['widget', 'https://shop.example/']],
    ['catalogUrl', ['doctor']],
    ['sftpHost', ['files', 'ls']],
    ['sftpHost', ['upload', 'catalog.jsonl', '--dry-run']],
  ])('%s is not asked by brctl %s until it is trusted', async (setting, argv) => {
    const [cwd, home] = [temporaryFolder(), temporaryFolder()];
    const value = setting === 'sftpHost' ? 'stranger.example' : 'http://stranger.example/x/';
    writeFileSync(path.join(cwd, '.brctlrc'), `${COMMON}sftpUser: u\nmaxRetries: 0\n${setting}: ${value}\n`);
    writeFileSync(
      path.join(cwd, 'catalog.jsonl'),
      '{"op":"add","path":"/products/P1","value":{"attributes":{"title":"a","price":1,"url":"u"}}}\n',
    );
    const keys = { BRCTL_API_KEY: 'canary-1', BRCTL_AUTH_KEY: 'canary-2', BRCTL_ACCT_AUTH: 'canary-3' };
    const agent = path.join(home, 'no-agent');
    const options = { cwd, home, env: { ...keys, HTTP_PROXY: proxyUrl, SSH_AUTH_SOCK: agent } };
    asked.length = 0;
    const run = await runCli(argv, options);
    expect([run.exitCode, run.stdout + run.stderr]).toEqual([
      3,
      expect.stringContaining(`not trusted to set ${setting}\n`),
    ]);
    expect(asked).toEqual([]);
    if (argv[0] !== 'status') return;
    expect((await runCli(['trust'], options)).stdout).toContain('catalogUrl');
    await runCli(argv, options);
    expect(asked).toEqual(['stranger.example:80']);
  });
});

describe('what a cloned project may set beside addresses', () => {
  const product =
    '{"op":"add","path":"/products/P1","value":{"attributes":{"title":"a","price":1,"url":"u"}}}\n';

  const HERE = 'sftpUser: u\nsftpHost: 127.0.0.1\nsftpPort: 9\ncatalogUrl: http://127.0.0.1:9/x/\n';

  function clone(line: string) {
    const [cwd, home] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(
      path.join(cwd, '.brctlrc'),
      `environment: staging\nmaxRetries: 0\n${COMMON}${HERE}${line}\n`,
    );
    writeFileSync(path.join(cwd, 'catalog.jsonl'), product);
    const env = {
      BRCTL_API_KEY: 'canary-1',
      BRCTL_AUTH_KEY: 'canary-2',
      SSH_AUTH_SOCK: path.join(home, 'no'),
    };
    return { cwd, home, env };
  }

  test.each([
    ['knownHosts: hosts', ['files', 'ls'], 'knownHosts'],
    ['knownHosts: SHA256:abc', ['files', 'ls'], 'knownHosts'],
    ['knownHosts: ~/.ssh/known_hosts/../../hosts', ['files', 'ls'], 'knownHosts'],
    ['state: shipped', ['plan', 'catalog.jsonl'], 'state'],
    ['environments: {staging: {state: ~/x}}', ['state', 'show'], 'state'],
    ['state: shipped', ['jobs'], 'state'],
  ])('%s: brctl %s refuses it until it is trusted', async (line, argv, setting) => {
    const message = `this file is not trusted to set ${setting}\n`;
    const options = clone(line);
    const run = await runCli(argv, options);
    expect([run.exitCode, run.stdout, run.stderr]).toEqual([3, '', expect.stringContaining(message)]);
    expect(run.stderr).toContain(`fix   look at the file, then: brctl trust ${options.cwd}; or set BRCTL_`);
    expect(existsSync(path.join(options.cwd, 'shipped'))).toBe(false);
    const trusted = (await runCli(['trust', '--json'], options)).json<{ addresses: string[] }>();
    expect(trusted.addresses).toEqual([setting]);
    expect((await runCli(argv, options)).stderr).not.toContain(message);
  });

  test.each([
    ['knownHosts: ~/.ssh/known_hosts', ['files', 'ls'], 'sftp.'],
    ['state: "sftp:"', ['state', 'show'], 'sftp.'],
  ])('%s needs no trust: brctl %s', async (line, argv, code) => {
    const { stderr } = await runCli(argv, clone(line));
    expect(stderr).toContain(code);
    expect(stderr).not.toContain('config.untrusted_address');
  });

  test('config show marks what is withheld, in the text alone', async () => {
    const options = clone(`knownHosts: SHA256:abc\nsearchUrl: ${STRANGER}`);
    const show = async (...flags: string[]) => (await runCli(['config', 'show', ...flags], options)).stdout;
    const marked = (text: string) =>
      text.match(/^.*withheld: brctl trust.*$/gm)?.map((line) => line.split('\t')[0]);
    expect(marked(await show())).toEqual(['searchUrl', 'knownHosts']);
    expect(await show('--json')).not.toContain('withheld');
    await runCli(['trust'], options);
    expect(await show()).not.toContain('withheld');
  });
});

describe('the serve section of a cloned project', () => {
  const product =
    '{"op":"add","path":"/products/P1","value":{"attributes":{"title":"a","price":1,"url":"u"}}}\n';
  const START = ['serve', '--port', '0', '--sftp-port', '0', '--exec', 'true'];

  function clone(line: string) {
    const [cwd, home, elsewhere] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeFileSync(path.join(elsewhere, 'private.jsonl'), product);
    writeFileSync(path.join(cwd, 'catalog.jsonl'), product);
    writeFileSync(path.join(cwd, '..catalog.jsonl'), product);
    symlinkSync(path.join(elsewhere, 'private.jsonl'), path.join(cwd, 'link.jsonl'));
    writeFileSync(path.join(cwd, '.brctlrc'), `serve: {${line.replace('ELSEWHERE', elsewhere)}}\n`);
    return { cwd, home };
  }

  test.each([
    ['host: 0.0.0.0', 'host'],
    ["host: '::'", 'host'],
    ['host: localhost.stranger.example', 'host'],
    ['data: data', 'data'],
    ['data: ELSEWHERE', 'data'],
    ['load: c=ELSEWHERE/private.jsonl', 'load'],
    ['load: [c=catalog.jsonl, ../private.jsonl]', 'load'],
    ['load: c=link.jsonl', 'load'],
    ['merchandising: ELSEWHERE/rules.json', 'merchandising'],
    ['tlsCert: cert.pem, tlsKey: ../key.pem', 'tlsKey'],
  ])('%s is refused until it is trusted', async (line, key) => {
    const options = clone(line);
    const run = await runCli(START, options);
    const message = `this file is not trusted to set serve.${key} so\n`;
    expect([run.exitCode, run.stderr]).toEqual([3, expect.stringContaining(message)]);
    expect(run.stderr).toContain(`fix   look at the file, then: brctl trust ${options.cwd}\n`);
    expect(existsSync(path.join(options.cwd, 'data'))).toBe(false);
    const trusted = (await runCli(['trust', '--json'], options)).json<{ addresses: string[] }>();
    expect(trusted.addresses).toEqual([`serve.${key}`]);
  });

  test.each([
    ['host: 127.0.0.1', []],
    ['load: c=catalog.jsonl', []],
    ['load: c=..catalog.jsonl', []],
    ['host: 0.0.0.0', ['--host', '127.0.0.1']],
    ['data: data', ['--memory']],
    ['load: c=ELSEWHERE/private.jsonl', ['--load', 'c=catalog.jsonl']],
  ])('%s needs no trust with %s', async (line, flags) => {
    const { exitCode, stderr } = await runCli([...START, ...flags], clone(line));
    expect(exitCode, stderr).toBe(0);
  });
});

test('doctor does not call a configuration ok whose references are not trusted', async () => {
  const cwd = temporaryFolder();
  writeFileSync(path.join(cwd, '.brctlrc'), 'acctAuth: ${SHOP_KEY}\n');
  const run = await runCli(['doctor', '--json'], { cwd, env: { SHOP_KEY: 'canary-4' } });
  const { checks } = run.json<{ checks: { name: string; state: string; hint: string | null }[] }>();
  expect(checks.find(({ name }) => name === 'configuration')).toMatchObject({
    state: 'failed',
    hint: `look at the file, then: brctl trust ${cwd}`,
  });
});
