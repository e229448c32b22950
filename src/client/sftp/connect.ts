import { createConnection, type Socket } from 'node:net';
import type { ConnectConfig } from 'ssh2';
import SftpClient from 'ssh2-sftp-client';
import type { BrctlError } from '../../base/errors.ts';
import { batchWrites } from '../../base/ssh/batched-writes.ts';
import { createHostKeyCheck, type HostKeyCheck, type HostKeySource } from './host-key.ts';
import type { PrivateKey } from './private-key.ts';
import { type FailureContext, toConnectFailure } from './sftp-failures.ts';
import { choosePieceBytes } from './write-pieces.ts';

export interface SftpConfig extends FailureContext {
  key?: PrivateKey;
  agentSocket?: string;
  hostKeys: HostKeySource;
  connectTimeoutMs: number;
  tries: number;
}

/** A dead connection is noticed after this many unanswered questions. */
const KEEP_ALIVE_INTERVAL_MS = 10_000;
const KEEP_ALIVE_COUNT = 3;

export type SftpConnection = Awaited<ReturnType<typeof connectOnce>>;

/**
 * Connects once and logs in. The host key is always checked.
 * @throws BrctlError kind `config` for an unknown or changed host key and a refused login, `temporary` for a connection
 *   that fails; the reason of `signal` when that is aborted
 */
export async function connectOnce(config: SftpConfig, signal: AbortSignal) {
  signal.throwIfAborted();
  const check = createHostKeyCheck(config.hostKeys, config.host, config.port);
  const outcome: { hostKey: BrctlError | null } = { hostKey: null };
  const socket = batchWrites(createConnection(config.port, config.host));
  let greeting = '';
  socket.once('data', (bytes: Buffer) => {
    greeting = bytes.toString('latin1');
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const drop = () => socket.destroy();
  signal.addEventListener('abort', drop, { once: true });
  void closed.then(() => signal.removeEventListener('abort', drop));
  const client = new SftpClient('brctl', { error: ignore, end: ignore, close: ignore });
  try {
    const sftp = await Promise.race([
      client.connect(connectOptions(config, socket, check, outcome)),
      closed.then(() => Promise.reject(new Error('connection lost before login'))),
    ]);
    return {
      client,
      /** ssh2's own session, for what the client has no call for. */
      sftp,
      pieceBytes: choosePieceBytes(greeting),
      closed,
      end: () => closeClient(client, closed, drop),
      /** Ends without a word, at once. */
      drop,
    };
  } catch (error) {
    drop();
    signal.throwIfAborted();
    throw outcome.hostKey ?? toConnectFailure(error, config);
  }
}

function connectOptions(
  config: SftpConfig,
  socket: Socket,
  check: HostKeyCheck,
  outcome: { hostKey: BrctlError | null },
): ConnectConfig {
  return {
    sock: socket,
    host: config.host,
    port: config.port,
    username: config.user,
    ...config.key,
    ...(config.agentSocket === undefined ? {} : { agent: config.agentSocket }),
    readyTimeout: config.connectTimeoutMs,
    keepaliveInterval: KEEP_ALIVE_INTERVAL_MS,
    keepaliveCountMax: KEEP_ALIVE_COUNT,
    algorithms: { serverHostKey: check.listPreferredTypes() },
    hostVerifier(key: Buffer): boolean {
      outcome.hostKey = check.judge(key);
      return outcome.hostKey === null;
    },
  };
}

async function closeClient(client: SftpClient, closed: Promise<void>, drop: () => void): Promise<void> {
  // A connection that broke meanwhile has nobody left to take leave of.
  await Promise.race([client.end().catch(ignore), closed]);
  drop();
}

function ignore(): void {}
