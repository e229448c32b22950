import { Refusal } from '../refusals.ts';

interface FolderLimits {
  bytes: number;
  /** With the folders, which take no bytes. */
  files: number;
}

/** The one account of what the files of a folder take: by path, and for files that lost their name while clients wrote on. */
export class CountedSizes {
  readonly #limits: FolderLimits;
  readonly #byPath = new Map<string, number>();
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

  set(path: string, bytes: number): void {
    this.#usedBytes += bytes - (this.#byPath.get(path) ?? 0);
    this.#byPath.set(path, bytes);
  }

  addNameless(bytes: number): void {
    this.#usedBytes += bytes;
  }

  delete(path: string): void {
    this.#usedBytes -= this.#byPath.get(path) ?? 0;
    this.#byPath.delete(path);
  }

  rename(from: string, to: string): void {
    this.delete(to);
    for (const [path, bytes] of [...this.#byPath]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.delete(path);
      this.set(`${to}${path.slice(from.length)}`, bytes);
    }
  }

  clear(): void {
    this.#byPath.clear();
    this.#usedBytes = 0;
  }
}

export interface OpenWrite {
  /** Normal path, which follows renames; null once the file was deleted or replaced under its writers. */
  path: string | null;
  sizeBytes: number;
  /** Bytes that it held when it was opened, and those that clients have sent since: what is not a hole of it. */
  sentBytes: number;
  writers: number;
}

/** The catalog area does not read these: it would load half a file. In memory only: a session dies with the process. */
export class OpenWrites {
  readonly #open = new Set<OpenWrite>();

  /** One more writer of a file that has `sizeBytes` now, of which `allocatedBytes` take room on disk. */
  begin(path: string, sizeBytes: number, allocatedBytes: number): OpenWrite {
    const write = this.get(path) ?? { path, sizeBytes, sentBytes: allocatedBytes, writers: 0 };
    // Data of other writers may not be on disk yet.
    write.sizeBytes = Math.max(write.sizeBytes, sizeBytes);
    write.sentBytes = Math.max(write.sentBytes, allocatedBytes);
    write.writers++;
    this.#open.add(write);
    return write;
  }

  end(write: OpenWrite): boolean {
    write.writers--;
    if (write.writers > 0) return false;
    this.#open.delete(write);
    return true;
  }

  get(path: string): OpenWrite | undefined {
    for (const write of this.#open) if (write.path === path) return write;
    return undefined;
  }

  /** The file lost its name; what its writers still add takes room until they close it. */
  detach(path: string): void {
    const write = this.get(path);
    if (write === undefined) return;
    write.path = null;
    write.sizeBytes = 0;
  }

  detachAll(): void {
    for (const write of this.#open) if (write.path !== null) this.detach(write.path);
  }

  rename(from: string, to: string): void {
    for (const write of this.#open) {
      if (write.path === from || write.path?.startsWith(`${from}/`)) {
        write.path = `${to}${write.path.slice(from.length)}`;
      }
    }
  }
}
