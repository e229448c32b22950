import { existsSync, lstatSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SFTP_RETENTION_MS } from '../../../protocol/limits.ts';
import { makePrivateFolder } from '../../store/folder-lock.ts';
import type { Clock } from '../control/clock.ts';
import { Refusal } from '../refusals.ts';
import { copyFolder, toStagingPath } from './copy-folder.ts';
import { type CountedFile, CountedFiles } from './counted-files.ts';
import { ReceivedTimes } from './received-times.ts';
import { confine, normalizeRemotePath, normalizeRequestPath, unknownFileRefusal } from './sftp-path.ts';

/** Names in a folder that keeps a state of the files: the files, and the journal of when they came. */
const KEPT_FILES = 'sftp';
const KEPT_TIMES = 'sftp.received';

const DEFAULT_QUOTA_BYTES = 20_000_000_000;
export const MAX_FILES = 10_000;

const WRITING_RETRY_SECONDS = 5;

export interface SftpFile {
  path: string;
  sizeBytes: number;
  modifiedMs: number;
  /** When the service got it, and when it will delete it, both by the service's clock. */
  receivedMs: number;
  expiresMs: number;
  beingWritten: boolean;
}

function toJournalFile(root: string): string {
  return `${root}.received`;
}

export interface SftpFilesOptions {
  /** Folder on disk; made when missing. The journal of arrival times is beside it as `<root>.received`. */
  root: string;
  clock: Clock;
  /** Bytes that all files together may have (20 GB), and their number (10,000). */
  quotaBytes?: number;
  maxFiles?: number;
}

/** The merchant's folder for SFTP and the catalog area. Every file is deleted 30 days after it came (spec: SFTP). */
export class SftpFiles {
  readonly root: string;
  /** The files and their times, which a restored state takes the place of. */
  readonly paths: readonly string[];
  readonly #clock: Clock;
  readonly #received: ReceivedTimes;
  readonly #counted: CountedFiles;

  constructor(options: SftpFilesOptions) {
    this.root = options.root;
    this.#clock = options.clock;
    this.#counted = new CountedFiles({
      bytes: options.quotaBytes ?? DEFAULT_QUOTA_BYTES,
      files: options.maxFiles ?? MAX_FILES,
    });
    this.paths = [this.root, toJournalFile(this.root)];
    makePrivateFolder(this.root);
    this.#received = new ReceivedTimes(toJournalFile(this.root));
    this.reload();
  }

  /**
   * The file on disk that a catalog request names; it is there, whole and not expired.
   * @throws Refusal `invalid_parameter` for a path out of the folder, `unknown_file` where no file lies,
   *   `unavailable` while a client still writes it
   */
  resolve(relativePath: string): string {
    const normalPath = normalizeRequestPath(relativePath);
    if (this.#isExpired(normalPath, this.#clock.now())) this.#drop(normalPath);
    const onDisk = confine(this.root, normalPath);
    if (!lstatSync(onDisk, { throwIfNoEntry: false })?.isFile()) throw unknownFileRefusal(normalPath);
    if (this.isBeingWritten(normalPath)) {
      throw new Refusal('unavailable', `${JSON.stringify(relativePath)} is still being written over SFTP`, {
        retryAfterSeconds: WRITING_RETRY_SECONDS,
      });
    }
    return onDisk;
  }

  list(): SftpFile[] {
    const files: SftpFile[] = [];
    this.#visit('', (normalPath, stat) => {
      if (!stat.isFile()) return;
      const receivedMs = this.#received.get(normalPath) ?? stat.ctimeMs;
      files.push({
        path: normalPath.slice(1),
        sizeBytes: stat.size,
        modifiedMs: stat.mtimeMs,
        receivedMs,
        expiresMs: receivedMs + SFTP_RETENTION_MS,
        beingWritten: this.isBeingWritten(normalPath),
      });
    });
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** @throws Refusal `unknown_file` where no file lies, `invalid_parameter` for a path out of the folder */
  remove(relativePath: string): void {
    const normalPath = normalizeRequestPath(relativePath);
    const stat = lstatSync(confine(this.root, normalPath), { throwIfNoEntry: false });
    if (!stat?.isFile()) throw unknownFileRefusal(normalPath);
    this.#drop(normalPath);
  }

  usageBytes(): number {
    return this.#counted.usedBytes;
  }

  freeBytes(): number {
    return this.#counted.freeBytes;
  }

  isBeingWritten(relativePath: string): boolean {
    return this.#counted.written(normalizeRemotePath(relativePath)) !== undefined;
  }

  sweep(nowMs: number): string[] {
    const expired = [...this.#received.entries()]
      .map(([normalPath]) => normalPath)
      .filter((normalPath) => this.#isExpired(normalPath, nowMs));
    for (const normalPath of expired) this.#drop(normalPath);
    return expired.map((normalPath) => normalPath.slice(1));
  }

  async copyTo(folder: string): Promise<void> {
    await copyFolder(this.root, path.join(folder, KEPT_FILES));
    this.#received.copyTo(path.join(folder, KEPT_TIMES));
  }

  /** Prepares what is to take the place of all files. @param folder that `copyTo` has filled; null for an empty one */
  async stage(folder: string | null): Promise<void> {
    const { root } = this;
    const kept = folder === null ? null : path.join(folder, KEPT_FILES);
    if (kept !== null && existsSync(kept)) await copyFolder(kept, toStagingPath(root));
    else makePrivateFolder(toStagingPath(root));
    this.#received.ensure();
    const times = folder === null ? null : path.join(folder, KEPT_TIMES);
    const journal = times !== null && existsSync(times) ? await readFile(times) : '';
    await writeFile(toStagingPath(toJournalFile(root)), journal, { mode: 0o600 });
  }

  /** The files that were there are gone for good: clients write on into those without a name. */
  forgetFormer(): void {
    for (const normalPath of this.#counted.writtenPaths()) {
      this.#counted.delete(normalPath);
      this.#count(normalPath);
    }
  }

  /** Looks again at what is there. */
  reload(): void {
    this.#received.reload();
    const present = new Set<string>();
    this.#visit('', (normalPath, stat) => {
      present.add(normalPath);
      this.#counted.set(normalPath, countBytes(stat));
      if (!stat.isFile()) this.#received.delete(normalPath);
      else if (this.#received.get(normalPath) === undefined) this.#received.set(normalPath, stat.ctimeMs);
    });
    this.#counted.keep(present);
    for (const [normalPath] of [...this.#received.entries()]) {
      if (!present.has(normalPath)) this.#received.delete(normalPath);
    }
  }

  /** Nothing need be there. @throws Refusal `unknown_file` where a link is in the way, `invalid_parameter` for an impossible path */
  locate(remotePath: string): string {
    const normalPath = normalizeRemotePath(remotePath);
    if (this.#isExpired(normalPath, this.#clock.now())) this.#drop(normalPath);
    return confine(this.root, normalPath);
  }

  /** A client opened a file of `sizeBytes`, `allocatedBytes` of them no hole, for writing; `endWrite` must follow. */
  beginWrite(remotePath: string, sizeBytes: number, allocatedBytes = sizeBytes): CountedFile {
    const normalPath = normalizeRemotePath(remotePath);
    this.#received.set(normalPath, this.#clock.now());
    return this.#counted.beginWrite(normalPath, sizeBytes, allocatedBytes);
  }

  /** A writer closed the file, or its session ended: the file counts as received now, with the size that it has. */
  endWrite(write: CountedFile): void {
    write.writers--;
    if (write.path !== null) this.#received.set(write.path, this.#clock.now());
    if (write.writers > 0) return;
    if (write.path === null) this.#counted.resize(write, 0);
    else this.#count(write.path);
  }

  /** An open file is about to grow, or was cut, to this many bytes. @throws Refusal `storage_full` beyond the quota */
  resizeWrite(write: CountedFile, sizeBytes: number): void {
    this.#counted.checkGrowth(sizeBytes - write.sizeBytes);
    this.settleWrite(write, sizeBytes);
  }

  settleWrite(write: CountedFile, sizeBytes: number): void {
    this.#counted.resize(write, sizeBytes);
  }

  /** @throws Refusal `storage_full` where the folder has as many files as it may have, and none at this path */
  checkRoomFor(remotePath: string): void {
    this.#counted.checkRoomFor(normalizeRemotePath(remotePath));
  }

  madeFolder(remotePath: string): void {
    this.#counted.set(normalizeRemotePath(remotePath), 0);
  }

  /** A file or folder got another name; a file that stood there is gone. */
  renamed(from: string, to: string): void {
    const [fromPath, toPath] = [normalizeRemotePath(from), normalizeRemotePath(to)];
    if (fromPath === toPath) return;
    this.#counted.rename(fromPath, toPath);
    this.#received.rename(fromPath, toPath);
  }

  /** A file, or an empty folder, is gone. */
  removed(remotePath: string): void {
    const normalPath = normalizeRemotePath(remotePath);
    this.#counted.delete(normalPath);
    this.#received.delete(normalPath);
  }

  #count(normalPath: string): void {
    const stat = lstatSync(path.join(this.root, normalPath), { throwIfNoEntry: false });
    if (stat === undefined) this.#counted.delete(normalPath);
    else this.#counted.set(normalPath, countBytes(stat));
  }

  #isExpired(normalPath: string, nowMs: number): boolean {
    const receivedMs = this.#received.get(normalPath);
    return (
      receivedMs !== undefined && nowMs - receivedMs > SFTP_RETENTION_MS && !this.isBeingWritten(normalPath)
    );
  }

  #drop(normalPath: string): void {
    rmSync(path.join(this.root, normalPath), { force: true });
    this.removed(normalPath);
  }

  /** Files and folders; the parents first. */
  #visit(folder: string, see: (normalPath: string, stat: Stats) => void): void {
    for (const entry of readdirSync(path.join(this.root, folder), { withFileTypes: true })) {
      const normalPath = `${folder}/${entry.name}`;
      if (!entry.isFile() && !entry.isDirectory()) continue;
      const stat = lstatSync(path.join(this.root, normalPath), { throwIfNoEntry: false });
      if (stat) see(normalPath, stat);
      if (entry.isDirectory()) this.#visit(normalPath, see);
    }
  }
}

/** Folders take none. */
function countBytes(stat: Stats): number {
  return stat.isFile() ? stat.size : 0;
}
