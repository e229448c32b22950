import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import SftpClient from 'ssh2-sftp-client';
import { expect, test } from 'vitest';
import { ServeProcess } from '../../serve-process.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const isBuilt = existsSync(fileURLToPath(new URL('../../../dist/main.js', import.meta.url)));
const PIECE_BYTES = 20_000;
const content = randomBytes(200 * PIECE_BYTES);

/** Writes piece after piece until the service is gone; gives the bytes that it acknowledged. */
async function uploadUntilKilled(serve: ServeProcess, killAfterMs: number): Promise<number> {
  const { sftp } = serve.ready;
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
  const gone = delay(killAfterMs)
    .then(() => serve.kill())
    .then(() => 'gone' as const);
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
  const name = readdirSync(folder, { recursive: true })
    .map(String)
    .find((file) => file.endsWith('half.jsonl'));
  return readFileSync(path.join(folder, name ?? 'half.jsonl'));
}

test.skipIf(!isBuilt).each([5, 40, 150])(
  'kill -9 after %i ms loses nothing that was acknowledged, and the service starts again (needs the build)',
  async (killAfterMs) => {
    const folder = temporaryFolder();
    const acknowledged = await uploadUntilKilled(await ServeProcess.start(folder), killAfterMs);
    const again = await ServeProcess.start(folder);
    try {
      const half = findHalf(folder);
      expect(half.length).toBeGreaterThanOrEqual(acknowledged);
      expect(half.equals(content.subarray(0, half.length))).toBe(true);
    } finally {
      await again.kill('SIGTERM');
    }
  },
);
