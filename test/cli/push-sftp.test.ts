import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { hasBinary } from '../peers/binaries.ts';
import { openCuttingLine } from '../peers/cutting-line.ts';
import { type Sshd, startSshd } from '../peers/sshd.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

type Fault = Parameters<Awaited<ReturnType<typeof startEmulator>>['faults']['set']>[0];

let emulator: Awaited<ReturnType<typeof startEmulator>>;
let home: string;
let dataDir: string;
let env: Record<string, string>;

async function restart(options: { maxSftpFileBytes?: number } = {}): Promise<void> {
  await emulator.stop();
  emulator = await startEmulator({ dataDir, ...options });
}

beforeAll(async () => {
  dataDir = temporaryFolder();
  emulator = await startEmulator({ dataDir });
});
afterAll(() => emulator.stop());
beforeEach(async () => {
  home = temporaryFolder();
  env = emulator.ready.env;
  emulator.faults.clear();
  await emulator.reset();
});

/** A catalog; the compressed form of 700 products takes more than five writes. */
function write(name: string, products: number, price: number, changed = products): string {
  const lines = Array.from({ length: products }, (_, at) => {
    const words = Array.from({ length: 8 }, (_word, index) =>
      createHash('sha256').update(`${at} ${index}`).digest('hex'),
    );
    const attributes = {
      title: `Lamp ${at}`,
      price: at < changed ? price : 1,
      url: 'https://shop.example/',
      description: words.join(' '),
    };
    return `${JSON.stringify({ op: 'add', path: `/products/p${at}`, value: { attributes } })}\n`;
  });
  writeFileSync(path.join(home, name), lines.join(''));
  return name;
}

const push = (name: string, ...flags: (string | { sftpFileBytes: number })[]) =>
  runCli(
    [
      'push',
      name,
      '--via',
      'sftp',
      '--poll',
      '10ms',
      '--no-verify',
      '--max-retries',
      '0',
      '--json',
      ...flags.filter((flag) => typeof flag === 'string'),
    ],
    {
      ...Object.assign({}, ...flags.filter((flag) => typeof flag === 'object')),
      cwd: home,
      home,
      env,
    },
  );

/** Everything in the SFTP folder, parts and hidden files too. */
const remote = () =>
  readdirSync(path.join(dataDir, 'local/sftp'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

async function stored(): Promise<string[]> {
  const { BRCTL_CATALOG: catalog } = emulator.ready.env;
  const { origin } = new URL(emulator.ready.catalogUrl);
  const text = await (await fetch(`${origin}/_brctl/catalogs/${catalog}/records`)).text();
  return text.trimEnd().split('\n').sort();
}

/** Does the service hold so many products, and so many of them at this price? */
async function expectStored(products: number, price: number, priced = products) {
  const records = await stored();
  expect(records).toHaveLength(products);
  expect(records.filter((record) => record.includes(`"price":${price}`))).toHaveLength(priced);
}

describe('push --via sftp', () => {
  test('delivers a catalog and then a delta, each as one compressed file', async () => {
    const first = await push(write('a.jsonl', 500, 1));
    expect(first.json()).toMatchObject({
      plan: { mode: 'full', via: 'sftp' },
      accepted: { state: 'yes' },
      applied: { state: 'yes' },
      searchable: { state: 'yes' },
    });
    await expectStored(500, 1);
    const second = await push(write('b.jsonl', 500, 2, 20), '--mode', 'delta');
    expect([second.exitCode, second.stderr]).toEqual([0, expect.any(String)]);
    await expectStored(500, 2, 20);
    expect(remote()).toEqual([
      expect.stringMatching(/_delta_\d{8}T\d{6}Z\.jsonl\.gz$/),
      expect.stringMatching(/_full_\d{8}T\d{6}Z\.jsonl\.gz$/),
    ]);
  });

  test('names each step and shows how much was uploaded', async () => {
    write('a.jsonl', 500, 1);
    const words = ['push', 'a.jsonl', '--via', 'sftp', '--poll', '10ms', '--no-verify'];
    const { stderr } = await runCli(words, { cwd: home, home, env });
    const { size } = statSync(path.join(home, 'a.jsonl'));
    const id = '[0-9a-f-]{36}';
    expect(stderr).toMatch(/^uploading a\.jsonl$/m);
    expect(stderr).toMatch(
      new RegExp(`^uploading a\\.jsonl: ${(size / 1_000).toFixed(1)} kB, (\\d+s, )?done$`, 'm'),
    );
    expect(stderr).toMatch(/^sending a\.jsonl$/m);
    expect(stderr).toMatch(new RegExp(`^applying: job ${id}$`, 'm'));
    expect(stderr).toMatch(new RegExp(`^indexing: job ${id}$`, 'm'));
  });

  test('of several jobs uploads a file for each, in order', async () => {
    await push(write('a.jsonl', 60, 1));
    const run = await push(write('b.jsonl', 60, 2, 3), '--mode', 'delta', '--split', '--max-ops', '1');
    expect(run.exitCode, run.stderr).toBe(0);
    await expectStored(60, 2, 3);
    expect(remote().filter((name) => name.includes('_delta_'))).toEqual(
      ['01', '02', '03'].map((part) => expect.stringMatching(new RegExp(`_${part}\\.jsonl\\.gz$`))),
    );
  });

  const drop = (operation: string, nth = 1): Fault => ({ operation, nth, times: 1, drop: true }) as Fault;
  test.each<[string, Fault]>([
    ['connecting', drop('sftp:connect')],
    ['the first look', drop('sftp:stat')],
    ['making the folder', drop('sftp:mkdir')],
    ['opening the file', drop('sftp:open')],
    ['the first write', drop('sftp:write')],
    ['a later write', drop('sftp:write', 5)],
    ['a full disk', { operation: 'sftp:write', nth: 3, times: 1, diskFull: true } as Fault],
    ['giving it its name', drop('sftp:rename')],
    ['the request, turned away', { operation: 'put-products', times: 1, status: 507 } as Fault],
  ])('cut at %s goes on under the same name, and leaves nothing else behind', async (_what, fault) => {
    emulator.faults.set(fault);
    const cut = await push(write('a.jsonl', 700, 1));
    expect(cut.exitCode, cut.stderr).toBe(7);
    const names = remote().map((name) => name.replace(/\.part$/, ''));
    const resumed = await push('a.jsonl');
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    await expectStored(700, 1);
    expect(remote()).toHaveLength(1);
    if (names.length > 0) expect(remote()).toEqual(names);
  });

  test('whose catalog has changed since takes the name over, not the content', async () => {
    emulator.faults.set(drop('sftp:write', 5));
    expect((await push(write('a.jsonl', 700, 1))).exitCode).toBe(7);
    expect((await push(write('a.jsonl', 700, 3))).exitCode).toBe(0);
    await expectStored(700, 3);
    expect(remote()).toHaveLength(1);
  });

  test('that goes another way afterwards removes what was left', async () => {
    emulator.faults.set(drop('sftp:write', 5));
    expect((await push(write('a.jsonl', 700, 1))).exitCode).toBe(7);
    expect(remote()).toEqual([expect.stringMatching(/\.part$/)]);
    expect((await push('a.jsonl', '--via', 'payload')).exitCode).toBe(0);
    expect(remote()).toEqual([]);
  });

  test('that is refused removes what it uploaded', async () => {
    emulator.faults.set({ operation: 'put-products', times: 1, status: 400 } as Fault);
    expect((await push(write('a.jsonl', 20, 1))).exitCode).toBe(6);
    expect(remote()).toEqual([]);
  });
});

describe('push --via sftp of a catalog that is too large for one file', () => {
  const maxFileBytes = 300_000;

  beforeAll(() => restart({ maxSftpFileBytes: maxFileBytes }));
  afterAll(() => restart());
  const pushSplit = (name: string) => push(name, { sftpFileBytes: maxFileBytes });
  const names = ['01', '02', '03', '04'].map((part) =>
    expect.stringMatching(new RegExp(`_full_\\d{8}T\\d{6}Z_${part}\\.jsonl\\.gz$`)),
  );

  test('names several files in one request, whether it is compressed or not', async () => {
    const run = await pushSplit(write('a.jsonl', 1_500, 1));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.json()).toMatchObject({ applied: { jobs: [{ status: 'success' }] } });
    await expectStored(1_500, 1);
    expect(remote()).toEqual(names);
    writeFileSync(
      path.join(home, 'b.jsonl.gz'),
      gzipSync(readFileSync(path.join(home, write('b.jsonl', 1_500, 2)))),
    );
    const compressed = await pushSplit('b.jsonl.gz');
    expect(compressed.exitCode, compressed.stderr).toBe(0);
    await expectStored(1_500, 2);
  });

  test('cut in the second file keeps the first and goes on with the second', async () => {
    emulator.faults.set({ operation: 'sftp:write', nth: 9, times: 1, drop: true } as Fault);
    const cut = await pushSplit(write('a.jsonl', 1_500, 1));
    expect(cut.exitCode, cut.stderr).toBe(7);
    const left = remote();
    expect(left).toEqual([
      expect.stringMatching(/_01\.jsonl\.gz$/),
      expect.stringMatching(/_02\.jsonl\.gz\.part$/),
    ]);
    const firstOne = path.join(dataDir, 'local/sftp', emulator.ready.env.BRCTL_CATALOG ?? '', left[0] ?? '');
    const before = statSync(firstOne).mtimeMs;
    const resumed = await pushSplit('a.jsonl');
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    await expectStored(1_500, 1);
    expect(remote()).toEqual(names);
    expect(remote()[0]).toBe(left[0]);
    expect(statSync(firstOne).mtimeMs).toBe(before);
  });

  test('that fits into one file afterwards leaves nothing of the others behind', async () => {
    emulator.faults.set({ operation: 'sftp:write', nth: 9, times: 1, drop: true } as Fault);
    expect((await pushSplit(write('a.jsonl', 1_500, 1))).exitCode).toBe(7);
    const run = await pushSplit(write('a.jsonl', 100, 1));
    expect(run.exitCode, run.stderr).toBe(0);
    await expectStored(100, 1);
    expect(remote()).toEqual([expect.stringMatching(/_full_\d{8}T\d{6}Z\.jsonl\.gz$/)]);
  });
});

describe.skipIf(!hasBinary('sshd'))('push --via sftp by the server of OpenSSH (needs sshd)', () => {
  let sshd: Sshd;

  beforeEach(async () => {
    sshd = await startSshd({ home: path.join(dataDir, 'local/sftp') });
    const { BRCTL_ENV, BRCTL_CATALOG, ...access } = sshd.env;
    env = { ...emulator.ready.env, ...access };
  });
  afterEach(() => sshd.stop());

  test('a catalog arrives, is applied and is searchable', async () => {
    const run = await push(write('a.jsonl', 500, 1));
    expect(run.exitCode, run.stderr).toBe(0);
    await expectStored(500, 1);
    expect(remote()).toEqual([expect.stringMatching(/_full_.*\.jsonl\.gz$/)]);
  });

  test('an upload that breaks off in the middle goes on under its name', async () => {
    const line = await openCuttingLine(sshd.port);
    const known = path.join(home, 'known_hosts');
    const renamed = readFileSync(sshd.knownHostsFile, 'utf8').replaceAll(`:${sshd.port}`, `:${line.port}`);
    writeFileSync(known, renamed);
    env = { ...env, BRCTL_SFTP_PORT: String(line.port), BRCTL_KNOWN_HOSTS: known };
    line.cutAfterBytes = 200_000;
    const cut = await push(write('a.jsonl', 1_500, 1));
    expect(cut.exitCode, cut.stderr).toBe(7);
    expect(remote()).toEqual([expect.stringMatching(/_full_.*\.jsonl\.gz\.part$/)]);
    const [part = ''] = remote();
    line.cutAfterBytes = Number.POSITIVE_INFINITY;
    const resumed = await push('a.jsonl');
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(remote()).toEqual([part.replace('.part', '')]);
    await expectStored(1_500, 1);
    await line.stop();
  });

  test('an upload that was whole when it was turned away goes on under its name', async () => {
    emulator.faults.set({ operation: 'put-products', times: 1, status: 507 } as Fault);
    expect((await push(write('a.jsonl', 1_500, 1))).exitCode).toBe(7);
    const [name] = remote();
    expect((await push('a.jsonl')).exitCode).toBe(0);
    expect(remote()).toEqual([name]);
    await expectStored(1_500, 1);
  });
});
