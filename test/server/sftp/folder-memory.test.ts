import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { memoryUsage } from 'node:process';
import { expect, test } from 'vitest';
import { startLocalSftp } from './local-sftp.ts';
import { openRaw, packet, uint32 } from './raw-client.ts';

/** As many as an account may have, with long names. */
const FILES = 10_000;

test('a folder of many files that is opened often takes no memory, and is read to its end', async () => {
  const local = await startLocalSftp();
  for (let at = 0; at < FILES; at++)
    writeFileSync(path.join(local.files.root, `${'x'.repeat(190)}${at}`), '');
  local.files.reload();
  const client = await openRaw(local);
  client.send(packet(1, 3));
  await client.next();
  const before = memoryUsage().rss;
  for (let id = 1; id <= 64; id++) {
    client.send(packet(11, id, '.'));
    expect((await client.next())?.type).toBe(102);
  }
  // Each listing held 15 MB, and took more than half a second of the main thread.
  expect(memoryUsage().rss - before).toBeLessThan(100_000_000);
  client.send(packet(11, 65, '.'));
  expect((await client.next())?.body.readUInt32BE(4)).toBe(4);
  let names = 0;
  for (;;) {
    client.send(packet(12, 66, uint32(4), uint32(1)));
    const answer = await client.next();
    if (answer?.type !== 104) break;
    names += answer.body.readUInt32BE(4);
  }
  expect(names).toBe(FILES + 2);
  client.end();
  await local.stop();
});
