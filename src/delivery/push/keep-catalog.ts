import { copyFile, open } from 'node:fs/promises';
import { fileInput } from '../../catalog/input.ts';
import { applyDeltas } from '../../delta/apply.ts';
import { BrctlError } from '../../errors.ts';
import { type FileIdentity, isUnchanged } from '../../state/push-run.ts';
import { lookAtBody, readFileChunks } from '../body-file.ts';
import { GzipFile } from './gzip-file.ts';

export interface KeepOptions {
  /** Where the copy goes. */
  target: string;
  threads: number;
  signal: AbortSignal;
}

/**
 * Keeps a copy of a catalog file, gzip, on disk when the call returns.
 *
 * @returns false when the file was changed since it was identified: the copy is then of no use
 */
export async function keepCatalog(catalog: FileIdentity, options: KeepOptions): Promise<boolean> {
  if (!(await isUnchanged(catalog))) return false;
  const { gzip } = await lookAtBody(catalog.path, catalog.path);
  if (gzip) await copyDurably(catalog.path, options.target);
  else await compress(readFileChunks(catalog.path), options);
  return await isUnchanged(catalog);
}

/** Keeps what a catalog becomes by deltas; gives its number of records. */
export async function keepApplied(
  base: string,
  deltas: readonly string[],
  options: KeepOptions,
): Promise<number> {
  const file = await GzipFile.create(options.target, options.threads);
  try {
    const summary = await applyDeltas(
      fileInput(base, { maxInflatedBytes: Number.POSITIVE_INFINITY }),
      deltas.map((delta) => fileInput(delta)),
      (lines) => file.write(Uint8Array.from(lines)),
      { signal: options.signal },
    );
    await file.finish();
    return summary.records;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

async function compress(chunks: AsyncIterable<Uint8Array>, options: KeepOptions): Promise<void> {
  const file = await GzipFile.create(options.target, options.threads);
  try {
    for await (const chunk of chunks) {
      options.signal.throwIfAborted();
      await file.write(chunk);
    }
    await file.finish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const handle = await open(to, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** The error for a catalog file that somebody writes while it is pushed. */
export function catalogChanged(source: string): BrctlError {
  return new BrctlError(`${source} was changed while it was being pushed`, {
    kind: 'input',
    code: 'push.catalog_changed',
    file: source,
    hint: 'run it again when the file is complete; write feeds to another name and rename them',
  });
}
