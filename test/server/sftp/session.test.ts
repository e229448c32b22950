import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import type { ClientChannel } from 'ssh2';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SFTP_LIMITS } from '../../../src/server/sftp/clients.ts';
import type { OperationContext } from '../../../src/server/sftp/open-handles.ts';
import type { Request } from '../../../src/server/sftp/packet-reader.ts';
import { renameStrictly } from '../../../src/server/sftp/path-operations.ts';
import { type LocalSftp, startLocalSftp } from './local-sftp.ts';
import { dial, logIn, openRaw, packet, type RawClient, uint32, uint64 } from './raw-client.ts';

let local: LocalSftp;
let raw: RawClient;

beforeEach(async () => {
  local = await startLocalSftp({ quotaBytes: 1_000_000, limits: { connections: 8, logins: 8 } });
  raw = await openRaw(local);
});

afterEach(async () => {
  raw.end();
  await local.stop();
});

const INIT = packet(1, 3);
const READ = 0x01;
const WRITE_CREATE = 0x02 | 0x08;
const TRUNCATE = 0x10;
const onDisk = (name: string) => path.join(local.files.root, name);

async function ask(bytes: Buffer) {
  raw.send(bytes);
  return await raw.next();
}

/** Status number of an answer that is a status. */
async function statusOf(bytes: Buffer): Promise<number> {
  const answer = await ask(bytes);
  expect(answer?.type).toBe(101);
  return answer?.body.readUInt32BE(4) ?? -1;
}

async function greet(): Promise<void> {
  expect((await ask(INIT))?.type).toBe(2);
}

async function openFile(name: string, flags: number): Promise<string> {
  const answer = await ask(packet(3, 7, name, flags, 0));
  expect(answer?.type).toBe(102);
  return answer?.body.subarray(8).toString('latin1') ?? '';
}

const handleField = (handle: string) => Buffer.concat([uint32(handle.length), Buffer.from(handle, 'latin1')]);

test('the bounds are those of the documentation', () => {
  expect(SFTP_LIMITS).toMatchObject({ connections: 64, logins: 64 });
});

test('the version packet announces version 3 and what OpenSSH clients look for', async () => {
  const answer = await ask(INIT);
  expect(answer?.body.readUInt32BE(0)).toBe(3);
  const text = answer?.body.toString('latin1');
  for (const name of [
    'posix-rename@openssh.com',
    'statvfs@openssh.com',
    'fsync@openssh.com',
    'limits@openssh.com',
  ]) {
    expect(text).toContain(name);
  }
});

describe('packets that are wrong', () => {
  test.each([
    ['an empty packet', uint32(0)],
    ['a packet beyond all bounds', uint32(0xffff_ffff)],
    ['a packet without an id', packet(3)],
    ['a request before INIT', packet(16, 1, '.')],
  ])('%s ends the session and nothing else', async (what, bytes) => {
    if (!what.includes('before INIT')) await greet();
    expect(await ask(bytes)).toBeNull();
    const other = await openRaw(local);
    other.send(INIT);
    expect((await other.next())?.type).toBe(2);
    other.end();
  });

  test.each([
    ['an OPEN that ends early', packet(3, 9, uint32(500)), 5],
    ['a WRITE with a length beyond its end', packet(6, 9, 'abcd', uint64(0n), uint32(9_999)), 5],
    ['an offset beyond all files', packet(5, 9, handleField('\0\0\0\x01'), uint64(2n ** 63n), 1), 5],
    ['a path with a NUL byte', packet(17, 9, 'a\0b'), 5],
    ['a path without end', packet(17, 9, 'a'.repeat(5_000)), 5],
    ['a handle that was never given out', packet(4, 9, 'nonsense'), 4],
    ['an empty handle', packet(5, 9, '', uint64(0n), 10), 4],
    ['an unknown request', packet(99, 9), 8],
    ['an unknown extension', packet(200, 9, 'copy-data'), 8],
    ['an extension without a name', packet(200, 9), 5],
  ])('%s is answered with its status', async (_what, bytes, status) => {
    await greet();
    expect(await statusOf(bytes)).toBe(status);
    expect((await ask(packet(16, 1, '.')))?.type).toBe(104);
  });

  test('random bytes never bring the service down', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
    const check = async (garbage: Uint8Array, isFramed: boolean) => {
      const other = await openRaw(local);
      other.send(INIT);
      await other.next();
      other.send(isFramed ? Buffer.concat([uint32(garbage.length), garbage]) : Buffer.from(garbage));
      other.send(packet(16, 1, '.'));
      other.end();
    };
    await fc.assert(fc.asyncProperty(bytes, fc.boolean(), check), { numRuns: 40 });
    await greet();
  });

  test('bytes that are no SSH at all are dropped', async () => {
    const socket = dial(local);
    socket.write('GET / HTTP/1.1\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    await greet();
  });
});

describe('reading and writing', () => {
  test('a packet may come byte by byte', async () => {
    for (const byte of INIT) raw.send(Buffer.of(byte));
    expect((await raw.next())?.type).toBe(2);
  });

  test('a client that sends faster than it is answered is held back', async () => {
    local.faults.set({ operation: 'sftp:write', latencyMs: 1_500, times: 1 });
    await greet();
    const handle = handleField(await openFile('fast.bin', WRITE_CREATE));
    const data = Buffer.alloc(200_000, 'x').toString();
    const sentBytes = 100 * data.length;
    for (let at = 0; at < 100; at++) raw.send(packet(6, at, handle, uint64(0n), data));
    expect((await raw.next())?.body.readUInt32BE(4)).toBe(0);
    expect(sentBytes - raw.untakenBytes()).toBeLessThan(6 * 1024 * 1024);
    for (let at = 1; at < 100; at++) expect((await raw.next())?.body.readUInt32BE(0)).toBe(at);
    expect(local.files.usageBytes()).toBe(200_000);
  });

  test('writes land at their offset, and reads stop at the end', async () => {
    await greet();
    const handle = handleField(await openFile('a.bin', WRITE_CREATE | READ));
    expect(await statusOf(packet(6, 1, handle, uint64(5n), 'world'))).toBe(0);
    expect(await statusOf(packet(6, 2, handle, uint64(0n), 'hello'))).toBe(0);
    const data = await ask(packet(5, 3, handle, uint64(3n), 100));
    expect(data?.body.subarray(8).toString()).toBe('loworld');
    expect(await statusOf(packet(5, 4, handle, uint64(10n), 1))).toBe(1);
    expect(local.files.isBeingWritten('a.bin')).toBe(true);
    expect(await statusOf(packet(4, 5, handle))).toBe(0);
    expect(local.files.isBeingWritten('a.bin')).toBe(false);
  });

  test('what was acknowledged stays when the client vanishes, and the file is free again', async () => {
    await greet();
    const handle = handleField(await openFile('half.bin', WRITE_CREATE));
    expect(await statusOf(packet(6, 1, handle, uint64(0n), 'the first half'))).toBe(0);
    raw.end();
    while ((await raw.next()) !== null);
    await expect.poll(() => local.files.isBeingWritten('half.bin')).toBe(false);
    expect(readFileSync(onDisk('half.bin'), 'utf8')).toBe('the first half');
  });

  test('appending ignores the offset', async () => {
    await greet();
    writeFileSync(onDisk('log'), 'one,');
    local.files.reload();
    const handle = handleField(await openFile('log', 0x02 | 0x04));
    expect(await statusOf(packet(6, 1, handle, uint64(0n), 'two'))).toBe(0);
    expect(readFileSync(onDisk('log'), 'utf8')).toBe('one,two');
    expect(local.files.usageBytes()).toBe(7);
  });

  test('truncating gives the room back', async () => {
    await greet();
    writeFileSync(onDisk('big'), Buffer.alloc(900_000));
    local.files.reload();
    await openFile('big', WRITE_CREATE | 0x10);
    expect(local.files.usageBytes()).toBe(0);
  });

  test('an impossible size is refused and not counted', async () => {
    await greet();
    writeFileSync(onDisk('small'), 'x');
    local.files.reload();
    const huge = Buffer.concat([uint32(0x01), uint64(2n ** 52n)]);
    expect(await statusOf(packet(9, 1, 'small', huge))).toBe(4);
    expect(local.files.usageBytes()).toBe(1);
    expect(local.files.isBeingWritten('small')).toBe(false);
  });

  test('an opening that cannot cut its file ends the write, and closes the file', async () => {
    await greet();
    writeFileSync(onDisk('small'), 'x');
    local.files.reload();
    const probe = await open(onDisk('small'));
    const files = Object.getPrototypeOf(probe) as typeof probe;
    await probe.close();
    const truncate = vi.spyOn(files, 'truncate').mockRejectedValue(new Error('EIO'));
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await statusOf(packet(3, 1, 'small', WRITE_CREATE | TRUNCATE, 0))).toBe(4);
    expect(truncate.mock.contexts.map((file) => (file as typeof probe).fd)).toEqual([-1]);
    expect(local.files.isBeingWritten('small')).toBe(false);
    expect(local.files.usageBytes()).toBe(1);
  });

  test('times that a client sets stay through the close', async () => {
    await greet();
    const handle = handleField(await openFile('timed', WRITE_CREATE));
    expect(await statusOf(packet(6, 1, handle, uint64(0n), 'x'))).toBe(0);
    expect(await statusOf(packet(10, 2, handle, 0x08, 1_700_000_000, 1_700_000_001))).toBe(0);
    expect(await statusOf(packet(4, 3, handle))).toBe(0);
    expect(statSync(onDisk('timed')).mtimeMs).toBe(1_700_000_001_000);
  });

  test('a written file bears the time of the service', async () => {
    await greet();
    local.clock.nowMs = Date.parse('2040-05-06T07:08:09Z');
    const handle = handleField(await openFile('now', WRITE_CREATE));
    expect(await statusOf(packet(4, 1, handle))).toBe(0);
    expect(statSync(onDisk('now')).mtimeMs).toBe(Date.parse('2040-05-06T07:08:09Z'));
  });

  test('a write beyond the quota fails and takes nothing', async () => {
    await greet();
    const handle = handleField(await openFile('big', WRITE_CREATE));
    expect(await statusOf(packet(6, 1, handle, uint64(999_999n), 'ab'))).toBe(4);
    expect(local.files.usageBytes()).toBe(0);
    expect(await statusOf(packet(6, 2, handle, uint64(999_998n), 'ab'))).toBe(0);
    expect(local.files.freeBytes()).toBe(0);
  });

  test('a handle opened for reading cannot write, and the other way round', async () => {
    await greet();
    writeFileSync(onDisk('r'), 'x');
    const reader = handleField(await openFile('r', READ));
    expect(await statusOf(packet(6, 1, reader, uint64(0n), 'y'))).toBe(3);
    const writer = handleField(await openFile('w', WRITE_CREATE));
    expect(await statusOf(packet(5, 2, writer, uint64(0n), 1))).toBe(3);
  });

  test('exclusive creation refuses a name that is taken', async () => {
    await greet();
    writeFileSync(onDisk('taken'), 'x');
    expect(await statusOf(packet(3, 1, 'taken', WRITE_CREATE | 0x20, 0))).toBe(4);
  });

  test('a session cannot hold more than 256 handles', async () => {
    await greet();
    for (let n = 0; n < 256; n++) await openFile(`f${n}`, WRITE_CREATE);
    expect(await statusOf(packet(3, 1, 'one-more', WRITE_CREATE, 0))).toBe(4);
  });

  test('the plain rename refuses to replace, the one of OpenSSH replaces', async () => {
    await greet();
    writeFileSync(onDisk('a'), 'new');
    writeFileSync(onDisk('b'), 'older');
    local.files.reload();
    expect(await statusOf(packet(18, 1, 'a', 'b'))).toBe(4);
    expect(await statusOf(packet(200, 2, 'posix-rename@openssh.com', 'a', 'b'))).toBe(0);
    expect(readFileSync(onDisk('b'), 'utf8')).toBe('new');
    expect(local.files.usageBytes()).toBe(3);
  });

  test.each(['file', 'folder'])(
    'of two plain renames to one name at once, one is refused and each %s is kept',
    async (kind) => {
      await greet();
      for (const name of ['a', 'b']) {
        if (kind === 'folder') mkdirSync(onDisk(name));
        writeFileSync(onDisk(kind === 'folder' ? `${name}/x` : name), name);
      }
      local.files.reload();
      const context = { files: local.files } as OperationContext;
      // Keeps the threads of the file system busy, so that both have begun before either is done.
      for (let thread = 0; thread < 8; thread++) pbkdf2('', '', 50_000, 32, 'sha512', () => undefined);
      const ends = await Promise.allSettled(
        ['a', 'b'].map((name) => renameStrictly(context, { path: name, target: 'c' } as Request)),
      );
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const left = ends[0]?.status === 'rejected' ? 'a' : 'b';
      expect(readdirSync(local.files.root).sort()).toEqual([left, 'c'].sort());
      expect(readFileSync(onDisk(kind === 'folder' ? 'c/x' : 'c'), 'utf8')).toBe(left === 'a' ? 'b' : 'a');
      expect(local.files.list().map(({ sizeBytes }) => sizeBytes)).toEqual([1, 1]);
      expect(local.files.usageBytes()).toBe(2);
    },
  );

  test('what is not there is not renamed, not even to its own name', async () => {
    await greet();
    writeFileSync(onDisk('a'), 'kept');
    expect(await statusOf(packet(200, 1, 'posix-rename@openssh.com', 'a', 'a'))).toBe(0);
    expect(readFileSync(onDisk('a'), 'utf8')).toBe('kept');
    expect(await statusOf(packet(200, 2, 'posix-rename@openssh.com', 'b', 'b'))).toBe(2);
  });

  test('the root stays: it is neither removed nor renamed', async () => {
    await greet();
    expect(await statusOf(packet(15, 1, '/'))).toBe(3);
    expect(await statusOf(packet(18, 2, '/', 'elsewhere'))).toBe(3);
    expect(existsSync(local.files.root)).toBe(true);
  });
});

describe('a fault rule that drops', () => {
  /** Writes 300,000 bytes in ten packets; gives how many were acknowledged before the connection was gone. */
  async function writeAll(handle: Buffer): Promise<number> {
    for (let at = 0; at < 10; at++) {
      raw.send(packet(6, at, handle, uint64(BigInt(at * 30_000)), String(at).repeat(30_000)));
    }
    let acknowledged = 0;
    while ((await raw.next()) !== null) acknowledged++;
    return acknowledged;
  }

  test.each([
    ['once', { times: 1 }],
    ['at every write', {}],
  ])('striking %s, leaves exactly its bytes in the file', async (_when, condition) => {
    local.faults.set({ operation: 'sftp:write', drop: true, afterBytes: 100_000, ...condition });
    await greet();
    const handle = handleField(await openFile('cut.bin', WRITE_CREATE));
    expect(await writeAll(handle)).toBeLessThanOrEqual(3);
    await expect.poll(() => local.files.isBeingWritten('cut.bin')).toBe(false);
    const [full, part] = ['012', '3'.repeat(10_000)];
    const expected = [...full].map((digit) => digit.repeat(30_000)).join('') + part;
    expect(readFileSync(onDisk('cut.bin'), 'latin1') === expected).toBe(true);
    expect(local.files.usageBytes()).toBe(100_000);
  });

  test('lets a client that connects wait, and drops it only where the rule says so', async () => {
    local.faults.set({ operation: 'sftp:connect', latencyMs: 80, times: 1 });
    const began = performance.now();
    (await openRaw(local)).end();
    expect(performance.now() - began).toBeGreaterThanOrEqual(75);
    local.faults.set({ operation: 'sftp:connect', drop: true });
    await expect(openRaw(local)).rejects.toThrow();
  });

  test('lets no write pass where it names no bytes', async () => {
    local.faults.set({ operation: 'sftp:write', drop: true });
    await greet();
    const handle = handleField(await openFile('none.bin', WRITE_CREATE));
    expect(await writeAll(handle)).toBe(0);
    expect(statSync(onDisk('none.bin')).size).toBe(0);
  });

  test('counts what is read by the bytes of the file', async () => {
    writeFileSync(onDisk('r.bin'), Buffer.alloc(60_000, 'r'));
    local.faults.set({ operation: 'sftp:read', drop: true, afterBytes: 50_000 });
    await greet();
    const handle = handleField(await openFile('r.bin', READ));
    expect((await ask(packet(5, 1, handle, uint64(0n), 30_000)))?.type).toBe(103);
    expect(await ask(packet(5, 2, handle, uint64(30_000n), 30_000))).toBeNull();
  });
});

describe('who gets in', () => {
  test('each registered key does', async () => {
    const before = local.server.connections();
    const other = await openRaw(local, local.secondKey.privateKey);
    expect(local.server.connections()).toBe(before + 1);
    other.end();
  });

  test('another user with a good key does not', async () => {
    await expect(logIn(local, local.userKey.privateKey, 'somebody')).rejects.toThrow(/authentication/i);
  });

  test('a client that does not log in is dropped', async () => {
    const impatient = await startLocalSftp({ limits: { loginMs: 50 } });
    const socket = dial(impatient).resume();
    await once(socket, 'close');
    expect(socket.destroyed).toBe(true);
    await impatient.stop();
  });

  test('more clients than allowed are turned away', async () => {
    const others = await Promise.all(Array.from({ length: 7 }, () => openRaw(local)));
    const extra = logIn(local, local.userKey.privateKey);
    await extra.then((client) => once(client, 'close')).catch(() => undefined);
    expect(local.server.connections()).toBe(8);
    for (const other of others) other.end();
  });

  test('clients that only hold connections open keep nobody out', async () => {
    const sockets = Array.from({ length: 100 }, () => dial(local).resume());
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const other = await openRaw(local);
    other.send(INIT);
    expect((await other.next())?.type).toBe(2);
    expect(local.server.connections()).toBeLessThanOrEqual(10);
    await greet();
    other.end();
    for (const socket of sockets) socket.destroy();
  });
});

test('what a client does is told, a transfer once it is over', async () => {
  await greet();
  const handle = await openFile('new.txt', WRITE_CREATE);
  for (const at of [0, 3])
    expect(await statusOf(packet(6, 2, handleField(handle), uint64(BigInt(at)), 'abc'))).toBe(0);
  expect(local.operations).toEqual([]);
  await statusOf(packet(4, 3, handleField(handle)));
  await statusOf(packet(18, 4, 'new.txt', 'feed.txt'));
  await statusOf(packet(200, 5, 'posix-rename@openssh.com', 'feed.txt', 'old.txt'));
  const reading = await openFile('old.txt', READ);
  await ask(packet(5, 6, handleField(reading), uint64(0n), 100));
  await statusOf(packet(4, 7, handleField(reading)));
  expect((await ask(packet(3, 8, 'none.txt', READ, 0)))?.type).toBe(101);
  await statusOf(packet(13, 9, 'old.txt'));
  expect(local.operations.map(({ elapsedMs: _, ...told }) => told)).toEqual([
    { operation: 'sftp:write', method: 'PUT', url: 'new.txt', status: 200, notes: ['6 bytes'] },
    { operation: 'sftp:rename', method: 'RENAME', url: 'new.txt -> feed.txt', status: 200, notes: [] },
    { operation: 'sftp:rename', method: 'RENAME', url: 'feed.txt -> old.txt', status: 200, notes: [] },
    { operation: 'sftp:read', method: 'GET', url: 'old.txt', status: 200, notes: ['6 bytes'] },
    {
      operation: 'sftp:read',
      method: 'GET',
      url: 'none.txt',
      status: 404,
      notes: ['0 bytes', 'No such file or directory'],
    },
    { operation: 'sftp:remove', method: 'DELETE', url: 'old.txt', status: 200, notes: [] },
  ]);
});

test('sessions that are refused take no place for good', async () => {
  const client = await logIn(local, local.userKey.privateKey);
  const open = () =>
    new Promise<ClientChannel | undefined>((resolve) => {
      client.subsys('sftp', (error, channel) => resolve(error ? undefined : channel.resume()));
    });
  const opened: ClientChannel[] = [];
  for (let count = 0; count < 30; count++) {
    const channel = await open();
    if (channel !== undefined) opened.push(channel);
  }
  expect(opened.length).toBeLessThan(30);
  opened[0]?.close();
  await expect.poll(async () => (await open()) !== undefined).toBe(true);
  client.end();
});

test('names that are not UTF-8 are refused: decoded, they would be one file', async () => {
  await ask(INIT);
  for (const name of [Buffer.of(0x61, 0xe9), Buffer.of(0x61, 0xe8)]) {
    expect(await statusOf(packet(3, 1, uint32(name.length), name, WRITE_CREATE, 0))).toBe(5);
  }
  expect(local.files.list()).toEqual([]);
});
