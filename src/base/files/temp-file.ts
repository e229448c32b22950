import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BrctlError, getMessage } from '../errors.ts';
import { generateQuickBytes } from '../process/quick-random.ts';

/** An unlinked file, for its owner only, made at the first write. It goes with the process. */
export class TempFile {
  readonly #folder: string;
  #handle = -1;
  #path: string | undefined;

  /** @param folder default: the system's folder for temporary files */
  constructor(folder?: string) {
    this.#folder = folder ?? tmpdir();
  }

  /** The open file's descriptor. */
  get handle(): number {
    if (this.#handle < 0) this.#open();
    return this.#handle;
  }

  /** Writes all of `bytes[start, end)` at a position; gaps take no space where the file system is able to. */
  write(bytes: Uint8Array, start: number, end: number, position: number): void {
    if (this.#handle < 0) this.#open();
    let offset = start;
    while (offset < end)
      offset += writeSync(this.#handle, bytes, offset, end - offset, position + offset - start);
  }

  /** Reads up to `length` bytes at a position; 0 at the end. */
  read(target: Uint8Array, offset: number, length: number, position: number): number {
    return this.#handle < 0 ? 0 : readSync(this.#handle, target, offset, length, position);
  }

  close(): void {
    if (this.#handle >= 0) closeSync(this.#handle);
    if (this.#path !== undefined) unlinkSync(this.#path);
    this.#handle = -1;
    this.#path = undefined;
  }

  #create(name: string): number {
    try {
      return openSync(name, 'wx+', 0o600);
    } catch (cause) {
      throw new BrctlError(`no temporary file can be created in ${this.#folder}`, {
        kind: 'config',
        code: 'file.no_temp_folder',
        why: getMessage(cause),
        hint: 'set TMPDIR to a folder that exists and can be written to',
        cause,
      });
    }
  }

  #open(): void {
    const name = path.join(this.#folder, `brctl-${generateQuickBytes(8).toString('hex')}.tmp`);
    this.#handle = this.#create(name);
    try {
      unlinkSync(name);
    } catch {
      this.#path = name; // Windows keeps open files: it goes when it is closed
    }
  }
}
