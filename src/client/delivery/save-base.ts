import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { copyFileInChunks } from '../../base/files/copy-file.ts';
import { applyDeltas } from '../../catalog/delta/apply.ts';
import { fileInput } from '../../catalog/input.ts';
import { type FileIdentity, isUnchanged } from '../state/push-run.ts';
import { inspectBody, readFileChunks } from './body-file.ts';
import { compressStream, KEPT_LEVEL } from './compress.ts';

/** Writes a gzip copy, on disk at return; false, of no use, if the file was changed since identified. */
export async function saveBase(catalog: FileIdentity, target: string, signal: AbortSignal): Promise<boolean> {
  if (!(await isUnchanged(catalog))) return false;
  const { gzip } = await inspectBody(catalog.path, catalog.path);
  if (gzip) await tryWrite(target, () => copyFileInChunks(catalog.path, target, { durable: true, signal }));
  else
    await writeGzip(target, async (add) => {
      for await (const chunk of readFileChunks(catalog.path)) {
        signal.throwIfAborted();
        await add(chunk);
      }
    });
  return await isUnchanged(catalog);
}

/** Writes what a catalog becomes by deltas; gives its records, and those that it had before. */
export async function keepWithDeltas(
  base: string,
  deltas: readonly string[],
  target: string,
  signal: AbortSignal,
): Promise<{ records: number; before: number }> {
  return await writeGzip(target, async (add) => {
    const { records, added, removed } = await applyDeltas(
      fileInput(base, { maxInflatedBytes: Number.POSITIVE_INFINITY }),
      deltas.map((delta) => fileInput(delta)),
      (lines) => add(Uint8Array.from(lines)),
      { signal },
    );
    return { records, before: records - added + removed };
  });
}

/**
 * Writes a gzip file, or none: half a copy is of no use, and on a full disk it would take the room of the next one.
 * @param write gets what takes bytes over: the caller must not use their memory any more
 */
export async function writeGzip<T>(
  target: string,
  write: (add: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  return await tryWrite(target, async () => {
    const input = new PassThrough();
    const file = createWriteStream(target, { mode: 0o600, flush: true });
    const stored = pipeline(compressStream(input, KEPT_LEVEL), file);
    // The next bytes, or the end, report a failure.
    input.on('error', () => undefined);
    stored.catch(() => input.destroy());
    try {
      const written = await write(async (bytes) => {
        if (!input.write(bytes)) await Promise.race([once(input, 'drain'), stored]);
      });
      input.end();
      await stored;
      return written;
    } finally {
      input.destroy();
      await stored.catch(() => undefined);
    }
  });
}

async function tryWrite<T>(target: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}
