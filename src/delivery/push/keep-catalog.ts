import { copyFile, open } from 'node:fs/promises';
import { fileInput } from '../../catalog/input.ts';
import { applyDeltas } from '../../delta/apply.ts';
import { BrctlError } from '../../errors.ts';
import { type FileIdentity, isUnchanged } from '../../state/push-run.ts';
import { lookAtBody, readFileChunks } from '../body-file.ts';
import type { BlockIndex } from './block-index.ts';
import { GzipFile } from './gzip-file.ts';

/** A copy that was kept. */
export interface KeptCatalog {
  /** Index of its blocks; there is none for a copy that was compressed elsewhere. */
  blocks: BlockIndex | undefined;
}

export interface KeepOptions {
  /** Where the copy goes. */
  target: string;
  threads: number;
  signal: AbortSignal;
}

/**
 * Keeps a copy of a catalog file, gzip, on disk when the call returns.
 *
 * @returns undefined when the file was changed since it was identified: the copy is then of no use
 */
export async function keepCatalog(
  catalog: FileIdentity,
  options: KeepOptions,
): Promise<KeptCatalog | undefined> {
  if (!(await isUnchanged(catalog))) return undefined;
  const { gzip } = await lookAtBody(catalog.path, catalog.path);
  const blocks = gzip
    ? await copyDurably(catalog.path, options.target)
    : await compress(readFileChunks(catalog.path), options);
  return (await isUnchanged(catalog)) ? { blocks } : undefined;
}

/** Keeps what a catalog becomes by deltas. */
export async function keepApplied(
  base: string,
  deltas: readonly string[],
  options: KeepOptions,
): Promise<KeptCatalog & { records: number }> {
  return await writing(options, async (file) => {
    const { records } = await applyDeltas(
      fileInput(base, { maxInflatedBytes: Number.POSITIVE_INFINITY }),
      deltas.map((delta) => fileInput(delta)),
      (lines) => file.write(Uint8Array.from(lines)),
      { signal: options.signal },
    );
    return { records, blocks: await file.finish() };
  });
}

async function compress(
  chunks: AsyncIterable<Uint8Array>,
  options: KeepOptions,
): Promise<BlockIndex | undefined> {
  return await writing(options, async (file) => {
    for await (const chunk of chunks) {
      options.signal.throwIfAborted();
      await file.write(chunk);
    }
    return await file.finish();
  });
}

async function writing<T>(options: KeepOptions, write: (file: GzipFile) => Promise<T>): Promise<T> {
  const file = await GzipFile.create(options.target, options.threads);
  try {
    return await write(file);
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

async function copyDurably(from: string, to: string): Promise<undefined> {
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
