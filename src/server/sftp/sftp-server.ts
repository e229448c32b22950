import { once } from 'node:events';
import { createServer } from 'node:net';
import ssh2 from 'ssh2';
import { getMessage } from '../../base/errors.ts';
import { batchWrites } from '../../base/ssh/batched-writes.ts';
import { computeKeyFingerprint, formatPublicKey, parseKey } from '../../base/ssh/keys.ts';
import { listenError, readBoundPort } from '../listen-error.ts';
import { createClients, SFTP_LIMITS, type SftpLimits } from './clients.ts';
import { parseUserKeys, type SftpAccount, serveConnection } from './connection.ts';
import type { SftpHost } from './session.ts';

export interface SftpServerOptions extends SftpHost {
  host: string;
  port: number;
  hostKey: string;
  accounts: readonly SftpAccount[];
  limits?: Partial<SftpLimits>;
}

export type RunningSftp = Awaited<ReturnType<typeof startSftp>>;

/** Starts the SFTP side of the service. @throws BrctlError kind `config` when the port is taken or a key cannot be read */
export async function startSftp(options: SftpServerOptions) {
  const limits = { ...SFTP_LIMITS, ...options.limits };
  const sessions = new Set<Promise<void>>();
  const shared = { ...options, limits, sessions, keysByUser: parseUserKeys(options.accounts) };
  const hostKey = parseKey(options.hostKey);
  const clients = createClients(limits);
  const server = createServer((socket) => {
    socket.on('error', (error) => options.log.debug('sftp connection failed', { reason: getMessage(error) }));
    clients.admit(socket);
    // One ssh2 server for each connection tells which socket a client came on.
    const ssh = new ssh2.Server({ hostKeys: [options.hostKey], ident: 'brctl' }, (connection) => {
      serveConnection(connection, socket, shared, () => clients.confirm(socket));
    });
    ssh.injectSocket(batchWrites(socket));
  });
  const { host, port } = options;
  server.listen(port, host);
  await once(server, 'listening').catch((cause) => {
    throw listenError({ what: 'SFTP', host, port, option: '--sftp-port' }, cause);
  });
  return {
    port: readBoundPort(server),
    /** `ssh-ed25519 AAAA…`, to put behind a host name in known_hosts. */
    hostKeyLine: formatPublicKey(hostKey),
    /** `SHA256:…`, as ssh shows it. */
    hostKeyFingerprint: computeKeyFingerprint(hostKey),
    connections: clients.count,
    /** Takes no more clients and drops those that are there; what they wrote so far stays, and is closed. */
    async close() {
      const closed = once(server, 'close');
      server.close();
      clients.dropAll();
      await closed;
      await Promise.all(sessions);
    },
  };
}
