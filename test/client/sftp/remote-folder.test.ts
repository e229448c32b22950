import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReconnectingSftp } from '../../../src/client/sftp/reconnecting-sftp.ts';
import { type LocalSftp, startLocalSftp } from '../../server/sftp/local-sftp.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { linkTo } from './local-client.ts';

let local: LocalSftp;
let link: ReconnectingSftp;

beforeEach(async () => {
  local = await startLocalSftp();
  link = linkTo(local);
});

afterEach(async () => {
  await link.end();
  await local.stop();
});

test('a file is written, read, listed, renamed over another and removed', async () => {
  await link.use(async (folder) => {
    await folder.makeFolder('a/b');
    await folder.makeFolder('a/b');
    await folder.write('a/b/one', Buffer.from('first'));
    await folder.write('a/b/two', Buffer.from('second'));
    await folder.replace('a/b/two', 'a/b/one');
    expect((await folder.read('a/b/one')).toString()).toBe('second');
    expect(await folder.list('a/b')).toMatchObject([{ name: 'one', isFolder: false, sizeBytes: 6 }]);
    expect(await folder.list('a')).toMatchObject([{ name: 'b', isFolder: true }]);
    await folder.remove('a/b/one');
    expect(await folder.stat('a/b/one')).toBeNull();
  });
});

test('several that make the same folders at once all have them', async () => {
  const others = Array.from({ length: 4 }, () => linkTo(local));
  for (let round = 0; round < 20; round++) {
    const path = `.top-${round}/products/en`;
    await Promise.all(others.map((other) => other.use((folder) => folder.makeFolder(path))));
    expect(await link.use((folder) => folder.stat(path))).toMatchObject({ isFolder: true });
  }
  await Promise.all(others.map((other) => other.end()));
});

test('a file that shall be new is refused where one bears the name, and that one stays', async () => {
  await link.use(async (folder) => {
    await folder.write('lock', Buffer.from('mine'), { isNew: true });
    await expect(folder.write('lock', Buffer.from('yours'), { isNew: true })).rejects.toMatchObject({
      code: 'sftp.request_failed',
    });
    expect((await folder.read('lock')).toString()).toBe('mine');
  });
});

test('a large file comes down whole', async () => {
  const content = randomBytes(3_000_001);
  writeFileSync(path.join(local.files.root, 'large'), content);
  local.files.reload();
  const target = path.join(temporaryFolder(), 'large');
  await link.use((folder) => folder.download('large', target));
  expect(readFileSync(target).equals(content)).toBe(true);
});

test('what is not there is told as that', async () => {
  await link.use(async (folder) => {
    expect(await folder.stat('none')).toBeNull();
    const target = path.join(temporaryFolder(), 'x');
    for (const work of [
      () => folder.read('none'),
      () => folder.remove('none'),
      () => folder.list('none'),
      () => folder.rename('none', 'other'),
      () => folder.download('none', target),
    ]) {
      await expect(work()).rejects.toMatchObject({ kind: 'not-found', code: 'sftp.not_found' });
    }
  });
});

test('what goes wrong with the content is thrown as it is', async () => {
  const reason = new Error('the disk cannot be read');
  async function* failing() {
    yield Buffer.alloc(100_000);
    throw reason;
  }
  await link.use(async (folder) => {
    await expect(folder.write('x', failing())).rejects.toBe(reason);
    expect(folder.isGone).toBe(false);
  });
});
