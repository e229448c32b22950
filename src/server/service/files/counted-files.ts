import { Refusal } from '../refusals.ts';

interface FolderLimits {
  bytes: number;
  /** With the folders, which take no bytes. */
  files: number;
}

/** A file or folder that takes room. */
export interface CountedFile {
  /** Normal path, which follows renames; null once it was deleted or replaced under its writers. */
  path: string | null;
  sizeBytes: number;
  /** Bytes that it held when it was opened, and those that clients have sent since: what is not a hole of it. */
  sentBytes: number;
  /** The catalog area does not read what is being written: it would load half a file. A session dies with the process. */
  writers: number;
}

/** The one account of what the files of a folder take: by path, and for files that lost their name while clients wrote on. */
export class CountedFiles {
  readonly #limits: FolderLimits;
  readonly #byPath = new Map<string, CountedFile>();
  #usedBytes = 0;

  constructor(limits: FolderLimits) {
    this.#limits = limits;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  get freeBytes(): number {
    return Math.max(0, this.#limits.bytes - this.#usedBytes);
  }

  /** @throws Refusal `storage_full` where one file more is one too many */
  checkRoomFor(path: string): void {
    if (this.#byPath.has(path) || this.#byPath.size < this.#limits.files) return;
    throw new Refusal('storage_full', `the folder has ${this.#limits.files} files and folders already`);
  }

  /** @throws Refusal `storage_full` where the quota does not allow this many bytes more */
  checkGrowth(bytes: number): void {
    if (bytes <= this.freeBytes) return;
    throw new Refusal('storage_full', `the quota of ${this.#limits.bytes} bytes is used up`);
  }

  set(path: string, bytes: number): CountedFile {
    const file = this.#byPath.get(path) ?? { path, sizeBytes: 0, sentBytes: 0, writers: 0 };
    this.#byPath.set(path, file);
    this.resize(file, bytes);
    return file;
  }

  resize(file: CountedFile, bytes: number): void {
    this.#usedBytes += bytes - file.sizeBytes;
    file.sizeBytes = bytes;
  }

  /** The file that clients write at a path. */
  written(path: string): CountedFile | undefined {
    const file = this.#byPath.get(path);
    return file !== undefined && file.writers > 0 ? file : undefined;
  }

  writtenPaths(): string[] {
    return [...this.#byPath.keys()].filter((path) => this.written(path) !== undefined);
  }

  /** One more writer of a file that has `sizeBytes` now, of which `allocatedBytes` take room on disk. */
  beginWrite(path: string, sizeBytes: number, allocatedBytes: number): CountedFile {
    // Data of other writers may not be on disk yet.
    const before = this.written(path) ?? { sizeBytes: 0, sentBytes: 0 };
    const sentBytes = Math.max(before.sentBytes, allocatedBytes);
    const file = this.set(path, Math.max(before.sizeBytes, sizeBytes));
    return Object.assign(file, { sentBytes, writers: file.writers + 1 });
  }

  /** The name is gone; what its writers still add takes room until they close it. */
  delete(path: string): void {
    const file = this.#byPath.get(path);
    if (file === undefined) return;
    this.#byPath.delete(path);
    this.resize(file, 0);
    file.path = null;
  }

  /** Forgets all that is at other paths, but for what is being written: a switch of folders may be taken back. */
  keep(paths: ReadonlySet<string>): void {
    for (const [path, file] of [...this.#byPath]) {
      if (paths.has(path)) continue;
      if (file.writers > 0) this.resize(file, 0);
      else this.delete(path);
    }
  }

  rename(from: string, to: string): void {
    this.delete(to);
    for (const [path, file] of [...this.#byPath]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#byPath.delete(path);
      file.path = `${to}${path.slice(from.length)}`;
      this.#byPath.set(file.path, file);
    }
  }
}
