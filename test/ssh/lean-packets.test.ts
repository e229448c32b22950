import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ssh2, { type SFTPWrapper } from 'ssh2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectOnce, type SftpConnection } from '../../src/client/sftp/connect.ts';
import { leanPackets } from '../../src/ssh/lean-packets.ts';
import { leanWriter } from '../../src/ssh/lean-writes.ts';
import { calm, configFor } from '../client/sftp/local-client.ts';
import { type LocalSftp, startLocalSftp } from '../emulator/sftp/local-sftp.ts';

interface Inside {
  _protocol: { _cipher: { allocPacket(payloadBytes: number): Buffer } };
  _requests: object;
  outgoing: { window: number };
}

let local: LocalSftp;
let connection: SftpConnection;

beforeEach(async () => {
  local = await startLocalSftp();
  connection = await connectOnce(configFor(local), calm);
});

afterEach(async () => {
  await connection.end();
  await local.stop();
});

const inside = () => connection.sftp as unknown as Inside;

test('ssh2 is as known: packets of a connection are put together in the same memory', () => {
  const { _cipher } = inside()._protocol;
  const [one, other] = [_cipher.allocPacket(1_000), _cipher.allocPacket(20)];
  expect([other.buffer, other.byteOffset]).toEqual([one.buffer, one.byteOffset]);
});

test.each([0, 1, 7, 8, 9, 10, 11, 12, 13, 100, 32_777, 40_000])(
  'a packet of %d bytes ends with a whole block and has at least four bytes of padding',
  (payloadBytes) => {
    const packet = inside()._protocol._cipher.allocPacket(payloadBytes);
    const length = packet.readUInt32BE(0);
    const padding = packet.readUInt8(4);
    expect(packet).toHaveLength(4 + length);
    expect(length % 16).toBe(0);
    expect(length).toBe(1 + payloadBytes + padding);
    expect(padding).toBeGreaterThanOrEqual(4);
    expect(padding).toBeLessThan(20);
  },
);

test('padding does not repeat', () => {
  const { _cipher } = inside()._protocol;
  const paddings = Array.from({ length: 2_000 }, () => _cipher.allocPacket(0).toString('latin1', 5));
  expect(new Set(paddings).size).toBe(2_000);
});

test('an ssh2 of another inside is left as it is', () => {
  const cipher = { allocPacket: () => Buffer.alloc(1), _encSSLName: 'aes-128-gcm' };
  const { allocPacket } = cipher;
  leanPackets({ _protocol: { _cipher: cipher } } as unknown as SFTPWrapper);
  leanPackets({} as SFTPWrapper);
  expect(cipher.allocPacket).toBe(allocPacket);
});

test('writes of every size arrive, whether the window has room for them or not', async () => {
  const { WRITE, CREAT } = ssh2.utils.sftp.OPEN_MODE;
  const { sftp } = connection;
  const handle = await new Promise<Buffer>((resolve, reject) => {
    sftp.open('sizes.bin', WRITE | CREAT, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const write = leanWriter(sftp);
  const content = randomBytes(4_000_000);
  const writes = [];
  let at = 0;
  for (const bytes of [1, 32_739, 32_740, 65_507, 65_508, 200_000, 250_000]) {
    for (let times = 0; times < 4; times++) {
      const piece = content.subarray(at, at + bytes);
      const position = at;
      writes.push(
        new Promise<void>((resolve, reject) => {
          write(handle, piece, position, (error) => (error ? reject(error) : resolve()));
        }),
      );
      at += bytes;
    }
  }
  expect(inside().outgoing.window).toBe(0);
  await Promise.all(writes);
  await new Promise<void>((resolve) => sftp.close(handle, () => resolve()));
  const arrived = readFileSync(path.join(local.files.root, 'sizes.bin'));
  expect(arrived.equals(content.subarray(0, at))).toBe(true);
});

test('a write that the server refuses ends with its error', async () => {
  const write = leanWriter(connection.sftp);
  const error = await new Promise((resolve) => write(Buffer.from('none'), Buffer.from('x'), 0, resolve));
  expect(error).toBeInstanceOf(Error);
  expect(Object.keys(inside()._requests)).toEqual([]);
});

test('an ssh2 of another inside writes as usual', () => {
  const calls: unknown[][] = [];
  const sftp = { write: (...all: unknown[]) => calls.push(all.slice(0, 5)) } as unknown as SFTPWrapper;
  const [handle, data] = [Buffer.from('h'), Buffer.from('data')];
  leanWriter(sftp)(handle, data, 7, () => undefined);
  expect(calls).toEqual([[handle, data, 0, 4, 7]]);
});
