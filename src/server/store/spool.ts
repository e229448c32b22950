import { createWriteStream, readdirSync, statSync } from 'node:fs';
import { link, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copyFileInChunks } from '../../base/files/copy-file.ts';
import { syncToDisk } from '../../base/files/durability.ts';
import { Refusal } from '../service/refusals.ts';
import { makePrivateFolder } from './folder-lock.ts';

/** Maximum size of the bodies of all waiting jobs. */
const MAX_BYTES = 20_000_000_000;
const WRITE_AHEAD_BYTES = 4 * 1024 * 1024;

/** Keeps what a job will read until the job has ended: bodies, and the SFTP files that a request named. */
export function openSpool(folder: string, durable: boolean, maxBytes = MAX_BYTES) {
  const sizes = new Map<string, number>();
  let heldBytes = 0;

  makePrivateFolder(folder);
  for (const file of readdirSync(folder).map((name) => path.join(folder, name)))
    count(file, statSync(file).size);

  /** Stores a body; it is on disk when this resolves. When the chunks throw, nothing is left. */
  async function storeBody(jobId: string, chunks: AsyncIterable<Buffer>): Promise<string> {
    const file = path.join(folder, `${jobId}.body`);
    const options = { flush: durable, mode: 0o600, highWaterMark: WRITE_AHEAD_BYTES };
    const written = createWriteStream(file, options);
    try {
      await pipeline(countChunks(file, chunks), written);
      await syncNames();
    } catch (error) {
      // Opening a file takes its time: it must not be made after it was removed.
      if (!written.closed) await new Promise<void>((resolve) => written.once('close', () => resolve()));
      await remove(file);
      throw error;
    }
    return file;
  }

  /** Holds a file under a name of the spool's own, so that it may be deleted or replaced meanwhile. */
  async function holdFiles(jobId: string, files: readonly string[]) {
    try {
      const held: Awaited<ReturnType<typeof hold>>[] = [];
      for (const [index, file] of files.entries()) {
        const spooled = path.join(folder, `${jobId}.${index}.file`);
        const each = await hold(file, spooled);
        held.push(each);
        grow(spooled, each.sizeBytes);
      }
      await syncNames();
      return held;
    } catch (error) {
      await drop(jobId);
      throw error;
    }
  }

  /** Removes what a job has read. Off the event loop: a large file takes a while to go. */
  async function drop(jobId: string): Promise<void> {
    await sweep((each) => each !== jobId);
  }

  /** Removes what no job will read: left by requests that were cut, or by jobs that had just ended. */
  async function sweep(isWanted: (jobId: string) => boolean): Promise<void> {
    const names = await readdir(folder);
    const unwanted = names.filter((name) => !isWanted(name.slice(0, name.indexOf('.'))));
    await Promise.all(unwanted.map((name) => remove(path.join(folder, name))));
  }

  async function* countChunks(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      grow(file, chunk.length);
      yield chunk;
    }
  }

  /** @throws Refusal `storage_full` */
  function grow(file: string, bytes: number): void {
    count(file, bytes);
    if (heldBytes > maxBytes)
      throw new Refusal('storage_full', `waiting jobs already hold ${maxBytes} bytes`);
  }

  function count(file: string, bytes: number): void {
    sizes.set(file, (sizes.get(file) ?? 0) + bytes);
    heldBytes += bytes;
  }

  async function remove(file: string): Promise<void> {
    await rm(file, { force: true });
    heldBytes -= sizes.get(file) ?? 0;
    sizes.delete(file);
  }

  async function syncNames(): Promise<void> {
    if (durable) await syncToDisk(folder);
  }

  return { storeBody, holdFiles, drop, sweep };
}

export type Spool = ReturnType<typeof openSpool>;

/** A second link costs nothing; where the file system has none the file is copied. */
async function hold(file: string, as: string) {
  try {
    await link(file, as);
  } catch {
    await copyFileInChunks(file, as, { durable: true });
  }
  const { size, mtimeMs } = await stat(as);
  return { file: as, sizeBytes: size, modifiedMs: mtimeMs };
}
