import type { Dir } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Clock } from '../service/control/clock.ts';
import type { CountedFile } from '../service/files/counted-files.ts';
import type { SftpFiles } from '../service/files/sftp-files.ts';
import { type SftpOperation, type Transfer, transferRecord } from './operation-record.ts';
import type { Request } from './packet-reader.ts';
import type { Answer, NameEntry } from './packet-writer.ts';
import { SESSION_LIMITS, STATUS } from './protocol.ts';
import { StatusError } from './status.ts';

export interface OpenFile {
  kind: 'file';
  file: FileHandle;
  readable: boolean;
  /** Present when the client may write. */
  write: CountedFile | null;
  appends: boolean;
  /** Bytes were written since the client last set the times. */
  isTouched: boolean;
  transfer: Transfer;
}

export interface OpenFolder {
  kind: 'folder';
  dir: Dir;
  /** Entries before its own. */
  first: NameEntry[];
}

/** The handles that one session has open. A handle is a number that is never given out twice. */
export class OpenHandles {
  readonly #files: SftpFiles;
  readonly #now: () => number;
  readonly #record: (operation: SftpOperation) => void;
  readonly #open = new Map<number, OpenFile | OpenFolder>();
  #lastNumber = 0;

  constructor(files: SftpFiles, now: () => number, record: (operation: SftpOperation) => void) {
    this.#files = files;
    this.#now = now;
    this.#record = record;
  }

  assertRoom(): void {
    if (this.#open.size >= SESSION_LIMITS.openHandles)
      throw new StatusError(STATUS.FAILURE, 'Too many open handles');
  }

  add(opened: OpenFile | OpenFolder): Buffer {
    this.#lastNumber++;
    this.#open.set(this.#lastNumber, opened);
    const handle = Buffer.allocUnsafe(4);
    handle.writeUInt32BE(this.#lastNumber);
    return handle;
  }

  findFile(handle: Buffer): OpenFile | undefined {
    const opened = this.#open.get(readNumber(handle));
    return opened?.kind === 'file' ? opened : undefined;
  }

  file(handle: Buffer): OpenFile {
    const opened = this.findFile(handle);
    if (opened === undefined) throw new StatusError(STATUS.FAILURE, 'Invalid file handle');
    return opened;
  }

  folder(handle: Buffer): OpenFolder {
    const opened = this.#open.get(readNumber(handle));
    if (opened?.kind !== 'folder') throw new StatusError(STATUS.FAILURE, 'Invalid directory handle');
    return opened;
  }

  async close(handle: Buffer): Promise<void> {
    const number = readNumber(handle);
    const opened = this.#open.get(number);
    if (opened === undefined) throw new StatusError(STATUS.FAILURE, 'Invalid handle');
    this.#open.delete(number);
    await (opened.kind === 'file' ? this.#closeFile(opened) : opened.dir.close());
  }

  /** The session is over: what is still open was cut. */
  async closeAll(): Promise<void> {
    const left = [...this.#open.values()];
    this.#open.clear();
    for (const opened of left) {
      if (opened.kind === 'folder') await opened.dir.close();
      else {
        opened.transfer.failed ??= { status: STATUS.FAILURE, message: 'the connection ended first' };
        await this.#closeFile(opened);
      }
    }
  }

  async #closeFile(opened: OpenFile): Promise<void> {
    try {
      // The service's time, which may have been moved away from the machine's.
      const seconds = this.#now() / 1_000;
      if (opened.isTouched) await opened.file.utimes(seconds, seconds);
      await opened.file.close();
    } finally {
      if (opened.write !== null) this.#files.endWrite(opened.write);
      this.#record(transferRecord(opened.transfer));
    }
  }
}

/** The number in a handle; -1, which is never open, for bytes that this server did not give out. */
function readNumber(handle: Buffer): number {
  return handle.length === 4 ? handle.readUInt32BE(0) : -1;
}

export interface OperationContext {
  files: SftpFiles;
  handles: OpenHandles;
  clock: Clock;
}

/** Turns a thrown error into a status. */
export type Operation = (context: OperationContext, request: Request) => Promise<Answer>;
