import { type FileHandle, open } from 'node:fs/promises';

const BUFFER_BYTES = 1 << 20;

export class LineFile {
  readonly #handle: FileHandle;
  #lines: Uint8Array[] = [];
  #bytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<LineFile> {
    return new LineFile(await open(path, 'w', 0o600));
  }

  /** Appends a line; its memory may be used again after the call. */
  async writeLine(text: Uint8Array): Promise<void> {
    this.#lines.push(Buffer.concat([text, Buffer.from('\n')]));
    this.#bytes += text.length + 1;
    if (this.#bytes >= BUFFER_BYTES) await this.#flush();
  }

  /** Appends a piece of text; its memory may be used again after the call. */
  async writeText(piece: Uint8Array): Promise<void> {
    this.#lines.push(Buffer.from(piece));
    this.#bytes += piece.length;
    if (this.#bytes >= BUFFER_BYTES) await this.#flush();
  }

  /** Writes what is left; the file is closed also when there is no room for that. */
  async close(): Promise<void> {
    try {
      await this.#flush();
    } finally {
      await this.#handle.close();
    }
  }

  async #flush(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    this.#bytes = 0;
    if (lines.length > 0) await this.#handle.writeFile(Buffer.concat(lines));
  }
}
