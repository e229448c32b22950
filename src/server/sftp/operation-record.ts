import { generateQuickBytes } from '../../base/process/quick-random.ts';
import type { Instance } from '../instance.ts';
import { type RequestEntry, recordRequest } from '../service/control/request-log.ts';
import type { Request } from './packet-reader.ts';
import { OPEN_MODE, STATUS } from './protocol.ts';
import type { Outcome } from './status.ts';

/** An operation of a client on a file or folder: a transfer from its opening to its close, all else one request. */
export type SftpOperation = Pick<
  RequestEntry,
  'operation' | 'method' | 'url' | 'status' | 'elapsedMs' | 'notes'
>;

/** How fault rules and the request log know a kind of request. */
export interface RecordedAs {
  name?: string;
  /** Absent where the log shows it as a part of a transfer, or not at all. */
  method?: 'LIST' | 'DELETE' | 'MKDIR' | 'RENAME';
}

/** Transfer through a handle, from its opening on. */
export interface Transfer {
  method: 'PUT' | 'GET';
  path: string;
  startedMs: number;
  bytes: number;
  /** The first failure. */
  failed?: Outcome;
}

const HTTP_STATUS: ReadonlyMap<number, number> = new Map([
  [STATUS.OK, 200],
  [STATUS.NO_SUCH_FILE, 404],
  [STATUS.PERMISSION_DENIED, 403],
  [STATUS.BAD_MESSAGE, 400],
  [STATUS.OP_UNSUPPORTED, 501],
]);

export const SUCCESS: Outcome = { status: STATUS.OK, message: '' };

export function beginTransfer({ path, flags, startedMs }: Request): Transfer {
  const writes = (flags & (OPEN_MODE.WRITE | OPEN_MODE.APPEND)) !== 0;
  return { method: writes ? 'PUT' : 'GET', path, startedMs, bytes: 0 };
}

export function transferRecord({ method, path, startedMs, bytes, failed }: Transfer): SftpOperation {
  const operation = method === 'PUT' ? 'sftp:write' : 'sftp:read';
  return { operation, method, url: path, ...describeEnd(failed ?? SUCCESS, startedMs, [`${bytes} bytes`]) };
}

/** Undefined for a request that the log does not tell of. */
export function requestRecord(
  { name, method }: RecordedAs,
  { path, target, startedMs }: Request,
  outcome: Outcome,
): SftpOperation | undefined {
  if (name === undefined || method === undefined) return undefined;
  const url = method === 'RENAME' ? `${path} -> ${target}` : path;
  return { operation: name, method, url, ...describeEnd(outcome, startedMs, []) };
}

function describeEnd({ status, message }: Outcome, startedMs: number, notes: string[]) {
  return {
    status: HTTP_STATUS.get(status) ?? 500,
    elapsedMs: performance.now() - startedMs,
    notes: message === '' ? notes : [...notes, message],
  };
}

export function recordOperation(
  operation: SftpOperation,
  host: Pick<Instance, 'clock' | 'requests' | 'events' | 'log' | 'mask'>,
): void {
  const { id, method, url, status, elapsedMs, notes } = recordRequest(host, {
    ...operation,
    id: generateQuickBytes(8).toString('hex'),
    kind: 'sftp',
    at: new Date(host.clock.now()).toISOString(),
    url: host.mask(operation.url),
    headers: {},
    requestBody: null,
    responseBody: null,
    elapsedMs: Number(operation.elapsedMs.toFixed(3)),
    basis: null,
  });
  host.log.info('sftp', { requestId: id, method, path: url, status, ms: elapsedMs, notes });
}
