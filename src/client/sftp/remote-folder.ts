import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2';
import { BrctlError } from '../../errors.ts';
import { leanWriter } from '../../ssh/lean-writes.ts';
import type { SftpConnection } from './connect.ts';
import { pieceBytes } from './piece-size.ts';
import { type FailureContext, isMissing, requestFailure } from './sftp-failures.ts';

type Callback<T> = (error: Error | null | undefined, value: T) => void;

/** The merchant's SFTP folder over one connection, as promises whose failures are brctl's own. */
export class RemoteFolder {
  /** Bytes to ask for or to send in one request. */
  readonly pieceBytes: number;
  readonly #sftp: SFTPWrapper;
  readonly #write: ReturnType<typeof leanWriter>;
  readonly #to: FailureContext;
  /** Requests without an answer; ssh2 forgets those that are sent on a connection which is gone. */
  readonly #waiting = new Set<(error: Error) => void>();
  #isGone = false;

  constructor(connection: SftpConnection, to: FailureContext) {
    this.#sftp = connection.sftp;
    this.#write = leanWriter(connection.sftp);
    this.pieceBytes = pieceBytes(connection.sftp);
    this.#to = to;
    void connection.closed.then(() => this.#fail());
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Size and times, or null where nothing lies. */
  async stat(path: string): Promise<Stats | null> {
    try {
      return await this.#request<Stats>((done) => this.#sftp.stat(path, done));
    } catch (error) {
      if (isMissing(error)) return null;
      throw requestFailure(error, 'look at', path, this.#to);
    }
  }

  open(path: string, flags: number): Promise<Buffer> {
    return this.#ask('open', path, (done) => this.#sftp.open(path, flags, done));
  }

  /** Size of an open file. */
  async size(handle: Buffer, path: string): Promise<number> {
    return (await this.#ask<Stats>('look at', path, (done) => this.#sftp.fstat(handle, done))).size;
  }

  async truncate(handle: Buffer, path: string, size: number): Promise<void> {
    await this.#ask('cut', path, (done: Callback<void>) =>
      this.#sftp.fsetstat(handle, { size }, asCallback(done)),
    );
  }

  async write(handle: Buffer, path: string, bytes: Buffer, position: number): Promise<void> {
    await this.#ask('write', path, (done: Callback<void>) =>
      this.#write(handle, bytes, position, asCallback(done)),
    );
  }

  /** Reads into `target`; gives the number of bytes, 0 behind the end. */
  read(handle: Buffer, path: string, target: Buffer, position: number): Promise<number> {
    return this.#ask('read', path, (done) =>
      this.#sftp.read(handle, target, 0, target.length, position, done),
    );
  }

  async close(handle: Buffer, path: string): Promise<void> {
    await this.#ask('close', path, (done: Callback<void>) => this.#sftp.close(handle, asCallback(done)));
  }

  async makeFolder(path: string): Promise<void> {
    await this.#ask('make the folder', path, (done: Callback<void>) =>
      this.#sftp.mkdir(path, asCallback(done)),
    );
  }

  async remove(path: string): Promise<void> {
    await this.#ask('remove', path, (done: Callback<void>) => this.#sftp.unlink(path, asCallback(done)));
  }

  /** Renames; refused by the server where something bears the new name. */
  async rename(from: string, to: string): Promise<void> {
    await this.#ask('rename', from, (done: Callback<void>) => this.#sftp.rename(from, to, asCallback(done)));
  }

  /** Renames in one step over whatever bears the new name; false where the server does not offer that. */
  async replace(from: string, to: string): Promise<boolean> {
    try {
      await this.#request<void>((done) => this.#sftp.ext_openssh_rename(from, to, asCallback(done)));
      return true;
    } catch (error) {
      if (error instanceof Error && /does not support/i.test(error.message)) return false;
      throw requestFailure(error, 'rename', from, this.#to);
    }
  }

  list(path: string): Promise<FileEntryWithStats[]> {
    return this.#ask('list', path, (done) => this.#sftp.readdir(path, done));
  }

  async #ask<T>(what: string, path: string, start: (done: Callback<T>) => void): Promise<T> {
    try {
      return await this.#request(start);
    } catch (error) {
      throw requestFailure(error, what, path, this.#to);
    }
  }

  #request<T>(start: (done: Callback<T>) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isGone) {
        reject(this.#gone());
        return;
      }
      this.#waiting.add(reject);
      start((error, value) => {
        this.#waiting.delete(reject);
        if (error) reject(error);
        else resolve(value);
      });
    });
  }

  #fail(): void {
    this.#isGone = true;
    for (const reject of this.#waiting) reject(this.#gone());
    this.#waiting.clear();
  }

  #gone(): BrctlError {
    return new BrctlError(`the SFTP connection to ${this.#to.host}:${this.#to.port} was lost`, {
      kind: 'temporary',
      code: 'sftp.connection_failed',
      hint: 'run it again: an upload resumes where it stopped',
      retryable: true,
    });
  }
}

/** ssh2's callbacks without a value. */
function asCallback(done: Callback<void>): (error?: Error | null) => void {
  return (error) => done(error, undefined);
}
