import { createConnection, type Socket } from 'node:net';
import ssh2, { type Client, type ClientChannel } from 'ssh2';
import { batchWrites } from '../../../src/base/ssh/batched-writes.ts';
import type { LocalSftp } from './local-sftp.ts';

/** An SFTP packet that came back: its type, and the bytes behind it. */
export interface Answer {
  type: number;
  body: Buffer;
}

/** A client that sends whatever bytes a test likes on the SFTP channel. */
export interface RawClient {
  send(bytes: Buffer): void;
  /** Bytes of what was sent that the server has not taken yet. */
  untakenBytes(): number;
  /** The next packet; null when the server has ended the session. */
  next(): Promise<Answer | null>;
  end(): void;
}

/** Logs in and opens the SFTP subsystem as a bare channel. */
export async function openRaw(local: LocalSftp, key = local.userKey.privateKey): Promise<RawClient> {
  const client = await logIn(local, key);
  const channel = await new Promise<ClientChannel>((resolve, reject) => {
    client.subsys('sftp', (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  return rawClient(client, channel);
}

/** Logs in, and nothing more. */
export function logIn(local: LocalSftp, privateKey: string, username = local.user): Promise<Client> {
  const client = new ssh2.Client();
  return new Promise((resolve, reject) => {
    client.on('ready', () => resolve(client));
    client.on('error', reject);
    client.on('close', () => reject(new Error('the server has closed the connection')));
    client.connect({
      sock: batchWrites(createConnection(local.server.port, '127.0.0.1')),
      username,
      privateKey,
    });
  });
}

function rawClient(client: Client, channel: ClientChannel): RawClient {
  let received = Buffer.alloc(0);
  let isOver = false;
  let wake = () => {};
  client.on('error', () => wake());
  client.on('close', () => {
    isOver = true;
    wake();
  });
  channel.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    wake();
  });
  return {
    send: (bytes) => void channel.write(bytes),
    untakenBytes: () => channel.writableLength,
    end: () => void client.end(),
    async next() {
      for (;;) {
        const length = received.length >= 4 ? received.readUInt32BE(0) : Number.POSITIVE_INFINITY;
        if (received.length >= 4 + length) {
          const packet = received.subarray(4, 4 + length);
          received = received.subarray(4 + length);
          return { type: packet[0] ?? 0, body: packet.subarray(1) };
        }
        if (isOver) return null;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** A packet: length, type, fields. */
export function packet(type: number, ...fields: (Buffer | string | number)[]): Buffer {
  const body = Buffer.concat([Buffer.of(type), ...fields.map(toField)]);
  return Buffer.concat([uint32(body.length), body]);
}

/** A text becomes a length and its bytes, a number four bytes, a buffer stays as it is. */
function toField(field: Buffer | string | number): Buffer {
  if (typeof field === 'number') return uint32(field);
  if (typeof field === 'string') return Buffer.concat([uint32(Buffer.byteLength(field)), Buffer.from(field)]);
  return field;
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

/** A TCP connection that says what the test says. */
export function dial(local: LocalSftp): Socket {
  return createConnection(local.server.port, '127.0.0.1').on('error', () => undefined);
}
