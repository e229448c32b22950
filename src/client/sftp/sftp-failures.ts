import { BrctlError, getMessage } from '../../base/errors.ts';

/** Status numbers of the protocol that mean something of their own (draft-ietf-secsh-filexfer-02, section 7). */
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
const FAILURE = 4;
const LOST = new Set([6, 7]);
/** Codes of ssh2-sftp-client: nothing under this name; a part of the path that is no folder, or may not be written. */
const NOT_THERE = 'ENOENT';
const BAD_PATH = 'ERR_BAD_PATH';

const LOST_CONNECTION =
  /ECONN|ERR_NOT_CONNECTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|timed? ?out|not connected|no response from server|connection lost|unexpected (end|close)|keepalive|before handshake|socket/i;

export interface FailureContext {
  host: string;
  port: number;
  user: string;
}

export function toConnectFailure(cause: unknown, to: FailureContext): BrctlError {
  if (cause instanceof BrctlError) return cause;
  const why = getReason(cause);
  if (/connect to agent/i.test(why))
    return new BrctlError('no ssh-agent answers', {
      kind: 'config',
      code: 'sftp.no_agent',
      why: 'nothing is listening on the socket that SSH_AUTH_SOCK names',
      hint: 'start ssh-agent and load the key with ssh-add, or set sftpKeyFile',
      cause,
    });
  if (/authentication methods failed/i.test(why))
    return new BrctlError(`${to.host} rejected the login of ${to.user}`, {
      kind: 'config',
      code: 'sftp.login_refused',
      why: 'the server accepted none of the offered keys',
      hint: 'check sftpUser and sftpKeyFile, and that the operator registered the public key for this environment',
      cause,
    });
  if (/handshake failed|no matching/i.test(why)) {
    return new BrctlError(`${to.host}:${to.port} and brctl have no encryption algorithms in common`, {
      kind: 'config',
      code: 'sftp.no_common_algorithm',
      why,
      hint: 'check that sftpHost and sftpPort point to a current SFTP server',
      cause,
    });
  }
  return lostConnectionError(cause, to);
}

/** An error of an SFTP request, told in brctl's words. `what` completes "cannot …". */
export function toRequestFailure(cause: unknown, what: string, path: string, to: FailureContext): BrctlError {
  if (cause instanceof BrctlError) return cause;
  const status = getStatus(cause);
  if (LOST.has(status) || (status < 0 && LOST_CONNECTION.test(`${getCode(cause)} ${getMessage(cause)}`))) {
    return lostConnectionError(cause, to);
  }
  const isBadPath = getCode(cause) === BAD_PATH && !/No such file/.test(getMessage(cause));
  const details = isBadPath
    ? BAD_PATH_DETAILS
    : classify(getCode(cause) === BAD_PATH ? NO_SUCH_FILE : status);
  return new BrctlError(`cannot ${what} ${path}`, { ...details, why: getReason(cause), cause });
}

export function isLostConnection(error: unknown): boolean {
  return error instanceof BrctlError && error.code === 'sftp.connection_failed';
}

export function isMissing(cause: unknown): boolean {
  return getStatus(cause) === NO_SUCH_FILE || getCode(cause) === NOT_THERE;
}

const BAD_PATH_DETAILS = {
  kind: 'config',
  code: 'sftp.bad_path',
  hint: 'brctl files ls shows what is there',
} as const;

function classify(status: number) {
  if (status === NO_SUCH_FILE) {
    return { kind: 'not-found', code: 'sftp.not_found', hint: 'brctl files ls shows what is there' } as const;
  }
  if (status === PERMISSION_DENIED) {
    const hint = 'ask the operator what this user may read and write there';
    return { kind: 'config', code: 'sftp.permission_denied', hint } as const;
  }
  // FAILURE says nothing more: a full disk, a spent quota; both pass.
  if (status === FAILURE) return { kind: 'temporary', code: 'sftp.request_failed' } as const;
  return { kind: 'refused', code: 'sftp.request_refused' } as const;
}

/** The message without the names of functions that the library puts in front. */
function getReason(cause: unknown): string {
  return getMessage(cause).replace(/^(\w+(: |->))+/, '');
}

function lostConnectionError(cause: unknown, to: FailureContext): BrctlError {
  return new BrctlError(`no SFTP connection to ${to.host}:${to.port}`, {
    kind: 'temporary',
    code: 'sftp.connection_failed',
    why: getReason(cause),
    hint: 'check sftpHost and sftpPort and the network, then run it again: an upload resumes where it stopped',
    cause,
  });
}

function getStatus(cause: unknown): number {
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'number'
    ? cause.code
    : -1;
}

function getCode(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}
