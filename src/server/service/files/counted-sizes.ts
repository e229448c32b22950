import { Refusal } from '../refusals.ts';

export interface FolderLimits {
  bytes: number;
  /** With the folders, which take no bytes. */
  files: number;
}

/**
 * The one account of what the files of a folder take: by path, and for files that lost their name while clients wrote on.
 * The sum changes here only, by what was counted before, so it cannot drift from its parts.
 */
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
    if (from === to) return;
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
