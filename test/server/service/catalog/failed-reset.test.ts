import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { AbortedError } from '../../../../src/base/process/abort-flag.ts';
import { createSnapshots } from '../../../../src/server/service/catalog/snapshots.ts';
import { SftpFolders } from '../../../../src/server/service/files/sftp-folders.ts';
import { StateStore } from '../../../../src/server/store/state-store.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { ACCOUNT, load, openCatalogs, openTestEngine, product, send } from '../opened-catalogs.ts';

const onReset = () => undefined;

/** Which operation on files fails, counting from 1, whether those that write fail from then on, and how many there were. */
const disk = vi.hoisted(() => ({ failsAt: 0, staysFull: false, count: 0 }));

afterEach(() => void Object.assign(disk, { failsAt: 0, staysFull: false }));

const failing = vi.hoisted(() => <Module extends object>(real: Module, names: string, isAsync: boolean) => {
  const wrapped = names.split(' ').map((name) => {
    const work = (real as Record<string, (...given: unknown[]) => unknown>)[name];
    const run = (...given: unknown[]) => {
      disk.count++;
      const isLater = disk.staysFull && disk.failsAt > 0 && disk.count > disk.failsAt;
      if (disk.count !== disk.failsAt && !(isLater && !/^(rm|read|stat)/.test(name))) return work?.(...given);
      const error = Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: 'ENOSPC' });
      if (name === 'createWriteStream') return new Writable({ construct: (done) => done(error) });
      if (isAsync) return Promise.reject(error);
      throw error;
    };
    return [name, run] as const;
  });
  return { ...real, ...Object.fromEntries(wrapped) };
});

vi.mock('node:fs', async (original) =>
  failing(
    await original<object>(),
    'renameSync rmSync mkdirSync writeFileSync appendFileSync readdirSync createWriteStream',
    false,
  ),
);
vi.mock('node:fs/promises', async (original) =>
  failing(
    await original<object>(),
    'rename rm mkdir mkdtemp writeFile readFile copyFile open utimes readdir stat',
    true,
  ),
);

/** A state in the snapshot `first`, another one in `second`, which is also there at present. */
async function openShop() {
  const { service: catalogs, folder } = await openCatalogs({ durable: true });
  const root = path.join(folder, 'sftp');
  const folders = new SftpFolders({ root, users: ['one', 'two'], clock: { now: Date.now } });
  const snapshots = createSnapshots({
    catalogs,
    folders,
    resetFile: path.join(folder, 'reset.json'),
    onReset,
  });
  const receive = (name: string) => {
    writeFileSync(path.join(folders.of('two').root, name), name);
    folders.of('two').reload();
  };
  await load(catalogs, 'full', [product('a'), product('b')]);
  receive('first.jsonl');
  await snapshots.saveSnapshot('first');
  await load(catalogs, 'full', [product('c')]);
  receive('second.jsonl');
  await snapshots.saveSnapshot('second');
  const archive = Buffer.concat(await snapshots.exportSnapshot('second').toArray());
  const receiveAs = (name: string) => snapshots.importSnapshot(name, Readable.from([archive]));
  const state = async () => ({
    records: (await catalogs.records('lamps').toArray()).join(''),
    files: folders
      .of('two')
      .list()
      .map(({ path: name, receivedMs }) => {
        const text = readFileSync(path.join(folders.of('two').root, name), 'utf8');
        return { name, receivedMs, text };
      }),
    snapshots: snapshots
      .snapshots()
      .map(({ name }) => name)
      .sort(),
    left: readdirSync(folder).filter((name) => /next|former|reset/.test(name)),
  });
  /** What each snapshot puts in place; `second` is there then. */
  const contents = async () => {
    const found: Record<string, string> = {};
    for (const { name } of snapshots.snapshots().toReversed()) {
      await snapshots.reset(name);
      const { records, files } = await state();
      found[name] = JSON.stringify({ records, files });
    }
    await snapshots.reset('second');
    return found;
  };
  /** The bytes that snapshots are made of: `contents` comes from them. */
  const stored = () => {
    const files = readdirSync(path.join(folder, 'snapshots'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name));
    return files.sort().map((file) => `${file} ${readFileSync(file).toString('base64')}`);
  };
  return { catalogs, snapshots, folders, archive, receiveAs, state, contents, stored };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const WORKS: [string, (shop: Shop) => Promise<void>][] = [
  ['a reset to a snapshot', ({ snapshots }) => snapshots.reset('first')],
  ['a snapshot', ({ snapshots }) => snapshots.saveSnapshot('third')],
  ['a snapshot in place of another', ({ snapshots }) => snapshots.saveSnapshot('first')],
  ['a removal of a snapshot', ({ snapshots }) => snapshots.deleteSnapshot('first')],
  ['an archive', ({ receiveAs }) => receiveAs('third')],
  ['an archive in place of a snapshot', ({ receiveAs }) => receiveAs('first')],
];

test.each(
  WORKS.flatMap(([what, work]) => [
    { what, next: 'recovers', staysFull: false, work },
    { what, next: 'stays full', staysFull: true, work },
  ]),
)(
  '$what that fails on a disk that $next leaves what was before, whichever operation failed',
  async ({ what, staysFull, work }) => {
    const shop = await openShop();
    const before = await shop.state();
    expect(before.files.map(({ name }) => name)).toEqual(['first.jsonl', 'second.jsonl']);
    let kept = await shop.contents();
    let sound = shop.stored();
    let failures = 0;
    for (let failsAt = 1, isOver = false; !isOver; failsAt++) {
      Object.assign(disk, { failsAt, staysFull, count: 0 });
      const failure = await work(shop).then(
        () => null,
        (error: Error) => error,
      );
      isOver = disk.count < disk.failsAt;
      disk.failsAt = 0;
      // Former files that could not be put back are put back now.
      shop.folders.sweep(0);
      if (failure === null) {
        // What failed, if anything, was of no weight.
        await shop.snapshots.reset('second');
        await shop.snapshots.deleteSnapshot('third').catch(() => undefined);
        const names = shop.snapshots.snapshots().map(({ name }) => name);
        if (!names.includes('first')) await shop.snapshots.saveSnapshot('first');
        kept = await shop.contents();
      } else failures++;
      expect(String(failure)).not.toContain('not a snapshot archive');
      const { left, ...after } = await shop.state();
      const { left: _none, ...expected } = before;
      expect({ failsAt, failure: String(failure), ...after }).toEqual({
        failsAt,
        failure: String(failure),
        ...expected,
      });
      if (isOver) expect(left).toEqual([]);
      if (!isOver && (what === 'a reset to a snapshot' || isDeepStrictEqual(shop.stored(), sound))) continue;
      expect({ failsAt, ...(await shop.contents()) }).toEqual({ failsAt, ...kept });
      sound = shop.stored();
    }
    expect(failures).toBeGreaterThan(1);
  },
);

test('a reset whose state cannot be stored leaves what was before', async () => {
  const shop = await openShop();
  const before = await shop.state();
  vi.spyOn(StateStore.prototype, 'addVersion').mockImplementationOnce(() => {
    throw Object.assign(new Error('database or disk is full'), { sqliteCode: 13 });
  });
  await expect(shop.snapshots.reset('first')).rejects.toThrow('database or disk is full');
  expect(await shop.state()).toEqual(before);
  await shop.snapshots.reset('first');
  expect((await shop.state()).records).not.toBe(before.records);
});

test('a reset that cannot be stored leaves no file of what it copied, the published one neither', async () => {
  const { service, folder } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  await service.runIndex(ACCOUNT, 'lamps');
  await load(service, 'full', [product('b')]);
  await service.snapshots.save('one');
  await load(service, 'full', [product('c')]);
  const listFiles = () => readdirSync(folder).filter((name) => /^records-.*\.db$/.test(name));
  const before = listFiles();
  vi.spyOn(StateStore.prototype, 'addVersion').mockImplementationOnce(() => {
    throw Object.assign(new Error('database or disk is full'), { sqliteCode: 13 });
  });
  await expect(service.reset('one')).rejects.toThrow('database or disk is full');
  await expect.poll(listFiles).toEqual(before);
});

test('a version that the engine did not take is published by the next reset', async () => {
  const folder = temporaryFolder();
  const engine = openTestEngine(folder);
  const { service } = await openCatalogs({ folder, engine });
  await load(service, 'full', [product('a')]);
  await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
  await service.snapshots.save('one');
  await load(service, 'full', [product('b')]);
  await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
  const publish = vi.spyOn(engine, 'publish').mockRejectedValueOnce(new Error('the cluster is away'));
  await expect(service.reset('one')).rejects.toThrow('the cluster is away');
  publish.mockClear();
  await service.reset('one');
  expect(publish.mock.calls.map(([{ catalog }]) => catalog)).toEqual(['lamps']);
});

test.each([
  ['ENOSPC', { code: 'ENOSPC' }],
  ['a full database', { sqliteCode: 13 }],
  ['EIO', { code: 'EIO' }],
])('an archive that meets %s is not said to be broken', async (_what, codes) => {
  const folder = temporaryFolder();
  const engine = openTestEngine(folder);
  const { service } = await openCatalogs({ folder, engine });
  await load(service, 'full', [product('a')]);
  await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
  await service.snapshots.save('one');
  const archive = Buffer.concat(await service.snapshots.export('one').toArray());
  vi.spyOn(engine, 'build').mockRejectedValueOnce(Object.assign(new Error('no room'), codes));
  await expect(service.snapshots.import('two', Readable.from([archive]), (work) => work())).rejects.toThrow(
    /^no room$/,
  );
  await service.snapshots.import('two', Readable.from([archive]), (work) => work());
  expect(service.snapshots.list().map(({ name }) => name)).toEqual(['one', 'two']);
});

test('former files that could not be put back are not lost, and are put back later', async () => {
  for (let failsAt = 1; failsAt < 9; failsAt++) {
    const shop = await openShop();
    const before = await shop.state();
    vi.spyOn(StateStore.prototype, 'addVersion').mockImplementationOnce(() => {
      Object.assign(disk, { failsAt, count: 0 });
      throw new Error('disk I/O error');
    });
    await expect(shop.snapshots.reset('first')).rejects.toThrow();
    disk.failsAt = 0;
    shop.folders.sweep(0);
    const { left: _left, ...after } = await shop.state();
    const { left: _none, ...expected } = before;
    expect({ failsAt, ...after }).toEqual({ failsAt, ...expected });
    await shop.snapshots.reset('first');
    expect((await shop.state()).left).toEqual([]);
  }
});

test.each([true, false])('a switch of files that was cut is ended, committed: %s', async (isCommitted) => {
  for (let failsAt = 1; failsAt < 8; failsAt++) {
    const root = path.join(temporaryFolder(), 'sftp');
    const open = () => new SftpFolders({ root, users: ['one', 'two'], clock: { now: Date.now } });
    const folders = open();
    writeFileSync(path.join(folders.of('two').root, 'former.jsonl'), 'former');
    await folders.stage(null);
    folders.switchIn();
    const again = open();
    Object.assign(disk, { failsAt, count: 0 });
    // A start that fails is repeated.
    const settle = async () => again.settle(isCommitted);
    await settle().catch(settle);
    await again.clearStaged();
    disk.failsAt = 0;
    const names = again
      .of('two')
      .list()
      .map(({ path: name }) => name);
    expect({ failsAt, names }).toEqual({ failsAt, names: isCommitted ? [] : ['former.jsonl'] });
  }
});

test('a reset waits neither for a job at work nor for a snapshot that waits for it', async () => {
  const folder = temporaryFolder();
  const engine = openTestEngine(folder);
  let hasBegun = false;
  engine.build = ({ signal }) => {
    hasBegun = true;
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => setTimeout(() => reject(new AbortedError()), 50)),
    );
  };
  const { service: catalogs } = await openCatalogs({ folder, engine });
  const folders = new SftpFolders({
    root: path.join(folder, 'sftp'),
    users: ['one'],
    clock: { now: Date.now },
  });
  const snapshots = createSnapshots({ catalogs, folders, resetFile: null, onReset });
  await load(catalogs, 'full', [product('a')]);
  await catalogs.runIndex(ACCOUNT, 'lamps');
  await expect.poll(() => hasBegun).toBe(true);
  const saved = snapshots.saveSnapshot('late').then(
    () => 'saved',
    (error: Error) => error.message,
  );
  await snapshots.reset();
  expect(catalogs.catalogs()).toEqual([]);
  expect(await saved).toBe('snapshot not made: the service was reset meanwhile');
});

test('a snapshot does not wait for a job that is retried on a bad disk, nor keeps jobs from running', async () => {
  const shop = await openShop();
  const { catalogs } = shop;
  let isBad = true;
  const save = StateStore.prototype.saveJob;
  const saving = vi.spyOn(StateStore.prototype, 'saveJob').mockImplementation(function (
    this: StateStore,
    job,
  ) {
    if (isBad && job.catalog === 'lamps') throw Object.assign(new Error('disk I/O error'), { code: 'EIO' });
    save.call(this, job);
  });
  const early = send(catalogs, 'delta', [product('d')]).then(() => shop.snapshots.saveSnapshot('early'));
  await expect(early).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  await expect(shop.snapshots.saveSnapshot('late')).rejects.toMatchObject({ code: 'unavailable' });
  await send(catalogs, 'full', [product('e')], { catalog: 'chairs' });
  await expect.poll(() => catalogs.catalogs().map(({ name }) => name)).toContain('chairs');
  isBad = false;
  await catalogs.settled();
  saving.mockRestore();
  await shop.snapshots.saveSnapshot('late');
  expect((await shop.state()).records).toContain('/products/d');
});

test('a reset does not wait for an archive that is still on its way', async () => {
  const shop = await openShop();
  const arriving = new PassThrough();
  const received = shop.snapshots.importSnapshot('third', arriving);
  arriving.write(shop.archive.subarray(0, 1_000));
  await shop.snapshots.reset('first');
  arriving.end(shop.archive.subarray(1_000));
  await received;
  await shop.snapshots.reset('third');
  const { files } = await shop.state();
  expect(files.map(({ name }) => name)).toEqual(['first.jsonl', 'second.jsonl']);
});
