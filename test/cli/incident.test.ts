import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/server/server.ts';
import { PastShop, product } from '../server/past-shop.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type CliRun, runCli } from './harness.ts';

const home = temporaryFolder();
const bundle = path.join(home, 'incident.tgz');
const CANARIES = ['CANARY-api-7f3a91c2', 'CANARY-auth-55d0e6b8', 'CANARY-acct-0c9d8e7f'] as const;
const [API_KEY, AUTH_KEY, ACCT_AUTH] = CANARIES;
/** Of another service. */
const FOREIGN = 'CANARY-else-31b7d0aa';
let shop: PastShop;

const lines = (...operations: object[]) => operations.map((each) => `${JSON.stringify(each)}\n`).join('');

async function send(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const answer = await fetch(new URL(url, shop.emulator.ready.catalogUrl), {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  await answer.text();
  await shop.emulator.catalogs.settled();
  shop.step();
}

const PRODUCTS = '/dataconnect/api/v1/accounts/7001/catalogs/shop/products';
const SEARCH = `/api/v1/core/?account_id=7001&auth_key=${AUTH_KEY}&domain_key=shop&request_type=search&search_type=keyword`;
const BEARER = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json-patch+jsonlines' };

beforeAll(async () => {
  const load = path.join(home, 'catalog.jsonl');
  writeFileSync(
    load,
    lines(product('A', { title: 'Grey sofa' }), product('K', { title: 'Sofa', note: `of ${API_KEY}` })),
  );
  const accounts = [
    { accountId: '7001', apiKey: API_KEY, authKey: AUTH_KEY, acctAuth: ACCT_AUTH, defaultCatalog: 'shop' },
  ];
  shop = await PastShop.start({ accounts, load: [{ catalog: 'shop', files: [load] }] });
  await send('GET', `${SEARCH}&q=sofa&fl=pid`);
  await send(
    'PATCH',
    PRODUCTS,
    BEARER,
    lines(product('B', { title: 'Sofa', note: `${AUTH_KEY} and ${ACCT_AUTH}` })),
  );
  await send(
    'PATCH',
    PRODUCTS,
    { ...BEARER, 'content-encoding': 'gzip' },
    new Uint8Array(gzipSync(lines(product('C', { title: 'Sofa', note: API_KEY })))),
  );
  for (const offset of ['', 'x', 'xy']) {
    const note = Buffer.from(`${offset}${API_KEY}-and-more`).toString('base64');
    await send('PATCH', PRODUCTS, BEARER, lines(product('D', { title: 'Sofa', note })));
  }
  await send('POST', '/dataconnect/api/v1/accounts/7001/catalogs/shop/indexes', BEARER);
  const coded = [...AUTH_KEY].map((each) => `%${each.charCodeAt(0).toString(16)}`).join('');
  await send('GET', `${SEARCH}&q=sofa+${coded}&fl=pid,title&url=${encodeURIComponent(API_KEY)}`);
  await send('GET', `${SEARCH.replace(AUTH_KEY, 'wrong')}&q=sofa&fl=pid`);
  await send('GET', `${SEARCH}&q=sofa&fl=pid`, {
    'x-note': ACCT_AUTH,
    cookie: `session=${API_KEY}`,
    'x-api-key': FOREIGN,
  });
  const [job] = shop.emulator.catalogs.jobs().slice(-1);
  await send('GET', `/dataconnect/api/v1/jobs/${job?.id}`, BEARER);
  const run = await brctl(shop.emulator, 'local', 'bundle', '-o', 'incident.tgz', '--json');
  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.json()).toMatchObject({ schema: 'brctl.local-bundle/1', catalogs: 1, requests: 10 });
});
afterAll(() => shop.emulator.stop());

function brctl(emulator: Emulator, ...argv: string[]): Promise<CliRun> {
  return runCli(argv, { env: { ...emulator.ready.env, BRCTL_CATALOG: 'shop' }, home, cwd: home });
}

async function elsewhere(file = bundle): Promise<Emulator> {
  const emulator = await startEmulator({ replay: file });
  onTestFinished(() => emulator.stop());
  return emulator;
}

test('no key is in the bundle: not in addresses, headers, bodies, compressed ones, or the catalog', () => {
  const tar = gunzipSync(readFileSync(bundle));
  const texts = [tar.toString('latin1')];
  // Whatever in it is Base64 or percent-encoded is looked at decoded, too.
  for (const [word] of tar.toString('latin1').matchAll(/[\w+/=-]{20,}/g)) {
    for (const from of [0, 1, 2, 3]) {
      const bytes = Buffer.from(word.slice(from), 'base64');
      texts.push(bytes.toString('latin1'));
      if (bytes[0] === 0x1f && bytes[1] === 0x8b) texts.push(gunzipSync(bytes).toString('latin1'));
    }
  }
  texts.push(
    texts[0]?.replace(/%[0-9a-f]{2}/gi, (hex) => String.fromCharCode(Number.parseInt(hex.slice(1), 16))) ??
      '',
  );
  for (const canary of [...CANARIES, FOREIGN]) {
    expect(texts.filter((text) => text.includes(canary)).length, canary).toBe(0);
    expect(texts.filter((text) => text.includes(canary.slice(0, 12))).length, `part of ${canary}`).toBe(0);
  }
  expect(texts[0]).toContain('Grey sofa');
  expect(statSync(bundle).mode & 0o777).toBe(0o600);
});

test('another service starts from it, with keys of its own, and answers every call as recorded', async () => {
  const other = await elsewhere();
  expect(other.accounts[0]?.accountId).toBe('7001');
  expect(CANARIES).not.toContain(other.accounts[0]?.apiKey);
  expect(other.clock.frozen).toBe(true);
  expect(other.catalogs.published('shop')?.documents).toBe(2);
  for (const _time of ['once', 'and again']) {
    const run = await brctl(other, 'local', 'replay', '--json');
    // What was masked in the catalog shows in the titles.
    expect([run.exitCode, run.json().differences], run.stderr).toEqual([0, []]);
    expect(run.json()).toMatchObject({ schema: 'brctl.local-replay/1', calls: 10, different: 0 });
  }
});

test('what is answered otherwise is told by field: exit 10', async () => {
  const text = gunzipSync(readFileSync(bundle)).toString('latin1');
  const changed = path.join(home, 'changed.tgz');
  // Of the same length, so that the tar stays one.
  writeFileSync(changed, gzipSync(Buffer.from(text.replace('"numFound\\":2', '"numFound\\":7'), 'latin1')));
  const run = await brctl(await elsewhere(changed), 'local', 'replay', '--json');
  expect(run.exitCode).toBe(10);
  expect(run.json<{ differences: object[] }>().differences).toEqual([
    {
      call: 1,
      method: 'GET',
      url: expect.stringContaining('q=sofa'),
      field: 'response.numFound',
      expected: 7,
      actual: 2,
    },
  ]);
});

test('a service that was not started from a bundle has nothing to replay', async () => {
  const run = await brctl(shop.emulator, 'local', 'replay');
  expect([run.exitCode, run.stderr]).toEqual([
    5,
    expect.stringContaining('this service was not started from an incident: brctl serve --replay'),
  ]);
});

test('--at begins there; a time that is not kept is exit 5, and leaves no file', async () => {
  const run = await brctl(shop.emulator, 'local', 'bundle', '-o', 'later.tgz', '--at', '4', '--json');
  expect(run.json()).toMatchObject({
    requests: 6,
    left_out: { earlier: 4, keys: 1, sftp: 0, faults: 0, incomplete: 0 },
  });
  const none = await brctl(shop.emulator, 'local', 'bundle', '-o', 'none.tgz', '--at', '99');
  expect([none.exitCode, none.stderr]).toEqual([
    5,
    expect.stringContaining('"99" is no version of the catalog'),
  ]);
  expect(() => statSync(path.join(home, 'none.tgz'))).toThrow();
  const replayed = await brctl(await elsewhere(path.join(home, 'later.tgz')), 'local', 'replay', '--json');
  expect(replayed.json().differences).toEqual([]);
});

test('a folder that holds catalogs is not replayed over', async () => {
  const dataDir = temporaryFolder();
  await (await startEmulator({ dataDir })).stop();
  await expect(startEmulator({ dataDir, replay: bundle })).rejects.toMatchObject({
    code: 'serve.replay_not_fresh',
  });
});

/** A bundle of these entries. */
async function tarOf(entries: readonly (readonly [header: object, text: string])[]): Promise<string> {
  const tar = pack();
  for (const [header, text] of entries) tar.entry(header as never, text);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from(tar)) chunks.push(Buffer.from(chunk as Uint8Array));
  const file = path.join(temporaryFolder(), 'bad.tgz');
  writeFileSync(file, gzipSync(Buffer.concat(chunks)));
  return file;
}

function manifestOf(file = bundle): Record<string, unknown> {
  const text = gunzipSync(readFileSync(file)).toString();
  return JSON.parse(text.slice(512, text.indexOf('\n}\n') + 2)) as Record<string, unknown>;
}

const manifestText = (change: object = {}) => JSON.stringify({ ...manifestOf(), ...change });
const fileOf = (bytes: Uint8Array): string => {
  const file = path.join(temporaryFolder(), 'bad.tgz');
  writeFileSync(file, bytes);
  return file;
};

test.each<[string, () => string | Promise<string>, string, RegExp]>([
  ['a file that is not there', () => path.join(home, 'nowhere.tgz'), 'incident.not_found', /ENOENT/],
  ['something else', () => fileOf(Buffer.from('hello')), 'incident.damaged', /header/],
  ['an empty file', () => fileOf(Buffer.alloc(0)), 'incident.damaged', /./],
  ['one that is cut', () => fileOf(readFileSync(bundle).subarray(0, 600)), 'incident.damaged', /end/],
  [
    'one that is cut between its entries',
    () => tarOf([[{ name: 'incident.json' }, manifestText()]]),
    'incident.damaged',
    /it ends before all of it has come/,
  ],
  [
    'a newer format',
    () => tarOf([[{ name: 'incident.json' }, manifestText({ schema: 'brctl.incident/2' })]]),
    'incident.newer',
    /brctl\.incident\/2/,
  ],
  [
    'a path out of the folder',
    () =>
      tarOf([
        [{ name: 'incident.json' }, manifestText()],
        [{ name: '../../etc/passwd' }, 'x'],
      ]),
    'incident.unexpected',
    /passwd/,
  ],
  [
    'a path out of the folder that its manifest names',
    () =>
      tarOf([
        [
          { name: 'incident.json' },
          manifestText({
            loads: [
              { file: '../x', catalog: 'shop', account_id: '7001', version: 1, records: 1, indexed: true },
            ],
          }),
        ],
      ]),
    'incident.damaged',
    /do not fit together/,
  ],
  [
    'a link in place of a file',
    () =>
      tarOf([
        [{ name: 'incident.json' }, manifestText()],
        [{ name: 'catalogs/1.jsonl', type: 'symlink', linkname: '/etc/passwd' }, ''],
      ]),
    'incident.unexpected',
    /symlink/,
  ],
  [
    'an entry too many',
    () =>
      tarOf([
        [{ name: 'incident.json' }, manifestText({ loads: [], requests: 0 })],
        [{ name: 'requests.jsonl' }, ''],
        [{ name: 'more' }, ''],
      ]),
    'incident.unexpected',
    /nothing more/,
  ],
  [
    'a huge entry',
    () => tarOf([[{ name: 'incident.json' }, `{"a":"${'x'.repeat(8_000_000)}"}`]]),
    'incident.too_large',
    /at most 8,000,000/,
  ],
  [
    'settings of another kind',
    () => tarOf([[{ name: 'incident.json' }, manifestText({ settings: { search: 'all' } })]]),
    'incident.damaged',
    /manifest/,
  ],
  [
    'calls of another service',
    () =>
      tarOf([
        [{ name: 'incident.json' }, manifestText({ loads: [], requests: 1 })],
        [{ name: 'requests.jsonl' }, '{"url":"http://elsewhere.example/"}\n'],
      ]),
    'incident.damaged',
    /no call/,
  ],
])('a bundle that is none is refused: %s', async (_what, make, code, why) => {
  const file = await make();
  const failure = startEmulator({ replay: file });
  await expect(failure).rejects.toMatchObject({ code, details: { why: expect.stringMatching(why) } });
});

test('serve says so with exit 4', async () => {
  const run = await runCli(['serve', '--replay', 'catalog.jsonl', '--port', '0', '--sftp-port', '0'], {
    home,
    cwd: home,
  });
  expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining('error incident.damaged (exit 4)')]);
  const both = await runCli(['serve', '--replay', 'incident.tgz', '--load', 'a=b'], { home, cwd: home });
  expect([both.exitCode, both.stderr]).toEqual([
    2,
    expect.stringContaining('--replay cannot be given with --load'),
  ]);
});

test('the bundle is a plain tar that other tools read', async () => {
  const { execa } = await import('execa');
  const { stdout } = await execa('tar', ['-tzf', bundle]);
  expect(stdout.split('\n')).toEqual(['incident.json', 'catalogs/1.jsonl', 'requests.jsonl']);
});

test('behind a load too large to keep what was before it, a bundle begins with the index run', async () => {
  const large = (id: string, title: string) => product(id, { title, description: 'x'.repeat(60_000) });
  const load = path.join(home, 'large.jsonl');
  writeFileSync(load, lines(large('A', 'Grey sofa')));
  const emulator = await startEmulator({
    load: [{ catalog: 'shop', files: [load] }],
    history: { maxBytes: 20_000 },
  });
  onTestFinished(() => emulator.stop());
  const { env, catalogUrl } = emulator.ready;
  const call = async (method: string, place: string, body?: string) => {
    const answer = await fetch(
      new URL(`accounts/${env.BRCTL_ACCOUNT_ID}/catalogs/shop/${place}`, `${catalogUrl}/`),
      {
        method,
        headers: {
          authorization: `Bearer ${env.BRCTL_API_KEY}`,
          'content-type': 'application/json-patch+jsonlines',
        },
        ...(body !== undefined && { body }),
      },
    );
    expect(answer.status).toBe(200);
    await answer.text();
    await emulator.catalogs.settled();
  };
  await call('PUT', 'products', lines(large('B', 'Blue sofa')));
  await call('POST', 'indexes');
  expect((await brctl(emulator, 'search', 'sofa')).exitCode).toBe(0);

  const run = await brctl(emulator, 'local', 'bundle', '-o', 'late.tgz', '--json');
  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.json()).toMatchObject({ catalogs: 1 });
  const again = await elsewhere(path.join(home, 'late.tgz'));
  const found = await brctl(again, 'search', 'sofa', '--json');
  expect(JSON.stringify(found.json())).toContain('Blue sofa');
});
