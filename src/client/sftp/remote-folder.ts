import { posix } from 'node:path';
import type { SFTPWrapper } from 'ssh2';
import type SftpClient from 'ssh2-sftp-client';
import { BrctlError } from '../../base/errors.ts';
import type { SftpConnection } from './connect.ts';
import { type FailureContext, isLostConnection, isMissing, toRequestFailure } from './sftp-failures.ts';
import { writePieces } from './write-pieces.ts';

type Callback<T> = (error: Error | null | undefined, value?: T) => void;

const FILE_MODE = 0o644;

export interface RemoteStat {
  isFolder: boolean;
  sizeBytes: number;
  modifiedMs: number;
}

export interface WriteOptions {
  /** Goes on from here in a file that is there; without it the file is made or emptied. */
  fromBytes?: number;
  isNew?: boolean;
}

/**
 * The merchant's SFTP folder over one connection, as promises whose failures are brctl's own. Paths are relative to it.
 * Every method throws BrctlError: `sftp.connection_failed` for a lost connection, `sftp.not_found`,
 * `sftp.permission_denied`, `sftp.request_failed` and their like for what the server refuses.
 */
export class RemoteFolder {
  readonly #client: SftpClient;
  readonly #sftp: SFTPWrapper;
  readonly #pieceBytes: number;
  readonly #to: FailureContext;
  /** Requests without an answer; ssh2 forgets those that are sent on a connection which is gone. */
  readonly #waiting = new Set<(error: Error) => void>();
  #isGone = false;

  constructor(connection: SftpConnection, to: FailureContext) {
    this.#client = connection.client;
    this.#sftp = connection.sftp;
    this.#pieceBytes = connection.pieceBytes;
    this.#to = to;
    void connection.closed.then(() => this.#fail());
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  async stat(path: string): Promise<RemoteStat | null> {
    try {
      const { isDirectory, size, modifyTime } = await this.#request(() => this.#client.stat(path));
      return { isFolder: isDirectory, sizeBytes: size, modifiedMs: modifyTime };
    } catch (error) {
      if (isMissing(error)) return null;
      throw this.#toError(error, 'look at', path);
    }
  }

  async list(path: string): Promise<(RemoteStat & { name: string })[]> {
    const entries = await this.#ask('list', path, () => this.#client.list(path));
    return entries.map(({ name, type, size, modifyTime }) => ({
      name,
      isFolder: type === 'd',
      sizeBytes: size,
      modifiedMs: modifyTime,
    }));
  }

  /** Makes a folder and those above it, as far as they are missing, also while others make the same ones. */
  async makeFolder(path: string): Promise<void> {
    if ((await this.stat(path))?.isFolder === true) return;
    for (const folder of [...listFoldersAbove(path), path]) {
      try {
        // The client takes a leading dot for that of `./`.
        await this.#request(() => this.#client.mkdir(folder.startsWith('.') ? `./${folder}` : folder));
      } catch (error) {
        // Another may have made it in between.
        if ((await this.stat(folder))?.isFolder !== true)
          throw this.#toError(error, 'make the folder', folder);
      }
    }
  }

  async remove(path: string): Promise<void> {
    await this.#ask('remove', path, () => this.#client.delete(path));
  }

  /** Renames; refused by the server where something bears the new name. */
  async rename(from: string, to: string): Promise<void> {
    await this.#ask('rename', from, () => this.#client.rename(from, to));
  }

  /** Renames over whatever bears the new name: in one step where the server offers that, else by removing it first. */
  async replace(from: string, to: string): Promise<void> {
    try {
      await this.#request(() => this.#client.posixRename(from, to));
    } catch (error) {
      if (!(error instanceof Error && /does not support/i.test(error.message))) {
        throw this.#toError(error, 'rename', from);
      }
      if ((await this.stat(to)) !== null) await this.remove(to);
      await this.rename(from, to);
    }
  }

  /**
   * Writes a file with many requests under way at once, which ssh2-sftp-client has no call for: its streams wait for
   * the answers to all that they sent before they send more. What `content` throws is thrown as it is.
   */
  async write(
    path: string,
    content: Buffer | AsyncIterable<Buffer>,
    { fromBytes, isNew = false }: WriteOptions = {},
  ): Promise<void> {
    const flags = fromBytes !== undefined ? 'r+' : isNew ? 'wx' : 'w';
    const handle = await this.#call<Buffer>('write', path, (done) =>
      this.#sftp.open(path, flags, { mode: FILE_MODE }, done),
    );
    const writePiece = (piece: Buffer, position: number) =>
      this.#call<void>('write', path, (done) =>
        this.#sftp.write(handle, piece, 0, piece.length, position, done),
      );
    try {
      await writePieces(content, { fromBytes, pieceBytes: this.#pieceBytes, writeAt: writePiece });
    } catch (error) {
      await this.close(handle, path).catch(() => undefined);
      throw error;
    }
    // A server may say only now that it did not keep it.
    await this.close(handle, path, 'write');
  }

  async read(path: string): Promise<Buffer> {
    return (await this.#ask('read', path, () => this.#client.get(path))) as Buffer;
  }

  async download(path: string, localFile: string): Promise<void> {
    await this.#ask('read', path, () => this.#client.fastGet(path, localFile));
  }

  /** Opens for `readAt`; to be closed. ssh2-sftp-client has no call that reads many places of a file at a time. */
  open(path: string): Promise<Buffer> {
    return this.#call<Buffer>('open', path, (done) => this.#sftp.open(path, 'r', done));
  }

  /** Reads into `target`; gives the number of bytes, 0 behind the end. */
  readAt(handle: Buffer, path: string, target: Buffer, position: number): Promise<number> {
    return this.#call<number>('read', path, (done) =>
      this.#sftp.read(handle, target, 0, target.length, position, done),
    );
  }

  async close(handle: Buffer, path: string, what = 'close'): Promise<void> {
    await this.#call<void>(what, path, (done) => this.#sftp.close(handle, done));
  }

  /** Cuts a file; a call that ssh2-sftp-client does not have. */
  async truncate(path: string, sizeBytes: number): Promise<void> {
    await this.#call<void>('cut', path, (done) => this.#sftp.setstat(path, { size: sizeBytes }, done));
  }

  /** Asks by a call of ssh2 itself. */
  #call<T>(what: string, path: string, start: (done: Callback<T>) => void): Promise<T> {
    const begin = () =>
      new Promise<T>((resolve, reject) => {
        start((error, value) => (error ? reject(error) : resolve(value as T)));
      });
    return this.#ask(what, path, begin);
  }

  async #ask<T>(what: string, path: string, start: () => Promise<T>): Promise<T> {
    try {
      return await this.#request(start);
    } catch (error) {
      throw this.#toError(error, what, path);
    }
  }

  #toError(error: unknown, what: string, path: string): BrctlError {
    const failure = toRequestFailure(error, what, path, this.#to);
    // The client may have noticed before the socket tells.
    if (isLostConnection(failure)) this.#fail();
    return failure;
  }

  #request<T>(start: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isGone) {
        reject(this.#lostError());
        return;
      }
      this.#waiting.add(reject);
      const settle = () => this.#waiting.delete(reject);
      start().then(resolve, reject).then(settle, settle);
    });
  }

  #fail(): void {
    this.#isGone = true;
    for (const reject of this.#waiting) reject(this.#lostError());
    this.#waiting.clear();
  }

  #lostError(): BrctlError {
    return new BrctlError(`the SFTP connection to ${this.#to.host}:${this.#to.port} was lost`, {
      kind: 'temporary',
      code: 'sftp.connection_failed',
      hint: 'run it again: an upload resumes where it stopped',
    });
  }
}

function listFoldersAbove(path: string): string[] {
  const above = posix.dirname(path);
  return above === '.' || above === '/' ? [] : [...listFoldersAbove(above), above];
}
