import { existsSync, lstatSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SFTP_RETENTION_MS } from '../../../protocol/limits.ts';
import { makePrivateFolder } from '../../store/folder-lock.ts';
import type { Clock } from '../control/clock.ts';
import { Refusal } from '../refusals.ts';
import { copyFolder, toStagingPath } from './copy-folder.ts';
import { CountedSizes, type OpenWrite, OpenWrites } from './counted-sizes.ts';
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

function timesOf(root: string): string {
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
  readonly #writes = new OpenWrites();
  readonly #sizes: CountedSizes;

  constructor(options: SftpFilesOptions) {
    this.root = options.root;
    this.#clock = options.clock;
    this.#sizes = new CountedSizes({
      bytes: options.quotaBytes ?? DEFAULT_QUOTA_BYTES,
      files: options.maxFiles ?? MAX_FILES,
    });
    this.paths = [this.root, timesOf(this.root)];
    makePrivateFolder(this.root);
    this.#received = new ReceivedTimes(timesOf(this.root));
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
    if (this.#isBeingWritten(normalPath)) {
      throw new Refusal('unavailable', `${JSON.stringify(relativePath)} is still being written over SFTP`, {
        retryAfterSeconds: WRITING_RETRY_SECONDS,
      });
    }
    return onDisk;
  }

  list(): SftpFile[] {
    const files: SftpFile[] = [];
    this.#visit('', (normalPath, stat) => files.push(this.#describe(normalPath, stat)));
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
    return this.#sizes.usedBytes;
  }

  freeBytes(): number {
    return this.#sizes.freeBytes;
  }

  isBeingWritten(relativePath: string): boolean {
    return this.#isBeingWritten(normalizeRemotePath(relativePath));
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
    await writeFile(toStagingPath(timesOf(root)), journal, { mode: 0o600 });
  }

  /** The files that were there are gone for good: clients write on into those without a name. */
  forgetFormer(): void {
    this.#writes.detachAll();
  }

  /** Looks again at what is there. */
  reload(): void {
    this.#received.reload();
    this.#sizes.clear();
    const found = new Set<string>();
    const countFolder = (normalPath: string) => this.#sizes.set(normalPath, 0);
    const countFile = (normalPath: string, stat: Stats) => {
      found.add(normalPath);
      this.#sizes.set(normalPath, stat.size);
      if (this.#received.get(normalPath) === undefined) this.#received.set(normalPath, stat.ctimeMs);
    };
    this.#visit('', countFile, countFolder);
    for (const [normalPath] of [...this.#received.entries()]) {
      if (!found.has(normalPath)) this.#received.delete(normalPath);
    }
  }

  /** Nothing need be there. @throws Refusal `unknown_file` where a link is in the way, `invalid_parameter` for an impossible path */
  locate(remotePath: string): string {
    const normalPath = normalizeRemotePath(remotePath);
    if (this.#isExpired(normalPath, this.#clock.now())) this.#drop(normalPath);
    return confine(this.root, normalPath);
  }

  /** A client opened a file of `sizeBytes`, `allocatedBytes` of them no hole, for writing; `endWrite` must follow. */
  beginWrite(remotePath: string, sizeBytes: number, allocatedBytes = sizeBytes): OpenWrite {
    const normalPath = normalizeRemotePath(remotePath);
    this.#received.set(normalPath, this.#clock.now());
    const write = this.#writes.begin(normalPath, sizeBytes, allocatedBytes);
    this.#sizes.set(normalPath, write.sizeBytes);
    return write;
  }

  /** A writer closed the file, or its session ended: the file counts as received now, with the size that it has. */
  endWrite(write: OpenWrite): void {
    const wasLast = this.#writes.end(write);
    if (write.path !== null) this.#received.set(write.path, this.#clock.now());
    if (!wasLast) return;
    if (write.path === null) this.#sizes.addNameless(-write.sizeBytes);
    else this.#count(write.path);
  }

  /** An open file is about to grow, or was cut, to this many bytes. @throws Refusal `storage_full` beyond the quota */
  resizeWrite(write: OpenWrite, sizeBytes: number): void {
    this.#sizes.checkGrowth(sizeBytes - write.sizeBytes);
    this.settleWrite(write, sizeBytes);
  }

  settleWrite(write: OpenWrite, sizeBytes: number): void {
    if (write.path === null) this.#sizes.addNameless(sizeBytes - write.sizeBytes);
    else this.#sizes.set(write.path, sizeBytes);
    write.sizeBytes = sizeBytes;
  }

  /** @throws Refusal `storage_full` where the folder has as many files as it may have, and none at this path */
  checkRoomFor(remotePath: string): void {
    this.#sizes.checkRoomFor(normalizeRemotePath(remotePath));
  }

  madeFolder(remotePath: string): void {
    this.#sizes.set(normalizeRemotePath(remotePath), 0);
  }

  /** A file or folder got another name; a file that stood there is gone. */
  renamed(from: string, to: string): void {
    const [fromPath, toPath] = [normalizeRemotePath(from), normalizeRemotePath(to)];
    if (fromPath === toPath) return;
    this.#writes.detach(toPath);
    this.#writes.rename(fromPath, toPath);
    this.#sizes.rename(fromPath, toPath);
    this.#received.rename(fromPath, toPath);
  }

  /** A file, or an empty folder, is gone. */
  removed(remotePath: string): void {
    const normalPath = normalizeRemotePath(remotePath);
    this.#writes.detach(normalPath);
    this.#sizes.delete(normalPath);
    this.#received.delete(normalPath);
  }

  #count(normalPath: string): void {
    const stat = lstatSync(path.join(this.root, normalPath), { throwIfNoEntry: false });
    if (stat === undefined) this.#sizes.delete(normalPath);
    else this.#sizes.set(normalPath, stat.size);
  }

  #isBeingWritten(normalPath: string): boolean {
    return this.#writes.get(normalPath) !== undefined;
  }

  #isExpired(normalPath: string, nowMs: number): boolean {
    const receivedMs = this.#received.get(normalPath);
    return (
      receivedMs !== undefined && nowMs - receivedMs > SFTP_RETENTION_MS && !this.#isBeingWritten(normalPath)
    );
  }

  #drop(normalPath: string): void {
    rmSync(path.join(this.root, normalPath), { force: true });
    this.removed(normalPath);
  }

  #describe(normalPath: string, stat: Stats): SftpFile {
    const receivedMs = this.#received.get(normalPath) ?? stat.ctimeMs;
    return {
      path: normalPath.slice(1),
      sizeBytes: stat.size,
      modifiedMs: stat.mtimeMs,
      receivedMs,
      expiresMs: receivedMs + SFTP_RETENTION_MS,
      beingWritten: this.#isBeingWritten(normalPath),
    };
  }

  #visit(
    folder: string,
    found: (normalPath: string, stat: Stats) => void,
    foundFolder: (normalPath: string) => void = () => undefined,
  ): void {
    for (const entry of readdirSync(path.join(this.root, folder), { withFileTypes: true })) {
      const normalPath = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        foundFolder(normalPath);
        this.#visit(normalPath, found, foundFolder);
      }
      if (!entry.isFile()) continue;
      const stat = lstatSync(path.join(this.root, normalPath), { throwIfNoEntry: false });
      if (stat) found(normalPath, stat);
    }
  }
}
