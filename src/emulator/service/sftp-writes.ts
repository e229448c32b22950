/** A file that a client has open for writing. Its path follows renames. */
export interface OpenWrite {
  path: string;
}

/**
 * Which files are being written. The catalog area does not read these: it would load half a file.
 * Lives in memory only: when the process dies, so does every session that wrote.
 */
export class OpenWrites {
  readonly #open = new Set<OpenWrite>();

  begin(path: string): OpenWrite {
    const write = { path };
    this.#open.add(write);
    return write;
  }

  end(write: OpenWrite): void {
    this.#open.delete(write);
  }

  has(path: string): boolean {
    for (const write of this.#open) if (write.path === path) return true;
    return false;
  }

  /** A file, or a folder with what is in it, got another name. */
  rename(from: string, to: string): void {
    for (const write of this.#open) {
      if (write.path === from || write.path.startsWith(`${from}/`)) {
        write.path = `${to}${write.path.slice(from.length)}`;
      }
    }
  }
}
