import { existsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalSftp, startLocalSftp } from './local-sftp.ts';
import { openRaw, packet, type RawClient, uint32, uint64 } from './raw-client.ts';

const MAX_GAP = 64 * 1024 * 1024;
const FAILURE = 4;
const WRITE_CREATE = 0x02 | 0x08;
let local: LocalSftp;
let raw: RawClient;
let handle: Buffer;

beforeEach(async () => {
  local = await startLocalSftp();
  raw = await openRaw(local);
  await ask(packet(1, 3));
  handle = await openFile('a.bin');
});

afterEach(async () => {
  raw.end();
  await local.stop();
});

async function ask(bytes: Buffer): Promise<Buffer> {
  raw.send(bytes);
  return (await raw.next())?.body ?? Buffer.alloc(0);
}

/** Opens a file for writing and gives its handle as a field of the next packets. */
async function openFile(name: string, flags = WRITE_CREATE): Promise<Buffer> {
  return (await ask(packet(3, 1, name, flags, 0))).subarray(4);
}

const statusOf = async (bytes: Buffer) => (await ask(bytes)).readUInt32BE(4);
const write = (offset: number, text: string) => statusOf(packet(6, 1, handle, uint64(BigInt(offset)), text));
const size = (bytes: number) => Buffer.concat([uint32(0x01), uint64(BigInt(bytes))]);
const setSize = (bytes: number) => statusOf(packet(10, 1, handle, size(bytes)));
const setSizeByName = (bytes: number) => statusOf(packet(9, 1, 'a.bin', size(bytes)));
const close = () => statusOf(packet(4, 1, handle));
const sizeOnDisk = () => statSync(path.join(local.files.root, 'a.bin')).size;

test('a write far behind the end is refused with a sentence and takes nothing', async () => {
  const answer = await ask(packet(6, 1, handle, uint64(BigInt(MAX_GAP + 1)), 'x'));
  expect(answer.readUInt32BE(4)).toBe(FAILURE);
  expect(answer.toString()).toContain(
    '67108865 is more than 67108864 bytes beyond what was sent of this file',
  );
  expect(sizeOnDisk()).toBe(0);
  expect(local.files.usageBytes()).toBe(0);
});

test('writes that come out of order are taken', async () => {
  expect(await write(MAX_GAP, 'end')).toBe(0);
  expect(await write(2, 'middle')).toBe(0);
  expect(await write(0, 'at')).toBe(0);
  expect(sizeOnDisk()).toBe(MAX_GAP + 3);
});

test('gaps add up, within one session and over several', async () => {
  expect(await write(MAX_GAP, 'x')).toBe(0);
  expect(await write(MAX_GAP + 2, 'x')).toBe(FAILURE);
  await close();
  handle = await openFile('a.bin');
  // What was written takes whole blocks on disk, so a gap may be larger by one.
  expect(await write(MAX_GAP + 1_000_000, 'x')).toBe(FAILURE);
  expect(await setSizeByName(MAX_GAP + 1_000_000)).toBe(FAILURE);
  expect(sizeOnDisk()).toBe(MAX_GAP + 1);
});

test('a file with holes goes on where it ends', async () => {
  truncateSync(path.join(local.files.root, 'a.bin'), 3 * MAX_GAP);
  handle = await openFile('a.bin');
  expect(await write(3 * MAX_GAP, 'x')).toBe(0);
  expect(sizeOnDisk()).toBe(3 * MAX_GAP + 1);
});

test('a size that is set reaches as far as a write does, and what was cut off counts no more', async () => {
  expect(await setSize(MAX_GAP + 1)).toBe(FAILURE);
  expect(await setSizeByName(MAX_GAP + 1)).toBe(FAILURE);
  expect(await write(0, 'x'.repeat(1_000))).toBe(0);
  expect(await setSize(MAX_GAP + 1_000)).toBe(0);
  expect(await setSize(10)).toBe(0);
  expect(await setSize(MAX_GAP + 1_000)).toBe(FAILURE);
  expect(await setSize(MAX_GAP + 10)).toBe(0);
});

test('no byte at a far offset leaves the end where it is', async () => {
  expect(await write(MAX_GAP, '')).toBe(0);
  expect(local.files.usageBytes()).toBe(0);
  expect(await write(MAX_GAP + 1, 'x')).toBe(FAILURE);
  expect(sizeOnDisk()).toBe(0);
});

test('a file that is deleted under its writer still takes what follows', async () => {
  writeFileSync(path.join(local.files.root, 'a.bin'), Buffer.alloc(1_000, 'x'));
  handle = await openFile('a.bin');
  expect(await statusOf(packet(13, 1, 'a.bin'))).toBe(0);
  expect(existsSync(path.join(local.files.root, 'a.bin'))).toBe(false);
  expect(await write(1_000 + MAX_GAP, 'x')).toBe(0);
});
