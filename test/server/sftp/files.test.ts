import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStagedSwitch } from '../../../src/server/service/files/copy-folder.ts';
import type { CountedFile } from '../../../src/server/service/files/counted-files.ts';
import { SftpFiles } from '../../../src/server/service/files/sftp-files.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const DAY_MS = 86_400_000;
let folder: string;
let root: string;
let clock: { nowMs: number; now(): number };

beforeEach(() => {
  folder = temporaryFolder();
  root = path.join(folder, 'sftp');
  clock = {
    nowMs: Date.parse('2031-01-01T00:00:00Z'),
    now() {
      return this.nowMs;
    },
  };
});

const open = (quotaBytes?: number) =>
  new SftpFiles({ root, clock, ...(quotaBytes === undefined ? {} : { quotaBytes }) });

/** What a client does that uploads a file. */
function receive(files: SftpFiles, name: string, content = 'content'): void {
  const onDisk = files.locate(name);
  mkdirSync(path.dirname(onDisk), { recursive: true });
  const write = files.beginWrite(name, 0);
  files.resizeWrite(write, content.length);
  writeFileSync(onDisk, content);
  files.endWrite(write);
}

const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });

describe('paths of catalog requests', () => {
  test('name files relative to the folder', () => {
    const files = open();
    receive(files, 'apparel/full.jsonl');
    expect(files.resolve('apparel/full.jsonl')).toBe(path.join(root, 'apparel/full.jsonl'));
    expect(files.resolve('./apparel//x/../full.jsonl')).toBe(path.join(root, 'apparel/full.jsonl'));
  });

  test.each(['', '/apparel/full.jsonl', '..', '../secret', 'a/../../secret', 'a/../../sftp/x', 'a\0b'])(
    'cannot be %j',
    (name) => {
      writeFileSync(path.join(folder, 'secret'), 'secret');
      expect(() => open().resolve(name)).toThrow(refusal('invalid_parameter'));
    },
  );

  test('have 4,096 bytes and 256 levels at most', () => {
    expect(() => open().resolve(`${'a/'.repeat(256)}a`)).toThrow(refusal('invalid_parameter'));
    expect(() => open().resolve(`${'a/'.repeat(255)}a`)).toThrow(refusal('unknown_file'));
    expect(() => open().resolve('a'.repeat(4_097))).toThrow(refusal('invalid_parameter'));
  });

  test.each(['none', 'apparel', 'apparel/full.jsonl/x'])('name no file with %j', (name) => {
    const files = open();
    receive(files, 'apparel/full.jsonl');
    expect(() => files.resolve(name)).toThrow(refusal('unknown_file'));
  });

  test('never follow a link, neither as the file nor as a folder on the way', () => {
    const files = open();
    writeFileSync(path.join(folder, 'secret'), 'secret');
    symlinkSync(path.join(folder, 'secret'), path.join(root, 'link'));
    symlinkSync(folder, path.join(root, 'out'));
    for (const name of ['link', 'out/secret']) {
      expect(() => files.resolve(name)).toThrow(refusal('unknown_file'));
      expect(() => files.remove(name)).toThrow(refusal('unknown_file'));
    }
    expect(files.list()).toEqual([]);
  });

  test('are refused while the file is being written, by any of its writers', () => {
    const files = open();
    receive(files, 'a.jsonl');
    const [one, two] = [files.beginWrite('a.jsonl', 7), files.beginWrite('/a.jsonl', 7)];
    expect(() => files.resolve('a.jsonl')).toThrow(
      expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 5 }),
    );
    files.endWrite(one);
    expect(files.isBeingWritten('a.jsonl')).toBe(true);
    files.endWrite(two);
    expect(existsSync(files.resolve('a.jsonl'))).toBe(true);
  });
});

test('whatever a client asks for lies in the folder', () => {
  const files = open();
  const parts = fc.constantFrom('..', '.', '', 'a', 'b c', '...', 'é', '~', '\\', '%2e%2e');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (names) => {
      const onDisk = files.locate(names.join('/'));
      expect(onDisk === root || onDisk.startsWith(`${root}${path.sep}`)).toBe(true);
    }),
  );
});

describe('retention', () => {
  test('counts 30 days from the arrival by the clock of the service, whatever the time of the file', () => {
    const files = open();
    receive(files, 'old-source.jsonl');
    utimesSync(path.join(root, 'old-source.jsonl'), 1_000_000, 1_000_000);
    clock.nowMs += 30 * DAY_MS;
    expect(files.sweep(clock.nowMs)).toEqual([]);
    clock.nowMs += 1;
    expect(files.sweep(clock.nowMs)).toEqual(['old-source.jsonl']);
    expect(files.list()).toEqual([]);
    expect(files.usageBytes()).toBe(0);
  });

  test('holds for a request too, before anything was swept', () => {
    const files = open();
    receive(files, 'a.jsonl');
    clock.nowMs += 31 * DAY_MS;
    expect(() => files.resolve('a.jsonl')).toThrow(refusal('unknown_file'));
    expect(existsSync(path.join(root, 'a.jsonl'))).toBe(false);
  });

  test('survives a restart and a rename', () => {
    const files = open();
    receive(files, 'a/x.jsonl');
    clock.nowMs += 20 * DAY_MS;
    receive(files, 'b.jsonl');
    files.renamed('a', 'c');
    mkdirSync(path.join(root, 'c'));
    writeFileSync(path.join(root, 'c/x.jsonl'), readFileSync(path.join(root, 'a/x.jsonl')));
    files.remove('a/x.jsonl');
    const again = open();
    clock.nowMs += 10 * DAY_MS + 1;
    expect(again.sweep(clock.nowMs)).toEqual(['c/x.jsonl']);
    expect(again.list().map(({ path: name }) => name)).toEqual(['b.jsonl']);
  });

  test('survives a journal that a crash cut short', () => {
    receive(open(), 'a.jsonl');
    const journal = `${root}.received`;
    writeFileSync(journal, `${readFileSync(journal, 'utf8')}{"path":"/b.js`);
    receive(open(), 'c.jsonl');
    clock.nowMs += 31 * DAY_MS;
    expect(open().sweep(clock.nowMs)).toEqual(['a.jsonl', 'c.jsonl']);
  });

  test('spares a file that is being written', () => {
    const files = open();
    receive(files, 'slow.jsonl');
    files.beginWrite('slow.jsonl', 7);
    clock.nowMs += 31 * DAY_MS;
    expect(files.sweep(clock.nowMs)).toEqual([]);
  });
});

describe('quota', () => {
  test('refuses what does not fit and counts what goes', () => {
    const files = open(20);
    receive(files, 'a', 'x'.repeat(15));
    expect(files.freeBytes()).toBe(5);
    const write = files.beginWrite('b', 0);
    expect(() => files.resizeWrite(write, 6)).toThrow(refusal('storage_full'));
    files.endWrite(write);
    files.remove('a');
    expect(files.freeBytes()).toBe(20);
  });

  test('is counted anew from the disk after a restart', () => {
    receive(open(20), 'a', 'x'.repeat(15));
    expect(open(20).freeBytes()).toBe(5);
  });

  test('gets back what was written to a file that was deleted meanwhile', () => {
    const files = open(100);
    receive(files, 'a', 'x'.repeat(10));
    const write = files.beginWrite('a', 10);
    files.remove('a');
    files.resizeWrite(write, 30);
    expect(files.usageBytes()).toBe(30);
    files.endWrite(write);
    expect(files.usageBytes()).toBe(0);
  });
});

test('the account is that of the disk after any order of writes, renames and removals', () => {
  const name = fc.constantFrom('a', 'b', 'd/a', 'd/b');
  const step = fc.oneof(
    fc.record({ kind: fc.constant('open' as const), name }),
    fc.record({ kind: fc.constant('write' as const), at: fc.nat(5), bytes: fc.nat(40) }),
    fc.record({ kind: fc.constant('close' as const), at: fc.nat(5) }),
    fc.record({ kind: fc.constant('remove' as const), name }),
    fc.record({ kind: fc.constant('rename' as const), name, to: name }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      rmSync(root, { recursive: true, force: true });
      mkdirSync(path.join(root, 'd'), { recursive: true });
      const files = open(100);
      const writers: { write: CountedFile; fd: number }[] = [];
      const close = ({ write, fd }: { write: CountedFile; fd: number }) => {
        closeSync(fd);
        files.endWrite(write);
      };
      for (const each of steps) {
        if (each.kind === 'open') {
          const fd = openSync(files.locate(each.name), 'a');
          writers.push({ fd, write: files.beginWrite(each.name, fstatSync(fd).size) });
        } else if (each.kind === 'write' || each.kind === 'close') {
          const [writer] = writers.splice(each.at, each.kind === 'close' ? 1 : 0);
          if (writer !== undefined) close(writer);
          const open = writers[each.at];
          if (each.kind === 'close' || open === undefined) continue;
          const end = open.write.sizeBytes + each.bytes;
          if (each.bytes > files.freeBytes()) {
            expect(() => files.resizeWrite(open.write, end)).toThrow(refusal('storage_full'));
          } else {
            files.resizeWrite(open.write, end);
            appendFileSync(open.fd, 'x'.repeat(each.bytes));
          }
        } else if (existsSync(path.join(root, each.name))) {
          if (each.kind === 'remove') rmSync(path.join(root, each.name));
          else renameSync(path.join(root, each.name), path.join(root, each.to));
          if (each.kind === 'remove') files.removed(each.name);
          else files.renamed(each.name, each.to);
        }
      }
      for (const writer of writers) close(writer);
      const onDisk = files.list().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      expect(files.usageBytes()).toBe(onDisk);
    }),
    // Renamed onto itself, a file lost its writer.
    {
      examples: [
        [
          [
            { kind: 'open', name: 'a' },
            { kind: 'rename', name: 'a', to: 'a' },
            { kind: 'write', at: 0, bytes: 1 },
          ],
        ],
      ],
    },
  );
});

test('a folder takes so many files', () => {
  const files = new SftpFiles({ root, clock, maxFiles: 2 });
  for (const name of ['a', 'b']) receive(files, name);
  expect(() => files.checkRoomFor('c')).toThrow(refusal('storage_full'));
  files.checkRoomFor('a');
  files.remove('a');
  files.checkRoomFor('c');
});

test('of itself a folder takes 20 GB and 10,000 files', () => {
  const files = open();
  const write = files.beginWrite('large', 0);
  files.resizeWrite(write, 20_000_000_000);
  expect(() => files.resizeWrite(write, 20_000_000_001)).toThrow(refusal('storage_full'));
  for (let at = 1; at < 10_000; at++) {
    files.checkRoomFor(String(at));
    files.beginWrite(String(at), 0);
  }
  expect(() => files.checkRoomFor('another')).toThrow(refusal('storage_full'));
});

test('the journal of arrivals does not grow with files that come and go', () => {
  const files = open();
  for (let round = 0; round < 3_000; round++) {
    receive(files, 'a');
    files.remove('a');
  }
  expect(statSync(`${root}.received`).size).toBeLessThan(100_000);
});

test('the list tells size, arrival and end of each file', () => {
  const files = open();
  receive(files, 'b/full.jsonl', 'abc');
  receive(files, 'a.jsonl', 'x');
  expect(files.list()).toMatchObject([
    { path: 'a.jsonl', sizeBytes: 1, beingWritten: false },
    { path: 'b/full.jsonl', sizeBytes: 3, receivedMs: clock.nowMs, expiresMs: clock.nowMs + 30 * DAY_MS },
  ]);
});

/** As a reset does: what was kept, or nothing, takes the place of what is there. */
async function restore(files: SftpFiles, kept: string | null): Promise<void> {
  await files.stage(kept);
  const staged = createStagedSwitch(files.paths);
  staged.switchIn();
  files.reload();
  await staged.clear();
}

test('clearing leaves nothing, on disk and in the books', async () => {
  const files = open();
  receive(files, 'a/b/c.jsonl');
  await restore(files, null);
  expect(files.list()).toEqual([]);
  expect(files.usageBytes()).toBe(0);
  expect(existsSync(path.join(root, 'a'))).toBe(false);
});

test('a state can be kept while clients take files and folders away', async () => {
  const kept = path.join(folder, 'kept');
  mkdirSync(kept);
  const files = open();
  const names = Array.from({ length: 100 }, (_, at) => `d/${at}.jsonl`);
  for (const name of names) receive(files, name);
  const copied = files.copyTo(kept);
  const hasBegun = () =>
    existsSync(path.join(kept, 'sftp/d')) && readdirSync(path.join(kept, 'sftp/d')).length > 0;
  while (!hasBegun()) await new Promise((resolve) => setImmediate(resolve));
  rmSync(path.join(root, 'd'), { recursive: true });
  await expect(copied).resolves.toBeUndefined();
});

test('a state that is kept and taken back has its files with the times at which they came', async () => {
  const kept = path.join(folder, 'kept');
  mkdirSync(kept);
  const files = open();
  receive(files, 'apparel/old.jsonl', 'old');
  clock.nowMs += 20 * DAY_MS;
  receive(files, 'new.jsonl', 'new');
  // Copies have their times in whole milliseconds.
  const shown = () =>
    files.list().map(({ modifiedMs, ...file }) => ({ ...file, age: Math.round(modifiedMs / 60_000) }));
  const before = shown();
  await files.copyTo(kept);
  files.remove('apparel/old.jsonl');
  receive(files, 'other.jsonl', 'other');
  clock.nowMs += 9 * DAY_MS;
  await restore(files, kept);
  expect(shown()).toEqual(before);
  expect(files.usageBytes()).toBe(6);
  clock.nowMs += 2 * DAY_MS;
  expect(files.sweep(clock.nowMs)).toEqual(['apparel/old.jsonl']);
  expect(
    open()
      .list()
      .map(({ path: at }) => at),
  ).toEqual(['new.jsonl']);
});

test('folders count as files do, whatever their names become', () => {
  const files = new SftpFiles({ root, clock, maxFiles: 3 });
  const makeFolder = (name: string) => {
    files.checkRoomFor(name);
    mkdirSync(files.locate(name));
    files.madeFolder(name);
  };
  for (const name of ['a', 'a/b', 'c']) makeFolder(name);
  expect(() => makeFolder('d')).toThrow(refusal('storage_full'));
  renameSync(files.locate('a'), files.locate('z'));
  files.renamed('a', 'z');
  rmSync(files.locate('z/b'), { recursive: true });
  files.removed('z/b');
  makeFolder('d');
  const again = new SftpFiles({ root, clock, maxFiles: 3 });
  expect(() => again.checkRoomFor('e')).toThrow(refusal('storage_full'));
});
