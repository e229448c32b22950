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
    // What other writers have begun to write may not be on disk yet.
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
