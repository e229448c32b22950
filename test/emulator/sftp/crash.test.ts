import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import SftpClient from 'ssh2-sftp-client';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../temp-folder.ts';

const bin = fileURLToPath(new URL('../../../bin/brctl.js', import.meta.url));
const isBuilt = existsSync(fileURLToPath(new URL('../../../dist/main.js', import.meta.url)));
const PIECE_BYTES = 20_000;
const content = randomBytes(200 * PIECE_BYTES);

interface Serve {
  child: PromiseLike<unknown> & { kill(signal: NodeJS.Signals): boolean };
  sftp: { host: string; port: number; user: string; keyFile: string };
}

async function startServe(folder: string): Promise<Serve> {
  const readyFile = path.join(folder, 'ready.json');
  rmSync(readyFile, { force: true });
  const ports = ['--port', '0', '--sftp-port', '0'];
  const args = [bin, 'serve', '--data', path.join(folder, 'data'), ...ports, '--ready-file', readyFile];
  const child = execa(process.execPath, args, { reject: false, stdio: 'ignore', env: { HOME: folder } });
  const deadlineMs = Date.now() + 20_000;
  while (!existsSync(readyFile)) {
    if (Date.now() > deadlineMs) throw new Error('serve did not start');
    await delay(20);
  }
  return { child, sftp: JSON.parse(readFileSync(readyFile, 'utf8')).sftp };
}

/** Writes piece after piece until the service is gone; gives the bytes that it acknowledged. */
async function uploadUntilKilled({ child, sftp }: Serve, killAfterMs: number): Promise<number> {
  const client = new SftpClient('crash', { error: () => {}, end: () => {}, close: () => {} });
  const wrapper = await client.connect({
    host: sftp.host,
    port: sftp.port,
    username: sftp.user,
    privateKey: readFileSync(sftp.keyFile),
  });
  const handle = await new Promise<Buffer>((resolve, reject) => {
    wrapper.open('half.jsonl', 'w', (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  let acknowledged = 0;
  const gone = child.then(() => 'gone' as const);
  setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    const written = new Promise<'written' | 'gone'>((resolve) => {
      wrapper.write(handle, content, at, PIECE_BYTES, at, (error) => resolve(error ? 'gone' : 'written'));
    });
    if ((await Promise.race([written, gone])) === 'gone') break;
    acknowledged = at + PIECE_BYTES;
  }
  await gone;
  return acknowledged;
}

/** The one SFTP file below the data folder. */
function findHalf(folder: string): Buffer {
  const data = path.join(folder, 'data');
  const name = readdirSync(data, { recursive: true })
    .map(String)
    .find((file) => file.endsWith('half.jsonl'));
  return readFileSync(path.join(data, name ?? 'half.jsonl'));
}

test.skipIf(!isBuilt).each([5, 40, 150])(
  'kill -9 after %i ms loses nothing that was acknowledged, and the service starts again (needs the build)',
  async (killAfterMs) => {
    const folder = temporaryFolder();
    const acknowledged = await uploadUntilKilled(await startServe(folder), killAfterMs);
    const again = await startServe(folder);
    try {
      const half = findHalf(folder);
      expect(half.length).toBeGreaterThanOrEqual(acknowledged);
      expect(half.equals(content.subarray(0, half.length))).toBe(true);
    } finally {
      again.child.kill('SIGTERM');
      await again.child;
    }
  },
);
