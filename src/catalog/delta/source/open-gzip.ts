import { fstatSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { DiffOptions } from '../diff-options.ts';
import type { ByteSource } from './byte-source.ts';
import { GzipSource } from './gzip-source.ts';
import { WorkerGzipSource } from './worker-gzip-source.ts';

/** Of smaller files a worker takes more to start, and to become as fast as it gets, than it gives. */
const SMALL_FILE_BYTES = 32 << 20;

/** Opens a gzip file: in a worker of its own where that is allowed and pays. */
export function openGzip(
  handle: number,
  name: string,
  { tempDir, threads = 'auto' }: Pick<DiffOptions, 'tempDir' | 'threads'>,
): ByteSource {
  const pays = threads === 2 || (threads === 'auto' && isLarge(handle) && availableParallelism() > 1);
  return pays ? new WorkerGzipSource(handle, name, tempDir) : new GzipSource(handle, name, tempDir);
}

function isLarge(handle: number): boolean {
  return fstatSync(handle).size >= SMALL_FILE_BYTES;
}
