import { constants, existsSync, renameSync } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '../../../base/errors.ts';
import { withFile } from '../../../base/files/with-file.ts';

const BLOCK_BYTES = 512;

/** With times; at no cost where the file system shares blocks. What clients take away meanwhile is left out. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (entry.isFile()) await copyWithTimes(source, target).catch(ignoreMissing);
  }
  await copyTimes(from, to).catch(ignoreMissing);
}

async function copyWithTimes(from: string, to: string): Promise<void> {
  const { size, blocks } = await stat(from);
  if (blocks * BLOCK_BYTES < size) await copySparse(from, to);
  else await copyFile(from, to, constants.COPYFILE_FICLONE);
  await copyTimes(from, to);
}

async function copyTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await utimes(to, atime, mtime);
}

const CHUNK_BYTES = 256 * 1024;
const ZEROS = Buffer.alloc(CHUNK_BYTES);

/** Copies a file that has holes: what is only zeros takes no room in the copy, as it takes none in a hole. */
async function copySparse(from: string, to: string): Promise<void> {
  await withFile(await open(from, 'r'), async (source) =>
    withFile(await open(to, 'w', 0o600), async (target) => target.truncate(await copyChunks(source, target))),
  );
}

async function copyChunks(source: FileHandle, target: FileHandle): Promise<number> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let offset = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, CHUNK_BYTES, offset);
    if (bytesRead === 0) return offset;
    const chunk = buffer.subarray(0, bytesRead);
    if (!chunk.equals(ZEROS.subarray(0, bytesRead))) await writeAll(target, chunk, offset);
    offset += bytesRead;
  }
}

/** @param position in the file; null behind its end, where it is opened to append */
export async function writeAll(file: FileHandle, bytes: Buffer, position: number | null): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const offset = position === null ? null : position + written;
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, offset);
    written += bytesWritten;
  }
}

/** Behind the name of what is to take a place, and of what had it before. */
const NEXT = '.next';
const FORMER = '.former';

export function toStagingPath(path: string): string {
  return path + NEXT;
}

/** Puts files and folders in the place of others, all or none: `<path>.next` comes, `<path>.former` stays until all is well. */
export function createStagedSwitch(paths: readonly string[]) {
  /**
   * Puts what is staged in place; also ends a switch that a killed process has begun.
   * @throws the system's error; `switchBack` is the way back then
   */
  function switchIn(): void {
    for (const path of paths) {
      if (!existsSync(toStagingPath(path))) continue;
      if (existsSync(path)) renameSync(path, path + FORMER);
      renameSync(toStagingPath(path), path);
    }
  }

  /** Puts what was there back; also what a killed process has switched, or begun to. */
  function switchBack(): void {
    for (const path of paths) {
      if (!existsSync(path + FORMER)) continue;
      if (existsSync(path)) renameSync(path, toStagingPath(path));
      renameSync(path + FORMER, path);
    }
  }

  /** Removes what is staged, and what was there before. */
  async function clear(): Promise<void> {
    const left = paths.flatMap((path) => [toStagingPath(path), path + FORMER]);
    await Promise.all(left.map((path) => rm(path, { recursive: true, force: true })));
  }

  return { switchIn, switchBack, clear };
}

export type StagedSwitch = ReturnType<typeof createStagedSwitch>;
