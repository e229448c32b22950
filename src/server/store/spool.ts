import { createWriteStream } from 'node:fs';
import { link, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copyFileInChunks } from '../../base/files/copy-file.ts';
import { syncToDisk } from '../../base/files/durability.ts';
import { makePrivateFolder } from './private-folder.ts';

const WRITE_AHEAD_BYTES = 4 * 1024 * 1024;

export interface HeldFile {
  file: string;
  sizeBytes: number;
  modifiedMs: number;
}

/** Keeps what a job will read until the job has ended: bodies, and the SFTP files that a request named. */
export class Spool {
  readonly #folder: string;
  readonly #durable: boolean;

  constructor(folder: string, durable: boolean) {
    this.#folder = folder;
    this.#durable = durable;
    makePrivateFolder(folder);
  }

  /** Stores a body; it is on disk when this resolves. When the chunks throw, nothing is left. */
  async storeBody(jobId: string, chunks: AsyncIterable<Buffer>): Promise<string> {
    const file = path.join(this.#folder, `${jobId}.body`);
    const options = { flush: this.#durable, mode: 0o600, highWaterMark: WRITE_AHEAD_BYTES };
    const written = createWriteStream(file, options);
    try {
      await pipeline(chunks, written);
      await this.#syncNames();
    } catch (error) {
      // Opening a file takes its time: it must not be made after it was removed.
      if (!written.closed) await new Promise<void>((resolve) => written.once('close', () => resolve()));
      await rm(file, { force: true });
      throw error;
    }
    return file;
  }

  /** Holds a file under a name of the spool's own, so that it may be deleted or replaced meanwhile. */
  async holdFiles(jobId: string, files: readonly string[]): Promise<HeldFile[]> {
    try {
      const held: HeldFile[] = [];
      for (const [at, file] of files.entries()) {
        held.push(await hold(file, path.join(this.#folder, `${jobId}.${at}.file`)));
      }
      await this.#syncNames();
      return held;
    } catch (error) {
      await this.drop(jobId);
      throw error;
    }
  }

  /** Removes what a job has read. Off the event loop: a large file takes a while to go. */
  async drop(jobId: string): Promise<void> {
    await this.sweep((each) => each !== jobId);
  }

  /** Removes what no job will read: left by requests that were cut, or by jobs that had just ended. */
  async sweep(isWanted: (jobId: string) => boolean): Promise<void> {
    const unwanted = (await readdir(this.#folder)).filter((name) => !isWanted(jobIdOf(name)));
    await Promise.all(unwanted.map((name) => rm(path.join(this.#folder, name), { force: true })));
  }

  async #syncNames(): Promise<void> {
    if (this.#durable) await syncToDisk(this.#folder);
  }
}

function jobIdOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** A second link costs nothing; where the file system has none the file is copied. */
async function hold(file: string, as: string): Promise<HeldFile> {
  try {
    await link(file, as);
  } catch {
    await copyFileInChunks(file, as, { durable: true });
  }
  const { size, mtimeMs } = await stat(as);
  return { file: as, sizeBytes: size, modifiedMs: mtimeMs };
}
