import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import SftpClient from 'ssh2-sftp-client';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { BrctlError } from '../../src/base/errors.ts';
import { openDatabase } from '../../src/base/files/sqlite.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/server/server.ts';
import { findFreePort } from '../free-port.ts';
import { temporaryFolder } from '../temp-folder.ts';

const running: Emulator[] = [];

async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator(options);
  running.push(emulator);
  return emulator;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
});

/** A file of products `p1`, `p2` …, each with its number as price. */
function catalogFile(count: number, from = 1): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const id = `p${from + at}`;
    const attributes = { title: `Lamp ${id}`, price: from + at, url: `https://shop.example/${id}` };
    return JSON.stringify({ op: 'add', path: `/products/${id}`, value: { attributes } });
  });
  const file = path.join(temporaryFolder(), 'catalog.jsonl');
  writeFileSync(file, lines.join('\n'));
  return file;
}

async function found({ ready }: Emulator, query: string): Promise<number> {
  const { env } = ready;
  const url = new URL(ready.searchUrl);
  url.search = new URLSearchParams({
    account_id: env.BRCTL_ACCOUNT_ID ?? '',
    auth_key: env.BRCTL_AUTH_KEY ?? '',
    domain_key: env.BRCTL_CATALOG ?? '',
    request_type: 'search',
    search_type: 'keyword',
    q: query,
    fl: 'pid',
    url: 'https://shop.example',
    _br_uid_2: 'uid=1:v=1:ts=1:hc=1',
    request_id: '1',
  }).toString();
  const answer = (await (await fetch(url)).json()) as { response: { numFound: number } };
  return answer.response.numFound;
}

function control({ ready }: Emulator, method: string, path: string, body?: unknown): Promise<Response> {
  const url = new URL(path, ready.catalogUrl);
  return fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

test('the ready object has its members in the documented order, and every variable', async () => {
  const { ready } = await start();
  expect(Object.keys(ready)).toEqual([
    'schema',
    'pid',
    'catalogUrl',
    'searchUrl',
    'widgetUrl',
    'pathwaysUrl',
    'suggestUrl',
    'sftp',
    'env',
  ]);
  expect(ready).toMatchObject({ schema: 'brctl.serve/1', pid: process.pid });
  expect(ready.catalogUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/dataconnect\/api\/v1$/);
  expect(ready.searchUrl).toMatch(/:\d+\/api\/v1\/core\/$/);
  expect(ready.widgetUrl).toMatch(/:\d+\/v3\/fetch_widget$/);
  expect(ready.pathwaysUrl).toMatch(/:\d+\/api\/v2\/widgets\/$/);
  expect(ready.suggestUrl).toMatch(/:\d+\/api\/v2\/suggest\/$/);
  expect(Object.keys(ready.env).sort()).toEqual([
    'BRCTL_ACCOUNT_ID',
    'BRCTL_ACCT_AUTH',
    'BRCTL_API_KEY',
    'BRCTL_AUTH_KEY',
    'BRCTL_CATALOG',
    'BRCTL_CATALOG_URL',
    'BRCTL_ENV',
    'BRCTL_KNOWN_HOSTS',
    'BRCTL_PATHWAYS_URL',
    'BRCTL_SEARCH_URL',
    'BRCTL_SFTP_HOST',
    'BRCTL_SFTP_KEY_FILE',
    'BRCTL_SFTP_PORT',
    'BRCTL_SFTP_USER',
    'BRCTL_SUGGEST_URL',
    'BRCTL_WIDGET_URL',
  ]);
});

test('files with keys are for their owner only, and known_hosts names the host key', async () => {
  const { ready } = await start();
  expect(statSync(ready.sftp.keyFile).mode & 0o777).toBe(0o600);
  const instanceFile = path.join(path.dirname(ready.sftp.keyFile), 'instance.json');
  expect(statSync(instanceFile).mode & 0o777).toBe(0o600);
  const knownHosts = readFileSync(ready.env.BRCTL_KNOWN_HOSTS ?? '', 'utf8');
  expect(knownHosts).toContain(`[127.0.0.1]:${ready.sftp.port} ${ready.sftp.hostKey}\n`);
  expect(knownHosts).toContain(`[localhost]:${ready.sftp.port} ${ready.sftp.hostKey}\n`);
});

test('catalogs to load are searchable when the start resolves, and the first one is BRCTL_CATALOG', async () => {
  const emulator = await start({ load: [{ catalog: 'lamps', files: [catalogFile(3), catalogFile(2, 4)] }] });
  expect(emulator.ready.env.BRCTL_CATALOG).toBe('lamps');
  expect(await found(emulator, 'lamp')).toBe(5);
});

test('a gzip file is loaded too', async () => {
  const file = catalogFile(4);
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
  const emulator = await start({ load: [{ catalog: 'lamps', files: [`${file}.gz`] }] });
  expect(await found(emulator, '*')).toBe(4);
});

test('a catalog that is not valid fails the start with its line, and leaves nothing open', async () => {
  const file = catalogFile(3);
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n{"op":"add"}`);
  const error = await startEmulator({ load: [{ catalog: 'lamps', files: [file] }] }).catch(
    (thrown) => thrown,
  );
  expect((error as BrctlError).kind).toBe('job-failed');
  expect((error as BrctlError).details.why).toMatch(/4/);
});

test('a catalog with products that no search will find is loaded, and the log says so', async () => {
  const file = catalogFile(1);
  writeFileSync(
    file,
    `${readFileSync(file, 'utf8')}\n{"op":"add","path":"/products/x","value":{"attributes":{"title":"Lamp"}}}`,
  );
  const lines: string[] = [];
  const log = { format: 'human', level: 'warn', writeLine: (line: string) => void lines.push(line) } as const;
  const emulator = await start({ load: [{ catalog: 'lamps', files: [file] }], log });
  expect(await found(emulator, 'lamp')).toBe(1);
  expect(lines.join('\n')).toContain('warn  catalog loaded with warnings');
  expect(lines.join('\n')).toContain('1 product has no title, price or url and will not be indexed');
  lines.length = 0;
  await start({ load: [{ catalog: 'lamps', files: [catalogFile(1)] }], log });
  expect(lines).toEqual([]);
});

test('keys, data and index outlive a restart; what is in memory does not', async () => {
  const dataDir = temporaryFolder();
  const first = await start({ dataDir, load: [{ catalog: 'lamps', files: [catalogFile(3)] }] });
  await first.stop();
  const second = await start({ dataDir });
  for (const name of ['BRCTL_API_KEY', 'BRCTL_AUTH_KEY', 'BRCTL_ACCT_AUTH', 'BRCTL_SFTP_KEY_FILE']) {
    expect(second.ready.env[name]).toBe(first.ready.env[name]);
  }
  expect(second.ready.sftp.hostKey).toBe(first.ready.sftp.hostKey);
  expect(second.catalogs.catalogs()).toMatchObject([{ name: 'lamps', records: 3, documents: 3 }]);
  const memory = await start();
  const memoryFolder = path.dirname(memory.ready.sftp.keyFile);
  await memory.stop();
  expect(existsSync(memoryFolder)).toBe(false);
});

test('a data folder belongs to one emulator at a time', async () => {
  const dataDir = temporaryFolder();
  await start({ dataDir });
  await expect(startEmulator({ dataDir })).rejects.toMatchObject({ kind: 'locked' });
});

test('a port that is taken is named, with a way out', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const error = (await startEmulator({ port }).catch((thrown) => thrown)) as BrctlError;
  other.close();
  expect([error.kind, error.code]).toEqual(['config', 'serve.port_in_use']);
  expect(error.message).toContain(String(port));
  expect(error.hint).toContain('--port');
});

test('several run in one process, each with keys and data of its own', async () => {
  const [one, two] = await Promise.all([
    start({ environment: 'staging', load: [{ catalog: 'lamps', files: [catalogFile(2)] }] }),
    start({ environment: 'production' }),
  ]);
  expect(one.ready.env.BRCTL_API_KEY).not.toBe(two.ready.env.BRCTL_API_KEY);
  expect([one, two].map(({ ready }) => ready.env.BRCTL_ENV)).toEqual(['staging', 'production']);
  expect([one, two].map(({ catalogs }) => catalogs.catalogs().length)).toEqual([1, 0]);
});

test('reset empties catalogs, jobs, files, request log, faults and clock', async () => {
  const emulator = await start({ load: [{ catalog: 'lamps', files: [catalogFile(2)] }] });
  writeFileSync(path.join(emulator.files.root, 'a.jsonl'), 'x');
  await control(emulator, 'PUT', '/_brctl/faults', { operation: 'get-job', status: 503 });
  await control(emulator, 'PUT', '/_brctl/clock', { freeze: true });
  await found(emulator, 'lamp');
  expect((await control(emulator, 'POST', '/_brctl/reset')).status).toBe(200);
  expect(emulator.catalogs.catalogs()).toEqual([]);
  expect(emulator.catalogs.jobs()).toEqual([]);
  expect(emulator.files.list()).toEqual([]);
  expect(emulator.requests.list()).toEqual([]);
  expect(emulator.faults.list()).toEqual([]);
  expect(emulator.clock.frozen).toBe(false);
});

test('a snapshot brings back catalogs, index and SFTP files', async () => {
  const emulator = await start({ load: [{ catalog: 'lamps', files: [catalogFile(2)] }] });
  writeFileSync(path.join(emulator.files.root, 'kept.jsonl'), 'x');
  emulator.files.reload();
  expect((await control(emulator, 'PUT', '/_brctl/snapshots/two')).status).toBe(200);
  await emulator.reset();
  await control(emulator, 'POST', '/_brctl/reset', { snapshot: 'two' });
  expect(await found(emulator, 'lamp')).toBe(2);
  expect(emulator.files.list().map((file) => file.path)).toEqual(['kept.jsonl']);
  const listed = (await (await control(emulator, 'GET', '/_brctl/snapshots')).json()) as {
    snapshots: unknown[];
  };
  expect(listed.snapshots).toMatchObject([{ name: 'two' }]);
});

test.each([
  ['before the catalogs were', 'another', ['before.jsonl']],
  ['after the catalogs were', 'this', ['after.jsonl']],
])('files that a killed reset has switched %s go with the catalogs', async (_when, id, files) => {
  const dataDir = temporaryFolder();
  const emulator = await start({ dataDir });
  const { root } = emulator.files;
  const local = path.join(dataDir, 'local');
  writeFileSync(path.join(root, 'before.jsonl'), 'x');
  await emulator.stop();
  const state = openDatabase(path.join(local, 'state.db'));
  state.exec("INSERT INTO last_reset(id) VALUES ('this')");
  state.close();
  renameSync(root, `${root}.former`);
  mkdirSync(root);
  writeFileSync(path.join(root, 'after.jsonl'), 'y');
  writeFileSync(path.join(local, 'reset.json'), JSON.stringify({ id }));
  writeFileSync(path.join(local, '.reset.json.1-0123456789ab.tmp'), '');
  for (let round = 0; round < 2; round++) {
    const again = await start({ dataDir });
    expect(again.files.list().map((file) => file.path)).toEqual(files);
    await again.stop();
    const left = readdirSync(local).filter((name) => /reset|former|next/.test(name));
    expect(left).toEqual([]);
  }
});

test('a snapshot that does not exist is 404, and what is there stays', async () => {
  const emulator = await start({ load: [{ catalog: 'lamps', files: [catalogFile(2)] }] });
  expect((await control(emulator, 'POST', '/_brctl/reset', { snapshot: 'three' })).status).toBe(404);
  expect((await control(emulator, 'DELETE', '/_brctl/snapshots/three')).status).toBe(404);
  expect(await found(emulator, 'lamp')).toBe(2);
});

test('moving the clock by 31 days deletes what lies in the SFTP folder', async () => {
  const emulator = await start();
  writeFileSync(path.join(emulator.files.root, 'old.jsonl'), 'x');
  emulator.files.reload();
  await control(emulator, 'PUT', '/_brctl/clock', { advanceMs: 31 * 86_400_000 });
  expect(existsSync(path.join(emulator.files.root, 'old.jsonl'))).toBe(false);
});

test('stored records are read back as JSON Lines that a load takes again', async () => {
  const emulator = await start({ load: [{ catalog: 'lamps', files: [catalogFile(3)] }] });
  const text = await (await control(emulator, 'GET', '/_brctl/catalogs/lamps/records')).text();
  expect(text.trimEnd().split('\n')).toHaveLength(3);
  const file = path.join(temporaryFolder(), 'again.jsonl');
  writeFileSync(file, text);
  const again = await start({ load: [{ catalog: 'lamps', files: [file] }] });
  const second = await (await control(again, 'GET', '/_brctl/catalogs/lamps/records')).text();
  expect(second).toBe(text);
});

test('a job fault fails the next load with its message, a full disk likewise', async () => {
  const emulator = await start();
  await control(emulator, 'PUT', '/_brctl/faults', [
    { operation: 'job:ingest-full', job: 'fail', message: 'no luck today', times: 1 },
  ]);
  const [account] = emulator.accounts;
  const answer = await fetch(
    `${emulator.ready.catalogUrl}/accounts/${account?.accountId}/catalogs/lamps/products`,
    {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${account?.apiKey}`,
        'content-type': 'application/json-patch+jsonlines',
      },
      body: readFileSync(catalogFile(1)),
    },
  );
  expect(answer.status).toBe(200);
  await emulator.catalogs.settled();
  expect(emulator.catalogs.jobs()).toMatchObject([
    { state: 'failed', message: expect.stringContaining('no luck') },
  ]);
});

test('only configured catalogs are taken where the configuration lists them', async () => {
  const emulator = await start({
    accounts: [{ accountId: '1234', apiKey: 'my-own-key', catalogs: ['chairs'] }],
  });
  expect(emulator.ready.env).toMatchObject({
    BRCTL_ACCOUNT_ID: '1234',
    BRCTL_API_KEY: 'my-own-key',
    BRCTL_CATALOG: 'chairs',
  });
  const put = (catalog: string) =>
    fetch(`${emulator.ready.catalogUrl}/accounts/1234/catalogs/${catalog}/products`, {
      method: 'PUT',
      headers: { authorization: 'Bearer my-own-key', 'content-type': 'application/json-patch+jsonlines' },
      body: readFileSync(catalogFile(1)),
    });
  expect((await put('tables')).status).toBe(404);
  expect((await put('chairs')).status).toBe(200);
});

test('a stop does not wait for what hangs on a connection', async () => {
  const emulator = await start();
  await control(emulator, 'PUT', '/_brctl/faults', { operation: 'get-search', latencyMs: 600_000 });
  const hanging = fetch(emulator.ready.searchUrl).catch(() => 'dropped');
  await expect.poll(() => emulator.faults.list()[0]?.struck).toBe(1);
  await emulator.stop();
  expect(await hanging).toBe('dropped');
});

test('a data folder that cannot be made is a matter of configuration', async () => {
  const file = catalogFile(1);
  await expect(startEmulator({ dataDir: file })).rejects.toMatchObject({
    kind: 'config',
    code: 'serve.data_unusable',
  });
});

test('a start that is broken off while it loads leaves nothing running', async () => {
  const stop = new AbortController();
  const load = [{ catalog: 'lamps', files: [catalogFile(5_000)] }];
  const starting = startEmulator({ load, signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(starting).rejects.toThrow('enough');
});

test('snapshots and resets that come at the same moment do not mix', async () => {
  const emulator = await start({ load: [{ catalog: 'lamps', files: [catalogFile(2)] }] });
  await emulator.saveSnapshot('two');
  const names = ['a', 'b', 'a', 'b', 'a'];
  await Promise.all([
    ...names.map((name) => emulator.saveSnapshot(name)),
    ...names.map(() => emulator.reset('two')),
    emulator.reset('two'),
  ]);
  expect(
    emulator
      .snapshots()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['a', 'b', 'two']);
  expect(await found(emulator, 'lamp')).toBe(2);
});

test('a client that goes away in the middle of its body is no error of the service', async () => {
  const lines: string[] = [];
  const log = { format: 'json', level: 'warn', writeLine: (line: string) => lines.push(line) } as const;
  const emulator = await start({ log });
  const [account] = emulator.accounts;
  const { port } = new URL(emulator.ready.catalogUrl);
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write(
      `PUT /dataconnect/api/v1/accounts/${account?.accountId}/catalogs/lamps/products HTTP/1.1\r\nHost: localhost\r\n` +
        `Authorization: Bearer ${account?.apiKey}\r\nContent-Type: application/json-patch+jsonlines\r\n` +
        'Content-Length: 1000\r\n\r\nbeginning',
    );
    setTimeout(() => socket.destroy(), 20);
  });
  await expect.poll(() => emulator.requests.list().map(({ status }) => status)).toEqual([0]);
  await emulator.stop();
  expect(lines).toEqual([]);
});

test('a catalog to load that the account does not have is refused with a way out', async () => {
  const accounts = [{ catalogs: ['chairs'] }];
  const load = [{ catalog: 'lamps', files: [catalogFile(1)] }];
  const error = (await startEmulator({ accounts, load }).catch((thrown) => thrown)) as BrctlError;
  expect([error.kind, error.code]).toEqual(['input', 'serve.load_refused']);
  expect(error.hint).toContain('.brctlrc');
});

test('ready is 503 while catalogs are loaded, then 200', async () => {
  const port = await findFreePort();
  const load = [{ catalog: 'lamps', files: [catalogFile(1)] }];
  const starting = start({ port, load, jobDelayMs: 300 });
  const status = () =>
    fetch(`http://127.0.0.1:${port}/_brctl/ready`).then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(status, { interval: 5 }).toBe(503);
  await starting;
  expect(await status()).toBe(200);
});

async function sftpOf({ ready }: Emulator, username: string): Promise<SftpClient> {
  const client = new SftpClient();
  const privateKey = readFileSync(ready.sftp.keyFile);
  await client.connect({ host: ready.sftp.host, port: ready.sftp.port, username, privateKey });
  return client;
}

test('accounts see nothing of the SFTP files of others, neither over SFTP nor by naming them in a load', async () => {
  const accounts = [
    { accountId: '1', apiKey: 'key-of-one', sftpUser: 'one' },
    { accountId: '2', apiKey: 'key-of-two', sftpUser: 'two' },
  ];
  const dataDir = temporaryFolder();
  const emulator = await start({ accounts, dataDir });
  const two = await sftpOf(emulator, 'two');
  await two.put(readFileSync(catalogFile(2)), '/feed.jsonl');
  expect((await two.list('/')).map(({ name }) => name)).toEqual(['feed.jsonl']);
  await two.end();
  const one = await sftpOf(emulator, 'one');
  expect(await one.list('/')).toEqual([]);
  await one.end();
  const load = (accountId: string, apiKey: string) =>
    fetch(`${emulator.ready.catalogUrl}/accounts/${accountId}/catalogs/of_${accountId}/products`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: '["feed.jsonl"]',
    });
  expect((await load('1', 'key-of-one')).status).toBe(400);
  expect((await load('2', 'key-of-two')).status).toBe(200);
  const { files } = (await (await control(emulator, 'GET', '/_brctl/catalogs')).json()) as {
    files: object[];
  };
  expect(files).toMatchObject([{ user: 'two', path: 'feed.jsonl' }]);
  await emulator.saveSnapshot('kept');
  await emulator.reset();
  expect(emulator.folders.of('two').list()).toEqual([]);
  await emulator.reset('kept');
  expect(emulator.folders.of('two').list()).toMatchObject([{ path: 'feed.jsonl' }]);
});

test('where the folder of an instance is gone, ready answers 503 and says so', async () => {
  const emulator = await startEmulator({});
  try {
    rmSync(path.dirname(emulator.ready.sftp.keyFile), { recursive: true });
    const ready = await fetch(new URL('/_brctl/ready', emulator.ready.searchUrl));
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('is gone')]);
  } finally {
    await emulator.stop();
  }
});

test('a key is checked once a call: a bare one is warned of once', async () => {
  const lines: string[] = [];
  const log = {
    format: 'json' as const,
    level: 'warn' as const,
    writeLine: (line: string) => void lines.push(line),
  };
  const account = { accountId: '4242', apiKey: 'the-key' };
  const emulator = await startEmulator({ accounts: [account], loose: true, log });
  onTestFinished(() => emulator.stop());
  const url = `${emulator.ready.catalogUrl}/accounts/4242/catalogs/lamps/indexes`;
  const answer = await fetch(url, { method: 'POST', headers: { authorization: 'the-key' } });
  expect(answer.status).not.toBe(401);
  expect(lines.filter((line) => line.includes('without'))).toHaveLength(1);
});
