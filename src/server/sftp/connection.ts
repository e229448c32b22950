import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { AuthContext, Connection, ParsedKey, ServerChannel, Session } from 'ssh2';
import { getMessage } from '../../base/errors.ts';
import { parseKey } from '../../base/ssh/keys.ts';
import type { Account } from '../service/account/account.ts';
import type { SftpFiles } from '../service/files/sftp-files.ts';
import { type SessionOptions, type SftpHost, serveSftp } from './session.ts';

const SFTP_ONLY = 'This service allows sftp connections only.\r\n';
const SESSIONS_PER_CONNECTION = 10;

export interface ConnectionOptions extends SftpHost {
  keysByUser: ReadonlyMap<string, readonly ParsedKey[]>;
  limits: { idleMs: number };
  /** Those under way; each resolves when all its files are closed. */
  sessions: Set<Promise<void>>;
}

/** State shared by the sessions of one connection. */
type ServedConnection = ConnectionOptions &
  Pick<SessionOptions, 'onPacket' | 'disconnect' | 'signal'> & { filesOfUser: () => SftpFiles };

/** @param onLogin called when the client is logged in */
export function serveConnection(
  connection: Connection,
  socket: Socket,
  options: ConnectionOptions,
  onLogin: () => void,
): void {
  const { log, limits } = options;
  const disconnect = () => socket.destroy();
  const idleTimer = setTimeout(disconnect, limits.idleMs);
  const ended = new AbortController();
  socket.on('close', () => {
    clearTimeout(idleTimer);
    ended.abort();
  });
  // ssh2 reports broken packets and lost connections here; neither concerns anyone but this client.
  connection.on('error', (error) => {
    log.debug('sftp connection failed', { reason: getMessage(error) });
    disconnect();
  });
  let tries = 0;
  let user = '';
  connection.on('authentication', (attempt) => {
    tries++;
    if (tries > MAX_TRIES) return disconnect();
    if (!isAllowed(attempt, options.keysByUser)) return attempt.reject(['publickey']);
    user = attempt.username;
    attempt.accept();
  });
  connection.on('ready', onLogin);
  admitSessions(connection, socket, {
    ...options,
    filesOfUser: () => options.filesOf(user),
    disconnect,
    onPacket: () => idleTimer.refresh(),
    signal: ended.signal,
  });
}

/** Opens the sessions that a client asks for once the fault rules have let it in. */
function admitSessions(connection: Connection, socket: Socket, options: ServedConnection): void {
  let admitted: Promise<void> = Promise.resolve();
  let sessions = 0;
  const open = (accept: () => Session) => {
    if (socket.destroyed) return;
    const session = accept();
    session.on('close', () => sessions--);
    serveSession(session, options);
  };
  connection.on('ready', () => {
    admitted = awaitConnectFault(options);
  });
  connection.on('session', (accept, reject) => {
    // A refused session takes no slot: it would never release it.
    if (sessions >= SESSIONS_PER_CONNECTION) return reject();
    sessions++;
    void admitted.then(() => open(accept));
  });
}

/** Lets the fault rules strike a client that has just logged in: it waits, and anything but waiting ends it. */
async function awaitConnectFault({ faults, disconnect }: ServedConnection): Promise<void> {
  const fault = faults.nextFault('sftp:connect');
  if (fault === null) return;
  const { latencyMs, ...others } = fault;
  if (latencyMs !== undefined) await wait(latencyMs, undefined, { ref: false });
  if (Object.keys(others).length > 0) disconnect();
}

/** Takes the subsystem `sftp` and turns everything else down with a sentence. */
function serveSession(session: Session, options: ServedConnection): void {
  session.on('subsystem', (accept, reject, { name }) => {
    if (name !== 'sftp') return void reject();
    const served = serveSftp({ ...options, files: options.filesOfUser(), channel: accept() });
    options.sessions.add(served);
    void served.then(() => options.sessions.delete(served));
  });
  session.on('shell', (accept) => refuseChannel(accept()));
  session.on('exec', (accept) => refuseChannel(accept()));
  // A terminal is granted so that the sentence reaches a person who tries `ssh`.
  session.on('pty', (accept) => accept());
}

function refuseChannel(channel: ServerChannel): void {
  channel.stderr.write(SFTP_ONLY);
  channel.exit(1);
  channel.end();
}

export type SftpAccount = Pick<Account, 'sftpUser' | 'sftpPublicKeys'>;

/** Tries that one connection has, as OpenSSH's MaxAuthTries. Asking for the methods and naming a key count too. */
const MAX_TRIES = 20;

/** Public keys only (spec: SFTP). */
function isAllowed(attempt: AuthContext, keysByUser: ConnectionOptions['keysByUser']): boolean {
  if (attempt.method !== 'publickey') return false;
  const offered = attempt.key.data;
  const key = keysByUser.get(attempt.username)?.find((each) => each.getPublicSSH().equals(offered));
  if (key === undefined) return false;
  // Without a signature the client only asks whether the key would do.
  if (attempt.signature === undefined || attempt.blob === undefined) return true;
  return key.verify(attempt.blob, attempt.signature, attempt.hashAlgo) === true;
}

/** The parsed keys of each user. @throws BrctlError kind `config` for a key that cannot be read */
export function parseUserKeys(accounts: readonly SftpAccount[]): Map<string, ParsedKey[]> {
  const keys = new Map<string, ParsedKey[]>();
  for (const { sftpUser, sftpPublicKeys } of accounts)
    keys.set(sftpUser, [...(keys.get(sftpUser) ?? []), ...sftpPublicKeys.map(parseKey)]);
  return keys;
}
