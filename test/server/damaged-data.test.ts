import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';

const started: Emulator[] = [];
afterEach(async () => {
  for (const emulator of started.splice(0)) await emulator.stop();
});

async function start(options: EmulatorOptions): Promise<Emulator> {
  const emulator = await startEmulator(options);
  started.push(emulator);
  return emulator;
}

function catalogFile(count: number): string {
  const file = path.join(temporaryFolder(), 'catalog.jsonl');
  const attributes = { title: 'Lamp', price: 1, url: 'https://shop.example/', description: 'x'.repeat(500) };
  const line = (at: number) =>
    `{"op":"add","path":"/products/p${at}","value":${JSON.stringify({ attributes })}}\n`;
  writeFileSync(file, Array.from({ length: count }, (_, at) => line(at)).join(''));
  return file;
}

/** A stopped instance with the catalogs lamps and chairs; its folder. */
async function folderWithCatalogs(): Promise<{ dataDir: string; folder: string }> {
  const dataDir = temporaryFolder();
  const load = ['lamps', 'chairs'].map((catalog) => ({ catalog, files: [catalogFile(100)] }));
  await (await start({ dataDir, load })).stop();
  started.length = 0;
  return { dataDir, folder: path.join(dataDir, 'local') };
}

/** Files of the first catalog, lamps. */
function databaseOf(folder: string, kind: 'records' | 'index'): string {
  const within = kind === 'records' ? folder : path.join(folder, 'index');
  const name = readdirSync(within).find((each) => new RegExp(`^${kind}-.*\\.db$`).test(each)) ?? '';
  return path.join(within, name);
}

function control(emulator: Emulator, at: string): Promise<Response> {
  return fetch(new URL(at, emulator.ready.catalogUrl));
}

async function jobMessage(emulator: Emulator, method: string, body: string): Promise<string> {
  const { BRCTL_ACCOUNT_ID, BRCTL_API_KEY } = emulator.ready.env;
  const url = `${emulator.ready.catalogUrl}/accounts/${BRCTL_ACCOUNT_ID}/catalogs/lamps/products`;
  const headers = {
    authorization: `Bearer ${BRCTL_API_KEY}`,
    'content-type': 'application/json-patch+jsonlines',
  };
  const answer = (await (await fetch(url, { method, body, headers })).json()) as { jobId: string };
  await emulator.catalogs.settled();
  const { state, message } = emulator.catalogs.job(answer.jobId);
  return `${state} ${message}`;
}

const PRODUCT =
  '{"op":"add","path":"/products/a","value":{"attributes":{"title":"A","price":1,"url":"https://a.example"}}}';

test.each([
  ['is garbage', (file: string) => writeFileSync(file, 'x'.repeat(20_000))],
  ['was cut to nothing', (file: string) => truncateSync(file, 0)],
  [
    'was cut in the middle',
    (file: string) => truncateSync(file, Math.floor(statSync(file).size / 16_384) * 8_192),
  ],
  ['is gone', (file: string) => rmSync(file)],
])(
  'a catalog whose file of records %s is told of; others are served, and a full load mends it',
  async (_how, damage) => {
    const { dataDir, folder } = await folderWithCatalogs();
    const file = databaseOf(folder, 'records');
    damage(file);
    const lines: string[] = [];
    const log = {
      format: 'json',
      level: 'warn',
      writeLine: (line: string) => void lines.push(line),
    } as const;
    const emulator = await start({ dataDir, log });
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
      level: 'error',
      event: 'catalog damaged',
      catalog: 'lamps',
      file,
      lost: 'its records',
      fix: expect.stringContaining('full load'),
    });
    const records = await control(emulator, '/_brctl/catalogs/lamps/records');
    expect(records.status).toBe(503);
    expect(await records.text()).toContain('full load');
    expect(
      (await (await control(emulator, '/_brctl/catalogs/chairs/records')).text()).split('\n'),
    ).toHaveLength(101);
    expect(await jobMessage(emulator, 'PATCH', PRODUCT)).toMatch(/^failed .*full load/);
    expect(await jobMessage(emulator, 'PUT', PRODUCT)).toBe('success ');
    expect((await control(emulator, '/_brctl/catalogs/lamps/records')).status).toBe(200);
  },
);

test('an index that is gone is told of', async () => {
  const { dataDir, folder } = await folderWithCatalogs();
  const file = databaseOf(folder, 'index');
  rmSync(file);
  const lines: string[] = [];
  await start({
    dataDir,
    log: { format: 'json', level: 'warn', writeLine: (line) => void lines.push(line) },
  });
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    event: 'index lost',
    index: path.basename(file),
    fix: expect.stringMatching(/^build it again: brctl index --catalog (lamps|chairs)$/),
  });
});

test.each([
  ['garbage', (file: string) => writeFileSync(file, 'x'.repeat(20_000))],
  ['empty', (file: string) => truncateSync(file, 0)],
  ['missing', (file: string) => rmSync(file)],
])(
  'where the state is %s, nothing starts, nothing is removed, and the error says how to go on',
  async (_how, damage) => {
    const { dataDir, folder } = await folderWithCatalogs();
    const records = databaseOf(folder, 'records');
    for (const suffix of ['-wal', '-shm']) rmSync(path.join(folder, `state.db${suffix}`), { force: true });
    damage(path.join(folder, 'state.db'));
    await expect(startEmulator({ dataDir })).rejects.toMatchObject({
      code: 'store.damaged',
      kind: 'config',
      message: `the catalogs and jobs in ${path.join(folder, 'state.db')} are lost`,
      details: {
        hint: expect.stringContaining(`mkdir ${folder}/damaged && mv ${folder}/*.db* ${folder}/damaged/`),
      },
    });
    expect(existsSync(records)).toBe(true);
  },
);

test.each(['spool', 'snapshots', 'sftp'])(
  'a file in place of the folder %s is named, with what to do',
  async (name) => {
    const { dataDir, folder } = await folderWithCatalogs();
    rmSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name), '');
    await expect(startEmulator({ dataDir })).rejects.toMatchObject({
      code: 'store.not_a_folder',
      message: `${path.join(folder, name)} is not a folder`,
    });
  },
);
