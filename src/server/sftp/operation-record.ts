import { generateQuickBytes } from '../../base/process/quick-random.ts';
import type { EmulatorHost } from '../instance.ts';
import { recordRequest } from '../service/control/request-log.ts';
import type { Request } from './packet-reader.ts';
import { OPEN_FLAG, STATUS } from './protocol.ts';
import type { Outcome } from './status.ts';

/** What a client did with a file or folder: a transfer from its opening to its close, all else one request. */
export interface SftpOperation {
  /** As fault rules name it. */
  operation: string;
  method: 'PUT' | 'GET' | 'LIST' | 'DELETE' | 'MKDIR' | 'RENAME';
  path: string;
  /** As HTTP has it. */
  status: number;
  elapsedMs: number;
  /** The transferred bytes, or the reason of the failure. */
  notes: string[];
}

/** How fault rules and the request log know a kind of request. */
export interface RecordedAs {
  name?: string;
  /** Absent where the log shows it as a part of a transfer, or not at all. */
  method?: SftpOperation['method'];
}

/** What moves through a handle from its opening on. */
export interface Transfer {
  method: 'PUT' | 'GET';
  path: string;
  startedMs: number;
  bytes: number;
  /** The first failure. */
  failed?: Outcome;
}

const HTTP_STATUS: ReadonlyMap<number, number> = new Map([
  [STATUS.ok, 200],
  [STATUS.noSuchFile, 404],
  [STATUS.permissionDenied, 403],
  [STATUS.badMessage, 400],
  [STATUS.operationUnsupported, 501],
]);

export const SUCCESS: Outcome = { status: STATUS.ok, message: '' };

export function beginTransfer({ path, flags, startedMs }: Request): Transfer {
  const writes = (flags & (OPEN_FLAG.write | OPEN_FLAG.append)) !== 0;
  return { method: writes ? 'PUT' : 'GET', path, startedMs, bytes: 0 };
}

export function transferRecord({ method, path, startedMs, bytes, failed }: Transfer): SftpOperation {
  const operation = method === 'PUT' ? 'sftp:write' : 'sftp:read';
  return { operation, method, path, ...told(failed ?? SUCCESS, startedMs, [`${bytes} bytes`]) };
}

/** Undefined for a request that the log does not tell of. */
export function requestRecord(
  { name, method }: RecordedAs,
  { path, target, startedMs }: Request,
  outcome: Outcome,
): SftpOperation | undefined {
  if (name === undefined || method === undefined) return undefined;
  const paths = method === 'RENAME' ? `${path} -> ${target}` : path;
  return { operation: name, method, path: paths, ...told(outcome, startedMs, []) };
}

function told(
  { status, message }: Outcome,
  startedMs: number,
  notes: string[],
): Pick<SftpOperation, 'status' | 'elapsedMs' | 'notes'> {
  return {
    status: HTTP_STATUS.get(status) ?? 500,
    elapsedMs: performance.now() - startedMs,
    notes: message === '' ? notes : [...notes, message],
  };
}

export function recordOperation(
  { operation, method, path, status, elapsedMs, notes }: SftpOperation,
  host: Pick<EmulatorHost, 'clock' | 'requests' | 'events' | 'log' | 'mask'>,
): void {
  const kept = recordRequest(host, {
    id: generateQuickBytes(8).toString('hex'),
    kind: 'sftp',
    at: new Date(host.clock.now()).toISOString(),
    operation,
    method,
    url: host.mask(path),
    headers: {},
    requestBody: null,
    status,
    responseBody: null,
    elapsedMs: Number(elapsedMs.toFixed(3)),
    basis: null,
    notes,
  });
  const { id, url, elapsedMs: ms } = kept;
  host.log.info('sftp', { requestId: id, method, path: url, status, ms, notes: kept.notes });
}
