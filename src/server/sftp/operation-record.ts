import { quickRandomBytes } from '../../base/process/quick-random.ts';
import type { EmulatorHost } from '../instance.ts';
import { PacketReader } from './packet-reader.ts';
import { OPEN_FLAG, REQUEST, STATUS } from './protocol.ts';

/** Type and id of a request. */
const HEADER_BYTES = 5;
/** Of a HANDLE packet: its length, type and id. */
const HANDLE_ANSWER_BYTES = 9;

/** What a client did with a file or folder: a transfer from its opening to its close, all else one request. */
export interface SftpOperation {
  /** As fault rules name it. */
  operation: string;
  method: 'PUT' | 'GET' | 'LIST' | 'DELETE' | 'MKDIR' | 'RENAME';
  path: string;
  /** As HTTP has it. */
  status: number;
  elapsedMs: number;
  /** What was transferred, or why it failed. */
  notes: string[];
}

interface Outcome {
  status: number;
  message: string;
}

interface Transfer {
  method: 'PUT' | 'GET';
  path: string;
  startedMs: number;
  bytes: number;
  failed: Outcome | undefined;
}

const METHODS: ReadonlyMap<number, Pick<SftpOperation, 'method' | 'operation'>> = new Map([
  [REQUEST.opendir, { method: 'LIST', operation: 'sftp:list' }],
  [REQUEST.remove, { method: 'DELETE', operation: 'sftp:remove' }],
  [REQUEST.rmdir, { method: 'DELETE', operation: 'sftp:remove' }],
  [REQUEST.mkdir, { method: 'MKDIR', operation: 'sftp:mkdir' }],
  [REQUEST.rename, { method: 'RENAME', operation: 'sftp:rename' }],
]);

const HTTP_STATUS: ReadonlyMap<number, number> = new Map([
  [STATUS.ok, 200],
  [STATUS.noSuchFile, 404],
  [STATUS.permissionDenied, 403],
  [STATUS.badMessage, 400],
  [STATUS.operationUnsupported, 501],
]);

const SUCCESS: Outcome = { status: STATUS.ok, message: '' };

export class OperationRecords {
  readonly #record: (operation: SftpOperation) => void;
  readonly #transfers = new Map<string, Transfer>();

  constructor(record: (operation: SftpOperation) => void) {
    this.#record = record;
  }

  succeeded(request: Buffer, answer: Buffer, bytes: number, startedMs: number): void {
    const type = request[0] ?? 0;
    if (type === REQUEST.open) {
      this.#transfers.set(handleAt(answer, HANDLE_ANSWER_BYTES), openedBy(request, startedMs));
    } else if (type === REQUEST.read || type === REQUEST.write) {
      const transfer = this.#transfers.get(handleAt(request, HEADER_BYTES));
      // What a client asks to read may be more than there is; the answer has the same frame as a handle.
      const moved = type === REQUEST.write ? bytes : answer.readUInt32BE(HANDLE_ANSWER_BYTES);
      if (transfer !== undefined) transfer.bytes += moved;
    } else if (type === REQUEST.close) this.#close(handleAt(request, HEADER_BYTES));
    else this.#single(request, SUCCESS, startedMs);
  }

  failed(request: Buffer, outcome: Outcome, startedMs: number): void {
    const type = request[0] ?? 0;
    if (type === REQUEST.open) {
      this.#end({ ...openedBy(request, startedMs), failed: outcome });
    } else if (type === REQUEST.write || (type === REQUEST.read && outcome.status !== STATUS.eof)) {
      const transfer = this.#transfers.get(handleAt(request, HEADER_BYTES));
      if (transfer !== undefined) transfer.failed ??= outcome;
    } else this.#single(request, outcome, startedMs);
  }

  /** The session is over: what is still open was cut. */
  closeAll(): void {
    for (const [handle, transfer] of this.#transfers) {
      transfer.failed ??= { status: STATUS.failure, message: 'the connection ended first' };
      this.#close(handle);
    }
  }

  #close(handle: string): void {
    const transfer = this.#transfers.get(handle);
    this.#transfers.delete(handle);
    if (transfer !== undefined) this.#end(transfer);
  }

  #end({ method, path, startedMs, bytes, failed = SUCCESS }: Transfer): void {
    const operation = method === 'PUT' ? 'sftp:write' : 'sftp:read';
    this.#tell({ operation, method, path }, failed, startedMs, [`${bytes} bytes`]);
  }

  #single(request: Buffer, outcome: Outcome, startedMs: number): void {
    const type = request[0] ?? 0;
    const kind = METHODS.get(isReplacingRename(request) ? REQUEST.rename : type);
    if (kind !== undefined) this.#tell({ ...kind, path: pathsOf(request) }, outcome, startedMs, []);
  }

  #tell(
    what: Pick<SftpOperation, 'operation' | 'method' | 'path'>,
    { status, message }: Outcome,
    startedMs: number,
    notes: string[],
  ): void {
    this.#record({
      ...what,
      status: HTTP_STATUS.get(status) ?? 500,
      elapsedMs: performance.now() - startedMs,
      notes: message === '' ? notes : [...notes, message],
    });
  }
}

function openedBy(request: Buffer, startedMs: number): Transfer {
  const reader = new PacketReader(request, HEADER_BYTES);
  const path = reader.text();
  const writes = (reader.uint32() & (OPEN_FLAG.write | OPEN_FLAG.append)) !== 0;
  return { method: writes ? 'PUT' : 'GET', path, startedMs, bytes: 0, failed: undefined };
}

/** `posix-rename@openssh.com`, by which clients give an upload its name. */
function isReplacingRename(request: Buffer): boolean {
  return request[0] === REQUEST.extended && request.includes('posix-rename@openssh.com');
}

/** The path of a request; of a rename both. */
function pathsOf(request: Buffer): string {
  const reader = new PacketReader(request, HEADER_BYTES);
  if (isReplacingRename(request)) reader.text();
  const path = reader.text();
  return request[0] === REQUEST.rename || isReplacingRename(request) ? `${path} -> ${reader.text()}` : path;
}

function handleAt(packet: Buffer, at: number): string {
  return new PacketReader(packet, at).bytes().toString('hex');
}

export function recordOperation(
  { operation, method, path, status, elapsedMs, notes }: SftpOperation,
  {
    clock,
    requests,
    events,
    log,
    mask,
  }: Pick<EmulatorHost, 'clock' | 'requests' | 'events' | 'log' | 'mask'>,
): void {
  const id = quickRandomBytes(8).toString('hex');
  const at = new Date(clock.now()).toISOString();
  const ms = Number(elapsedMs.toFixed(3));
  const url = mask(path);
  const none = { headers: {}, requestBody: null, responseBody: null, basis: null };
  requests.add({ id, kind: 'sftp', at, operation, method, url, status, elapsedMs: ms, notes, ...none });
  events.call({ id, at, operation, method, path: url, status, ms });
  log.info('sftp', { requestId: id, method, path: url, status, ms, notes });
}
