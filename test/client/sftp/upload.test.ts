import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listFiles } from '../../../src/client/sftp/list-files.ts';
import type { ReconnectingSftp } from '../../../src/client/sftp/reconnecting-sftp.ts';
import { uploadAll } from '../../../src/client/sftp/upload.ts';
import { type LocalSftp, startLocalSftp } from '../../server/sftp/local-sftp.ts';
import { calm, linkTo, sourceOf } from './local-client.ts';

let local: LocalSftp;
let link: ReconnectingSftp;
const content = randomBytes(1_500_000);

beforeEach(async () => {
  local = await startLocalSftp();
  link = linkTo(local);
});

afterEach(async () => {
  await link.end();
  await local.stop();
});

const remote = (name: string) => path.join(local.files.root, name);

function lay(name: string, bytes: Buffer): void {
  mkdirSync(path.dirname(remote(name)), { recursive: true });
  writeFileSync(remote(name), bytes);
  local.files.reload();
}

function upload(source = sourceOf(content), remotePath = 'apparel/full.bin') {
  return uploadAll(link, [{ remotePath, source }], calm);
}

test('a file arrives whole under its name, its folders made, and no .part is left', async () => {
  const result = await upload(sourceOf(content), 'a/b/c.bin');
  expect(result).toEqual([
    { remotePath: 'a/b/c.bin', sizeBytes: 1_500_000, resumedBytes: 0, skipped: false },
  ]);
  expect(readFileSync(remote('a/b/c.bin')).equals(content)).toBe(true);
  expect(readdirSync(remote('a/b'))).toEqual(['c.bin']);
});

test('an empty file arrives too', async () => {
  await upload(sourceOf(Buffer.alloc(0)), 'empty.jsonl');
  expect(readFileSync(remote('empty.jsonl'))).toHaveLength(0);
});

test('an interrupted upload goes on where it stopped', async () => {
  lay('apparel/full.bin.part', content.subarray(0, 700_001));
  expect(await upload()).toMatchObject([{ resumedBytes: 700_001, sizeBytes: 1_500_000 }]);
  expect(readFileSync(remote('apparel/full.bin')).equals(content)).toBe(true);
});

test('what differs in an interrupted upload is written anew, from the first chunk that differs', async () => {
  const broken = Buffer.from(content.subarray(0, 900_000));
  broken.fill(0, 450_000, 460_000);
  lay('apparel/full.bin.part', broken);
  expect(await upload()).toMatchObject([{ resumedBytes: 400_000 }]);
  expect(readFileSync(remote('apparel/full.bin')).equals(content)).toBe(true);
});

test('a .part that is longer than the file is cut', async () => {
  lay('apparel/full.bin.part', Buffer.concat([content, randomBytes(5_000)]));
  await upload();
  expect(readFileSync(remote('apparel/full.bin')).equals(content)).toBe(true);
});

test('the same content under the same name is skipped', async () => {
  await upload();
  expect(await upload()).toMatchObject([{ skipped: true, sizeBytes: 1_500_000 }]);
  expect(readdirSync(remote('apparel'))).toEqual(['full.bin']);
});

test('other content of the same size replaces what bears the name', async () => {
  lay('apparel/full.bin', randomBytes(1_500_000));
  expect(await upload()).toMatchObject([{ skipped: false }]);
  expect(readFileSync(remote('apparel/full.bin')).equals(content)).toBe(true);
});

test('several files go over one connection', async () => {
  const requests = Array.from({ length: 9 }, (_, at) => ({
    remotePath: `many/${at}.bin`,
    source: sourceOf(content.subarray(0, 50_000 + at)),
  }));
  const results = await uploadAll(link, requests, calm);
  expect(results.map(({ sizeBytes }) => sizeBytes)).toEqual(requests.map(({ source }) => source.sizeBytes));
  expect(local.server.connections()).toBe(1);
});

test('a dropped connection is made anew, and the upload goes on where it stopped', async () => {
  local.faults.replace([
    { operation: 'sftp:write', nth: 8, times: null, probability: 1, seed: 1, fault: { drop: true } },
  ]);
  const source = sourceOf(content);
  const [result] = await upload(source);
  expect(source.opened).toBe(2);
  expect(result?.resumedBytes).toBeGreaterThan(0);
  expect(readFileSync(remote('apparel/full.bin')).equals(content)).toBe(true);
});

test('connections that keep dropping end as a temporary failure, and nothing bears the final name', async () => {
  local.faults.replace([
    { operation: 'sftp:write', nth: null, times: null, probability: 1, seed: 1, fault: { drop: true } },
  ]);
  await expect(upload()).rejects.toMatchObject({ kind: 'temporary', code: 'sftp.connection_failed' });
  expect(existsSync(remote('apparel/full.bin'))).toBe(false);
});

test.each([1, 2, 5, 46])(
  'a disk that is full at write %d fails the upload, whatever is written after it',
  async (nth) => {
    local.faults.replace([
      { operation: 'sftp:write', nth, times: 1, probability: 1, seed: 1, fault: { diskFull: true } },
    ]);
    await expect(upload()).rejects.toMatchObject({ kind: 'temporary', code: 'sftp.request_failed' });
    expect(existsSync(remote('apparel/full.bin'))).toBe(false);
  },
);

test('an abort stops the upload with its own reason', async () => {
  const stop = new AbortController();
  const source = sourceOf(content, 10_000);
  const reason = new Error('stopped by the user');
  const cut = {
    ...source,
    async *open() {
      for await (const chunk of source.open()) {
        yield chunk;
        stop.abort(reason);
      }
    },
  };
  await expect(uploadAll(link, [{ remotePath: 'x.bin', source: cut }], stop.signal)).rejects.toBe(reason);
  expect(existsSync(remote('x.bin'))).toBe(false);
});

test('listing tells age and the days that are left', async () => {
  await upload();
  const laterMs = local.clock.nowMs + 12.5 * 86_400_000;
  const files = await link.use((folder) => listFiles(folder, laterMs));
  expect(files).toMatchObject([{ path: 'apparel/full.bin', sizeBytes: 1_500_000, daysLeft: 18 }]);
});
